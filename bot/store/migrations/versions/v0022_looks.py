"""Looks: how far each person has seen a game, and up to where each player played by hand."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    for seat in (0, 1):
        op.add_column("games", sa.Column(f"by_hand{seat}", sa.Integer))
    op.create_table(
        "looks",
        sa.Column("game_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("looked_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_looks_game_id"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_looks"),
    )
    op.create_index("ix_looks_user_id", "looks", ["user_id"])
    op.create_index("ix_looks_looked_at", "looks", ["looked_at"])
