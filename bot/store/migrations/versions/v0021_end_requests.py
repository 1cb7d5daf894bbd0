"""Requests to end a game without a result."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("games", sa.Column("end_seat", sa.SmallInteger))
    op.add_column(
        "games", sa.Column("end_declined", sa.Boolean, nullable=False, server_default=sa.false())
    )
