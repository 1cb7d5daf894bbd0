"""Practice games: the bot's seat and its level."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("partner_seat", sa.SmallInteger))
    op.add_column("games", sa.Column("partner_level", sa.SmallInteger))
    op.create_index("ix_games_partner_seat", "games", ["partner_seat", "status", "seat_to_move"])
