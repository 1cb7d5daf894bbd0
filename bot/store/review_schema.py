"""The table of finished games that somebody wants looked back on."""

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Integer, Table

from bot.store.schema import Moment, metadata

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("wanted_at", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),
    # what was found, as JSON of whoever looked; NULL until then
    Column("found", JSON(none_as_null=True)),
)
