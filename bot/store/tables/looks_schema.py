"""The table of looks: a part of the schema of `bot/store/tables/schema.py`."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Table

from bot.store.tables.schema import Moment, metadata

# how far a person who opened the board of a game has seen it;
# no foreign key on `user_id`: a person who only watches need not be a known player
looks = Table(
    "looks",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # the number of moves of the complete turns that the board showed
    Column("ply", Integer, nullable=False),
    Column("looked_at", Moment, nullable=False, index=True),
)
