"""The table of the servers that the bot is or was in."""

from sqlalchemy import BigInteger, Column, Table

from bot.store.tables.schema import Moment, metadata

servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # when the bot was removed; NULL while it is there
    Column("left_at", Moment),
)
