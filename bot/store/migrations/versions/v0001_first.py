"""First migration: the tables of version 0001, independent of the current `schema.py`."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

HAS_CUT = "winner_seat IS NOT NULL AND engine_seat IS NULL AND largest_cut IS NOT NULL"
HAS_ENDED = "status = 'finished' AND engine_seat IS NULL"
# SQLite assigns ids only to a column whose type is exactly INTEGER
RowId = sa.BigInteger().with_variant(sa.Integer, "sqlite")

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def upgrade() -> None:
    metadata.create_all(op.get_bind(), checkfirst=False)


sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("locale", sa.String(20)),
    sa.Column("dm_refused_at", sa.BigInteger),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

sa.Table(
    "games",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("seat0", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("seat1", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("game_key", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("undone", sa.Integer, nullable=False),
    sa.Column("turn_revision", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("seat_to_move", sa.SmallInteger),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("winner_seat", sa.SmallInteger),
    sa.Column("ending", sa.String(40)),
    sa.Column("turn_message_id", sa.BigInteger),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("updated_at", sa.BigInteger, nullable=False),
    sa.Column("undo", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("undo_seat", sa.SmallInteger),
    sa.Column("undo_to_ply", sa.Integer),
    sa.Column("end_seat", sa.SmallInteger),
    sa.Column("end_declined", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("engine_seat", sa.SmallInteger),
    sa.Column("engine_level", sa.SmallInteger),
    sa.Column("plans", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("by_hand0", sa.Integer),
    sa.Column("by_hand1", sa.Integer),
    sa.Column("opening_plies", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rematch_of", sa.BigInteger),
    sa.Column("largest_cut", sa.SmallInteger),
    sa.Column("cut_seat", sa.SmallInteger),
    sa.Column("cut_ply", sa.Integer),
    sa.Column("series", sa.SmallInteger, nullable=False, server_default="1"),
    sa.Column("series_of", sa.BigInteger),
    sa.Index(None, "channel_id"),
    sa.Index(None, "engine_seat", "status", "seat_to_move"),
    sa.Index(
        None,
        "guild_id",
        "largest_cut",
        sqlite_where=sa.text(HAS_CUT),
        postgresql_where=sa.text(HAS_CUT),
    ),
    sa.Index(
        "ix_games_ended",
        "guild_id",
        "updated_at",
        sqlite_where=sa.text(HAS_ENDED),
        postgresql_where=sa.text(HAS_ENDED),
    ),
    sa.Index(
        None,
        "rematch_of",
        sqlite_where=sa.text("rematch_of IS NOT NULL"),
        postgresql_where=sa.text("rematch_of IS NOT NULL"),
    ),
    sa.Index(
        None,
        "series_of",
        sqlite_where=sa.text("series_of IS NOT NULL"),
        postgresql_where=sa.text("series_of IS NOT NULL"),
    ),
    sa.Index(None, "seat0", "status", "updated_at"),
    sa.Index(None, "seat1", "status", "updated_at"),
)

sa.Table(
    "plies",
    metadata,
    sa.Column("game_id", RowId, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("move", sa.String(40), nullable=False),
    sa.Column("played_at", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

sa.Table(
    "challenges",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("challenger_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("opponent_id", sa.BigInteger, sa.ForeignKey("players.id")),
    sa.Column("game_key", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id")),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("begins", sa.String(20), nullable=False, server_default="challenger"),
    sa.Column("undo", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("counters", sa.BigInteger),
    sa.Column("rematch_of", sa.BigInteger),
    sa.Column("pace", sa.String(20), nullable=False, server_default="none"),
    sa.Column("strict", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("plans", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("series", sa.SmallInteger, nullable=False, server_default="1"),
    sa.Index(None, "challenger_id", "status"),
    sa.Index(None, "game_id"),
    sa.Index(None, "message_id"),
    sa.Index(None, "opponent_id", "status"),
    sa.Index(None, "rematch_of"),
    sa.Index(None, "status", "expires_at"),
)

sa.Table(
    "outbox",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("stream", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id")),
    sa.Column("challenge_id", sa.BigInteger, sa.ForeignKey("challenges.id")),
    sa.Column("ply", sa.Integer),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("text", sa.Text),
    sa.Column("error", sa.Text),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("closed_at", sa.BigInteger),
    sa.Column("user_id", sa.BigInteger),
    sa.Index(None, "challenge_id"),
    sa.Index(None, "status", "due_at"),
    sa.Index(None, "stream", "status"),
    sqlite_autoincrement=True,
)

sa.Table(
    "interactions",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("action", sa.String(40), nullable=False),
    sa.Column("game_id", sa.BigInteger),
    sa.Column("challenge_id", sa.BigInteger),
    sa.Column("from_ply", sa.Integer),
    sa.Column("to_ply", sa.Integer),
    sa.Column("handled_at", sa.BigInteger, nullable=False),
    sa.Index(None, "handled_at"),
)

sa.Table(
    "clocks",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("pace", sa.String(20), nullable=False),
    sa.Column("strict", sa.Boolean, nullable=False),
    sa.Column("left0", sa.BigInteger, nullable=False),
    sa.Column("left1", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("since", sa.BigInteger),
    sa.Column("no_vacation_at", sa.BigInteger),
    sa.Column("reminded_at", sa.BigInteger),
    sa.Column("nudged_at", sa.BigInteger),
    sa.Column("turn0", sa.BigInteger),
    sa.Column("turn1", sa.BigInteger),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Index(
        None,
        "game_id",
        sqlite_where=sa.text("since IS NOT NULL"),
        postgresql_where=sa.text("since IS NOT NULL"),
    ),
)

sa.Table(
    "deadlines",
    metadata,
    sa.Column("kind", sa.String(20), primary_key=True),
    sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("due_at", sa.BigInteger),
    sa.Column("bot_due_at", sa.BigInteger),
    sa.Index(None, "due_at"),
    sa.Index(None, "bot_due_at"),
    sa.Index(None, "subject"),
)

sa.Table(
    "vacations",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("starts_at", sa.BigInteger, nullable=False),
    sa.Column("ends_at", sa.BigInteger, nullable=False),
    sa.Column("strict_ends_at", sa.BigInteger, nullable=False),
    sa.Column("automatic", sa.Boolean, nullable=False),
    sa.Index(None, "user_id", "ends_at"),
)

sa.Table(
    "turn_notifications",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("revision", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
    sa.Index(None, "changed_at"),
    sa.Index(None, "user_id", "state"),
)

sa.Table(
    "mutes",
    metadata,
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
)

sa.Table(
    "person_blocks",
    metadata,
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("blocked_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

sa.Table(
    "server_blocks",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("by_id", sa.BigInteger, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

sa.Table(
    "reviews",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("wanted_at", sa.BigInteger, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("content", sa.JSON),
    sa.Index(
        None,
        "wanted_at",
        sqlite_where=sa.text("content IS NULL"),
        postgresql_where=sa.text("content IS NULL"),
    ),
)

sa.Table(
    "try_boards",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("revision", sa.BigInteger, nullable=False),
    sa.Column("node", sa.Integer, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("tip", sa.Integer, nullable=False),
    sa.Column("flipped", sa.Boolean, nullable=False),
    sa.Column("published", sa.Boolean, nullable=False),
    sa.Index(None, "user_id"),
)

sa.Table(
    "try_nodes",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("node", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("parent", sa.Integer, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("move", sa.String(40), nullable=False),
    sa.Column("planned_at", sa.BigInteger),
    sa.Column("mark", sa.String(4)),
    sa.Column("note", sa.Text, nullable=False),
    sa.Index(
        None,
        "game_id",
        sqlite_where=sa.text("planned_at IS NOT NULL"),
        postgresql_where=sa.text("planned_at IS NOT NULL"),
    ),
    sa.Index(None, "user_id"),
)

sa.Table(
    "servers",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("left_at", sa.BigInteger),
    sa.Column("finished", sa.SmallInteger, nullable=False, server_default="0"),
)

sa.Table(
    "user_install_channels",
    metadata,
    sa.Column("channel_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("since", sa.BigInteger, nullable=False),
)

sa.Table(
    "interaction_tokens",
    metadata,
    sa.Column("interaction_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("uses_left", sa.SmallInteger, nullable=False),
    sa.Column("sent", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("game_id", sa.BigInteger, index=True),
    sa.Column("wide", sa.Boolean, nullable=False, server_default=sa.false()),
)

sa.Table(
    "daily_channels",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("hour", sa.SmallInteger, nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("by_id", sa.BigInteger, nullable=False),
)

sa.Table(
    "daily_puzzles",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("puzzle", sa.BigInteger, nullable=False),
)

sa.Table(
    "daily_posts",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("added_at", sa.BigInteger, nullable=False),
    sa.Index(None, "day"),
)

sa.Table(
    "daily_entries",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Index(None, "day"),
    sa.Index(None, "user_id", "day"),
)

sa.Table(
    "daily_streaks",
    metadata,
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("longest", sa.Integer, nullable=False),
    sa.Column("last_day", sa.Integer, nullable=False),
)

sa.Table(
    "week_channels",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("by_id", sa.BigInteger, nullable=False, index=True),
)

sa.Table(
    "watchers",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Index(None, "user_id"),
)

sa.Table(
    "guesses",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("move", sa.String(40), nullable=False),
)

sa.Table(
    "last_looks",
    metadata,
    sa.Column(
        "game_id",
        sa.BigInteger,
        sa.ForeignKey("games.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("looked_at", sa.BigInteger, nullable=False, index=True),
)

sa.Table(
    "offers",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("game_key", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("undo", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("plans", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("begins", sa.String(20), nullable=False, server_default="challenger"),
    sa.Column("pace", sa.String(20), nullable=False, server_default="none"),
    sa.Column("strict", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("terms", sa.String(200), nullable=False),
    sa.Column("keep", sa.SmallInteger, nullable=False),
    sa.Column("games", sa.JSON, nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("series", sa.SmallInteger, nullable=False, server_default="1"),
    sa.Index(None, "status", "game_key", "id"),
    sa.Index(None, "terms", "status", "id"),
    sa.Index(None, "user_id", "status"),
    sqlite_autoincrement=True,
)

sa.Table(
    "lobby_members",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index(None, "user_id"),
)

sa.Table(
    "reports",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("reporter_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("reason", sa.String(20), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Index(None, "game_id"),
    sa.Index(None, "reporter_id", "game_id", unique=True),
)

sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("puzzle", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("tried", sa.Text, nullable=False),
    sa.Column("wrong", sa.SmallInteger, nullable=False),
    sa.Column("solved", sa.Boolean),
    sa.Column("vote", sa.SmallInteger),
    sa.Column("shown_at", sa.BigInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger),
)

sa.Table(
    "puzzle_solvers",
    metadata,
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("players.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("value", sa.Float(53), nullable=False),
    sa.Column("deviation", sa.Float(53), nullable=False),
    sa.Column("volatility", sa.Float(53), nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("changed_at", sa.BigInteger),
)

sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("value", sa.Float(53), nullable=False),
    sa.Column("deviation", sa.Float(53), nullable=False),
    sa.Column("volatility", sa.Float(53), nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("likes", sa.Integer, nullable=False),
    sa.Column("dislikes", sa.Integer, nullable=False),
)

sa.Table(
    "mistakes",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("puzzle", sa.Text, nullable=False),
    sa.Column("failures", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("due_at", sa.BigInteger),
    sa.Index(None, "game_id", "user_id", "ply", unique=True),
    sa.Index(None, "user_id", "due_at"),
    sqlite_autoincrement=True,
)

sa.Table(
    "ratings",
    metadata,
    sa.Column("game_key", sa.String(40), primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("value", sa.Float(53), nullable=False),
    sa.Column("deviation", sa.Float(53), nullable=False),
    sa.Column("volatility", sa.Float(53), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed_at", sa.BigInteger),
    sa.Column("listed_until", sa.BigInteger),
    sa.Column("hidden", sa.Boolean, nullable=False),
    sa.Index(None, "game_key", "value", "listed_until", "user_id"),
    sa.Index(None, "user_id"),
)

sa.Table(
    "rating_events",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("game_id", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("game_key", sa.String(40), nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.String(20), nullable=False),
    sa.Column("score", sa.Float(53), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("idle", sa.BigInteger, nullable=False),
    sa.Column("old_value", sa.Float(53), nullable=False),
    sa.Column("old_deviation", sa.Float(53), nullable=False),
    sa.Column("old_volatility", sa.Float(53), nullable=False),
    sa.Column("opponent_value", sa.Float(53), nullable=False),
    sa.Column("opponent_deviation", sa.Float(53), nullable=False),
    sa.Column("new_value", sa.Float(53), nullable=False),
    sa.Column("new_deviation", sa.Float(53), nullable=False),
    sa.Column("new_volatility", sa.Float(53), nullable=False),
    sa.Index(None, "game_id", "seat", unique=True),
    sa.Index(None, "user_id", "id"),
    sqlite_autoincrement=True,
)

sa.Table(
    "rated_members",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game_key", sa.String(40), primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index(None, "user_id"),
)

sa.Table(
    "leagues",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("game_key", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("weeks", sa.SmallInteger, nullable=False),
    sa.Column("by_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Index(None, "guild_id"),
)

sa.Table(
    "league_members",
    metadata,
    sa.Column(
        "league_id",
        sa.BigInteger,
        sa.ForeignKey("leagues.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column(
        "user_id", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False
    ),
    sa.Column("confirmed_at", sa.BigInteger, nullable=False),
    sa.Column("asked_at", sa.BigInteger),
    sa.Index(None, "user_id"),
)

sa.Table(
    "league_seasons",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("league_id", sa.BigInteger, sa.ForeignKey("leagues.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("starts_at", sa.BigInteger, nullable=False),
    sa.Column("begun_at", sa.BigInteger),
    sa.Column("ended_at", sa.BigInteger),
    sa.Column("message_id", sa.BigInteger),
    sa.Index(None, "league_id", "number", unique=True),
)

sa.Table(
    "league_places",
    metadata,
    sa.Column(
        "season_id",
        sa.BigInteger,
        sa.ForeignKey("league_seasons.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("group_number", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("left_at", sa.BigInteger),
    sa.Index(None, "user_id"),
)

sa.Table(
    "league_pairings",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("season_id", sa.BigInteger, sa.ForeignKey("league_seasons.id"), nullable=False),
    sa.Column("group_number", sa.SmallInteger, nullable=False),
    sa.Column("first", sa.SmallInteger, nullable=False),
    sa.Column("second", sa.SmallInteger, nullable=False),
    sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id")),
    sa.Index(None, "game_id", unique=True),
    sa.Index(None, "season_id", "group_number"),
)

sa.Table(
    "league_rulings",
    metadata,
    sa.Column("id", RowId, primary_key=True),
    sa.Column("league_id", sa.BigInteger, sa.ForeignKey("leagues.id"), nullable=False),
    sa.Column("season_id", sa.BigInteger, sa.ForeignKey("league_seasons.id"), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("by_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("user_id", sa.BigInteger, index=True),
    sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), index=True),
    sa.Index(None, "league_id"),
)
