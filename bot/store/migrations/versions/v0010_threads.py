"""Index from a card to its challenge: a thread has the number of the card that opened it."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_index("ix_challenges_message_id", "challenges", ["message_id"])
