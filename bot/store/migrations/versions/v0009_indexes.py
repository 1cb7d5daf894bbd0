"""Indexes from a game to its challenge, and for reviews that are not finished."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_index("ix_challenges_game_id", "challenges", ["game_id"])
    to_do = sa.text("found IS NULL")
    op.create_index(
        "ix_reviews_wanted_at",
        "reviews",
        ["wanted_at"],
        sqlite_where=to_do,
        postgresql_where=to_do,
    )
