"""Third migration: room for the longest stream of an outbox message with ids of 19 digits."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as outbox:
        outbox.alter_column("stream", existing_type=sa.String(40), type_=sa.String(64))
