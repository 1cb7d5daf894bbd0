"""Outbox ids that are never reused, also on SQLite, and the messages sent with a token."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    # PostgreSQL's sequences never go back
    if op.get_context().dialect.name == "sqlite":
        number_once = {"sqlite_autoincrement": True}
        with op.batch_alter_table("outbox", recreate="always", table_kwargs=number_once):
            pass
    op.add_column("voices", sa.Column("sent", sa.JSON, nullable=False, server_default="[]"))
