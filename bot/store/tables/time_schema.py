"""The tables of time: clocks, deadlines, absences, and who has been told what, and how."""

from datetime import timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    TypeDecorator,
    literal,
    true,
)
from sqlalchemy.engine import Dialect

from bot.store.tables.schema import Moment, RowId, metadata


class Span(TypeDecorator[timedelta]):
    """A length of time: a timedelta here, microseconds in the database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        del dialect
        return None if value is None else value // timedelta(microseconds=1)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> timedelta | None:
        del dialect
        return None if value is None else timedelta(microseconds=value)


def microseconds(length: timedelta) -> ColumnElement[int]:
    """Return a length of time as it is added to a stored moment."""
    return literal(length // timedelta(microseconds=1), BigInteger)


# a game without a clock has no row
clocks = Table(
    "clocks",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("pace", String(20), nullable=False),
    Column("strict", Boolean, nullable=False),
    Column("left0", Span, nullable=False),
    Column("left1", Span, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    # from when the time of `seat` is counted; NULL while the clocks stand
    Column("since", Moment),
    # the turns, by the stamps of their beginnings, in which its player refused an automatic
    # vacation, and was reminded
    Column("no_vacation_at", BigInteger),
    Column("reminded_at", BigInteger),
    # when the opponent last asked the bot to remind
    Column("nudged_at", Moment),
    Column("version", Integer, nullable=False),
    Index(None, "since"),
)

# one row a thing that is due; `subject` is the id of what the kind is about: a game, person, server
deadlines = Table(
    "deadlines",
    metadata,
    Column("kind", String(20), primary_key=True),
    Column("subject", BigInteger, primary_key=True, autoincrement=False),
    Column("due_at", Moment, nullable=False),
    Index(None, "due_at"),
    Index(None, "subject"),
)

absences = Table(
    "absences",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("starts_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    # strict games stand until then: the days of a year are limited
    Column("strict_ends_at", Moment, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Index(None, "user_id", "ends_at"),
)

# how each turn reached the person to move
notices = Table(
    "notices",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    # names the position for ever: see GameView.stamp
    Column("stamp", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("state", String(20), nullable=False),
    Column("changed_at", Moment, nullable=False),
    Index(None, "user_id", "state"),
    Index(None, "changed_at"),
)

notice_settings = Table(
    "notice_settings",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("way", String(20), nullable=False),
    # minutes after midnight in the zone
    Column("quiet_from", SmallInteger),
    Column("quiet_to", SmallInteger),
    Column("digest_at", SmallInteger),
    Column("zone", String(64), nullable=False),
    Column("reminders", Boolean, nullable=False, server_default=true()),
    Column("dm_refused_at", Moment),
)

mutes = Table(
    "mutes",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
)
