"""The number of plies of another game with which a practice game starts."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("opening_plies", sa.Integer, nullable=False, server_default="0")
    )
