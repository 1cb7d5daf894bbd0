"""The time before a deadline at which a person wants to be reminded."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("notification_settings", sa.Column("reminder_hours", sa.SmallInteger))
