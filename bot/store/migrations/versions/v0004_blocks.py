"""Blocks between players, and members blocked in a server."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "person_blocks",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("blocked_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_person_blocks"),
        sa.ForeignKeyConstraint(["user_id"], ["players.id"], name="fk_person_blocks_user_id"),
    )
    op.create_index("ix_person_blocks_blocked_id", "person_blocks", ["blocked_id"])
    op.create_table(
        "server_blocks",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("by_id", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_server_blocks"),
    )
    op.create_index("ix_server_blocks_user_id", "server_blocks", ["user_id"])
