"""The tables, the same on SQLite and PostgreSQL. Migrations bring a database here; see migrations/.

The stored truth of a game is its options and its plies; the other columns of `games` are what lists
and guards need without a replay. Rows name seats (0 and 1), never colours: a swap changes no row.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
    true,
)
from sqlalchemy.engine import Dialect

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(TypeDecorator[datetime]):
    """A point in time: an aware datetime here, microseconds since 1970 UTC in the database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        del dialect
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        del dialect
        return None if value is None else EPOCH + timedelta(microseconds=value)


# SQLite numbers rows by itself only in a column that is exactly INTEGER
RowId = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created_at", Moment, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("seat0", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("seat1", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("game_key", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("ply", Integer, nullable=False),
    # grows with each undo, so that (id, undone, ply) names one position for ever
    Column("undone", Integer, nullable=False),
    # the name of the beginning of the turn at hand: see bot/store/stamps.py
    Column("turn_stamp", BigInteger, nullable=False, server_default="0"),
    Column("turn", Integer, nullable=False),
    Column("seat_to_move", SmallInteger),
    Column("status", String(20), nullable=False),
    Column("winner_seat", SmallInteger),
    Column("ending", String(40)),
    Column("turn_message_id", BigInteger),
    Column("created_at", Moment, nullable=False),
    # the last change that both players can see: half a turn leaves it as it is
    Column("updated_at", Moment, nullable=False),
    # whether moves may be taken back; who asks to, and how many plies would remain
    Column("undo", Boolean, nullable=False, server_default=true()),
    Column("undo_seat", SmallInteger),
    Column("undo_to_ply", Integer),
    # in a practice game, the seat of the bot itself and its level
    Column("partner_seat", SmallInteger),
    Column("partner_level", SmallInteger),
    Index(None, "partner_seat", "status", "seat_to_move"),
    Index(None, "seat0", "status", "updated_at"),
    Index(None, "seat1", "status", "updated_at"),
    Index(None, "channel_id"),
)

plies = Table(
    "plies",
    metadata,
    Column("game_id", RowId, ForeignKey("games.id"), primary_key=True),
    # moves made before this one
    Column("ply", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("move", String(40), nullable=False),
    Column("played_at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("challenger_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Column("opponent_id", BigInteger, ForeignKey("players.id")),
    Column("game_key", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", String(20), nullable=False),
    Column("message_id", BigInteger),
    Column("game_id", BigInteger, ForeignKey("games.id")),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    # who has seat 0: "challenger", "opponent", or "lot"
    Column("begins", String(20), nullable=False, server_default="challenger"),
    Column("undo", Boolean, nullable=False, server_default=true()),
    # the challenge that this one answers with other terms, and the game that it wants again;
    # without a foreign key, which SQLite could only add by copying the table
    Column("counters", BigInteger),
    Column("rematch_of", BigInteger),
    Column("pace", String(20), nullable=False, server_default="none"),
    Column("strict", Boolean, nullable=False, server_default=false()),
    Index(None, "rematch_of"),
    Index(None, "game_id"),
    Index(None, "message_id"),
    Index(None, "challenger_id", "status"),
    Index(None, "opponent_id", "status"),
    Index(None, "status", "expires_at"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", RowId, primary_key=True),
    # rows of one stream ("game:12", "challenge:7") go out in the order of their ids
    Column("stream", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("game_id", BigInteger, ForeignKey("games.id")),
    Column("challenge_id", BigInteger, ForeignKey("challenges.id")),
    Column("ply", Integer),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("status", String(20), nullable=False),
    Column("attempts", Integer, nullable=False),
    # when it may be taken; for a row that is being sent, when its worker is given up for dead
    Column("due_at", Moment, nullable=False),
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("created_at", Moment, nullable=False),
    Column("closed_at", Moment),
    # whom a message is for that is not about one game only
    Column("user_id", BigInteger),
    Index(None, "status", "due_at"),
    Index(None, "stream", "status"),
    # asked by the foreign key when a challenge is dropped
    Index(None, "challenge_id"),
    # the id of a deleted row must not name another one: its worker may still report about it
    sqlite_autoincrement=True,
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("action", String(40), nullable=False),
    Column("game_id", BigInteger),
    Column("challenge_id", BigInteger),
    Column("from_ply", Integer),
    Column("to_ply", Integer),
    Column("handled_at", Moment, nullable=False),
    Index(None, "handled_at"),
)
