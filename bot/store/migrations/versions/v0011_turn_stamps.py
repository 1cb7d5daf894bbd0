"""The revision of the start of the current turn, which survives undoing half a turn."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    stamp = sa.Column("turn_stamp", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("games", stamp)
    # a running game gets ply 0, which is right before its first move; later, no revision matches
    # until a turn is complete
    op.execute(
        "UPDATE games SET turn_stamp = CAST(undone AS BIGINT) * 100000"
        " + CASE WHEN status = 'finished' THEN ply ELSE 0 END"
    )
