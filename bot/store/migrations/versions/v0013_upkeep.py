"""Indexes for maintenance: references to challenges, and the games of a channel."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_index("ix_outbox_challenge_id", "outbox", ["challenge_id"])
    op.create_index("ix_games_channel_id", "games", ["channel_id"])
