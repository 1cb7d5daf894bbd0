"""A way from a thread to its game: it has the number of the card under which it was opened."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_index("ix_challenges_message_id", "challenges", ["message_id"])
