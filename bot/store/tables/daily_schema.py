"""Tables of the puzzle of the day, part of the schema of `bot/store/tables/schema.py`.

A day is the ordinal of a date (`datetime.date.toordinal`) in the time zone of the server.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, SmallInteger, String, Table

from bot.store.tables.schema import Moment, metadata

# a server without a row gets no puzzle of the day
daily_channels = Table(
    "daily_channels",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("hour", SmallInteger, nullable=False),
    Column("zone", String(64), nullable=False),
    # the manager who chose the channel
    Column("by_id", BigInteger, nullable=False),
)

# the same puzzle for all servers on that day, drawn when the first server needs it
daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("puzzle", BigInteger, nullable=False),
)

# one message per server and day
daily_posts = Table(
    "daily_posts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    # NULL until Discord has it
    Column("message_id", BigInteger),
    Column("added_at", Moment, nullable=False),
    Index(None, "day"),
)

# people who pressed Solve in a server; the results are in `puzzle_attempts`
daily_entries = Table(
    "daily_entries",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Index(None, "user_id", "day"),
    Index(None, "day"),
)

# streaks of days on which a person solved the puzzle of the day
daily_streaks = Table(
    "daily_streaks",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("length", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    # the last day with a result
    Column("last_day", Integer, nullable=False),
)
