"""By which name the beginning of the turn at hand was shown: undoing half a turn keeps it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    stamp = sa.Column("turn_stamp", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("games", stamp)
    # right where nothing is played yet; elsewhere no ply fits, till the turn at hand is complete
    op.execute("UPDATE games SET turn_stamp = CAST(undone AS BIGINT) * 100000 WHERE undone > 0")
