"""Tables of the lobby and of reports, part of the schema of `bot/store/tables/schema.py`."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
)

from bot.store.tables.schema import Moment, RowId, metadata

offers = Table(
    "offers",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, ForeignKey("players.id"), nullable=False),
    # the server where it was posted; NULL for direct messages and user installs
    Column("guild_id", BigInteger),
    Column("game_key", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("pace", String(20), nullable=False),
    Column("strict", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    # all terms in one text: two offers match if their texts are equal
    Column("terms", String(200), nullable=False),
    # the number of games to keep in progress; 0 for one game, after which the offer is closed
    Column("keep", SmallInteger, nullable=False),
    # the ids of its games in progress
    Column("games", JSON, nullable=False),
    Column("status", String(20), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Index(None, "terms", "status", "id"),
    Index(None, "status", "game_key", "id"),
    Index(None, "user_id", "status"),
    # ids are never reused, because a menu may still hold the id of a deleted row
    sqlite_autoincrement=True,
)

# people who have used the lobby in a server, so that two of them can play there
lobby_members = Table(
    "lobby_members",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "user_id"),
)

# a player reports the opponent of a game to the operator
reports = Table(
    "reports",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", BigInteger, ForeignKey("games.id"), nullable=False),
    Column("reporter_id", BigInteger, ForeignKey("players.id"), nullable=False),
    # a value of `ReportReason`
    Column("reason", String(20), nullable=False),
    Column("created_at", Moment, nullable=False),
    # not unique, because two deleted players who reported their game share an id
    Index(None, "reporter_id", "game_id"),
    Index(None, "game_id"),
)
