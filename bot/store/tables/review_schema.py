"""The table of finished games that somebody wants looked back on."""

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, Table, text

from bot.store.tables.schema import Moment, metadata

_TO_DO = text("found IS NULL")

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("wanted_at", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),
    # what was found, as JSON of whoever looked; NULL until then
    Column("found", JSON(none_as_null=True)),
    # asked every few seconds: those that were found are many, and long
    Index(None, "wanted_at", sqlite_where=_TO_DO, postgresql_where=_TO_DO),
)
