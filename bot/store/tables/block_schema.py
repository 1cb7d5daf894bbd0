"""The tables of who does not want to play whom, and who may not play in a server."""

from sqlalchemy import BigInteger, Column, ForeignKey, Table

from bot.store.tables.schema import Moment, metadata

# without a name: whoever is blocked need not be known, and learns nothing
person_blocks = Table(
    "person_blocks",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("created_at", Moment, nullable=False),
)

server_blocks = Table(
    "server_blocks",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    # the moderator who did it
    Column("by_id", BigInteger, nullable=False),
    Column("created_at", Moment, nullable=False),
)
