"""By which name the beginning of the turn at hand was shown: undoing half a turn keeps it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    stamp = sa.Column("turn_stamp", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("games", stamp)
    # of running games only where nothing is played yet; else no ply fits till a turn is complete
    op.execute(
        "UPDATE games SET turn_stamp = CAST(undone AS BIGINT) * 100000"
        " + CASE WHEN status = 'finished' THEN ply ELSE 0 END"
    )
