"""Terms of challenges, counter-offers, rematches and undo requests."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("begins", sa.String(20), nullable=False, server_default="challenger"),
        sa.Column("undo", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("counters", sa.BigInteger),
        sa.Column("rematch_of", sa.BigInteger),
    ):
        op.add_column("challenges", column)
    op.create_index("ix_challenges_rematch_of", "challenges", ["rematch_of"])
    for column in (
        sa.Column("undo", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("undo_seat", sa.SmallInteger),
        sa.Column("undo_to_ply", sa.Integer),
    ):
        op.add_column("games", column)
