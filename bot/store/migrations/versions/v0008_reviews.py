"""Requested reviews of finished games, and their results."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), autoincrement=False),
        sa.Column("wanted_at", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("found", sa.JSON),
        sa.PrimaryKeyConstraint("game_id", name="pk_reviews"),
    )
