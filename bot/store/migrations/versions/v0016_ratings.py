"""Ratings: the term of a game, present ratings, their history, the members of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    for table in ("games", "challenges"):
        agreed = sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, agreed)
    op.create_table(
        "ratings",
        sa.Column("game_key", sa.String(40), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        *_numbers("value", "deviation", "volatility"),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger),
        sa.Column("listed_until", sa.BigInteger),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game_key", "user_id", name="pk_ratings"),
    )
    ranked = ["game_key", "value", "listed_until", "user_id"]
    op.create_index("ix_ratings_game_key", "ratings", ranked)
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "rating_events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("game_id", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("game_key", sa.String(40), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        *_numbers("score"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("idle", sa.BigInteger, nullable=False),
        *_numbers("old_value", "old_deviation", "old_volatility"),
        *_numbers("opponent_value", "opponent_deviation"),
        *_numbers("new_value", "new_deviation", "new_volatility"),
        sa.PrimaryKeyConstraint("id", name="pk_rating_events"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rating_events_game_id", "rating_events", ["game_id", "seat"], unique=True)
    op.create_index("ix_rating_events_user_id", "rating_events", ["user_id", "id"])
    op.create_table(
        "rated_members",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game_key", sa.String(40), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game_key", "user_id", name="pk_rated_members"),
    )
    op.create_index("ix_rated_members_user_id", "rated_members", ["user_id"])


def _numbers(*names: str) -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Float(53), nullable=False) for name in names]
