"""The name of the feature for the table of last looks."""

from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.rename_table("looks", "last_looks")
    for column in ("user_id", "looked_at"):
        op.drop_index(f"ix_looks_{column}", "last_looks")
        op.create_index(f"ix_last_looks_{column}", "last_looks", [column])
