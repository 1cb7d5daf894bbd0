"""Tables of ratings, part of the schema of `bot/store/tables/schema.py`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
)

from bot.store.tables.schema import Moment, RowId, Span, metadata

# current rating of each person, and of each level of the engine (`user_id` is minus the level)
ratings = Table(
    "ratings",
    metadata,
    Column("game_key", String(40), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    # the number of rated games
    Column("games", Integer, nullable=False),
    # the end of the last rated game; NULL before the first
    Column("changed_at", Moment),
    # time until which the player is on the leaderboard; NULL for hidden or unlisted players
    Column("listed_until", Moment),
    Column("hidden", Boolean, nullable=False),
    # contains all columns that a page of the leaderboard and a rank need
    Index(None, "game_key", "value", "listed_until", "user_id"),
    Index(None, "user_id"),
)

# one row per rated player of each finished game that both agreed to rate; changed only by a
# recomputation. The ids give the order in which games were rated.
rating_events = Table(
    "rating_events",
    metadata,
    Column("id", RowId, primary_key=True),
    # no foreign key, because the event of a deleted game remains until ratings are recomputed
    Column("game_id", BigInteger, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("game_key", String(40), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    # reason why the rating changed or not: see bot/services/values/ratings/conditions.py
    Column("reason", String(20), nullable=False),
    # 1 for a win, 0.5 for a draw, 0 for a loss
    Column("score", Float(53), nullable=False),
    Column("at", Moment, nullable=False),
    # the time since the player's last rated game, during which the rating aged
    Column("idle", Span, nullable=False),
    # the stored rating before the game, and the opponent's rating, aged
    Column("old_value", Float(53), nullable=False),
    Column("old_deviation", Float(53), nullable=False),
    Column("old_volatility", Float(53), nullable=False),
    Column("opponent_value", Float(53), nullable=False),
    Column("opponent_deviation", Float(53), nullable=False),
    Column("new_value", Float(53), nullable=False),
    Column("new_deviation", Float(53), nullable=False),
    Column("new_volatility", Float(53), nullable=False),
    # a game is rated once
    Index(None, "game_id", "seat", unique=True),
    Index(None, "user_id", "id"),
    sqlite_autoincrement=True,
)

# people who have played rated games in a server, for its leaderboard
rated_members = Table(
    "rated_members",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_key", String(40), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "user_id"),
)
