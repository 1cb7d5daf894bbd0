"""Reports of players to the operator."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("game_id", sa.BigInteger, nullable=False),
        sa.Column("reporter_id", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_reports_game_id"),
        sa.ForeignKeyConstraint(["reporter_id"], ["players.id"], name="fk_reports_reporter_id"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_reporter_id", "reports", ["reporter_id", "game_id"], unique=True)
    op.create_index("ix_reports_game_id", "reports", ["game_id"])
