"""Table of last looks at boards, part of the schema of `bot/store/tables/schema.py`."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Table

from bot.store.tables.schema import Moment, metadata

# the moves that a person has seen of a game whose board they opened; no foreign key on `user_id`,
# because a person who only watches need not be a known player
last_looks = Table(
    "last_looks",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # the number of moves in the complete turns that the board showed
    Column("ply", Integer, nullable=False),
    Column("looked_at", Moment, nullable=False, index=True),
)
