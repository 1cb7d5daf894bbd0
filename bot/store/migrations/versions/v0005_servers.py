"""Guilds of the bot, so that the data of a guild can be deleted after the bot is removed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("left_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild_id", name="pk_servers"),
    )
