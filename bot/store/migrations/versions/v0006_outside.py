"""User-install locations, and the interaction tokens with which the bot answers there."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "outside",
        sa.Column("channel_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_outside"),
    )
    op.create_table(
        "voices",
        sa.Column("interaction_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("left", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_voices"),
    )
    op.create_index("ix_voices_channel_id", "voices", ["channel_id"])
