"""Indexes for the messages of a game or to a person, which a deletion of the person searches."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in ("game_id", "user_id"):
        op.create_index(f"ix_outbox_{column}", "outbox", [column])
