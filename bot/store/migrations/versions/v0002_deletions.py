"""Second migration: indexes for the deletion of people, and a column for unseen undos.

Deleted players share an id, so the index of reporters and games is no longer unique.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SEARCHED = (
    ("outbox", "game_id"),
    ("outbox", "user_id"),
    ("interactions", "user_id"),
    ("server_blocks", "by_id"),
    ("daily_channels", "by_id"),
)


def upgrade() -> None:
    op.add_column("games", sa.Column("undo_unseen_by", sa.SmallInteger))
    for table, column in SEARCHED:
        op.create_index(f"ix_{table}_{column}", table, [column])
    op.drop_index("ix_reports_reporter_id", "reports")
    op.create_index("ix_reports_reporter_id", "reports", ["reporter_id", "game_id"])
