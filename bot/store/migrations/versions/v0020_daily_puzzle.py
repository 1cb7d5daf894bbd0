"""The puzzle of the day: channels of servers, posts, who pressed Solve there, and streaks."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "daily_channels",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("hour", sa.SmallInteger, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("by_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_daily_channels"),
    )
    op.create_table(
        "daily_puzzles",
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("puzzle", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily_puzzles"),
    )
    op.create_table(
        "daily_posts",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("added_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_posts"),
    )
    op.create_index("ix_daily_posts_day", "daily_posts", ["day"])
    op.create_table(
        "daily_entries",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_daily_entries"),
    )
    op.create_index("ix_daily_entries_user_id", "daily_entries", ["user_id", "day"])
    op.create_index("ix_daily_entries_day", "daily_entries", ["day"])
    op.create_table(
        "daily_streaks",
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
        sa.Column("last_day", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_daily_streaks"),
    )
