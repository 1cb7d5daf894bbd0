"""Tables of the lobby: standing offers, and the members of each server who have used it."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "offers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("game_key", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("pace", sa.String(20), nullable=False),
        sa.Column("strict", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("terms", sa.String(200), nullable=False),
        sa.Column("keep", sa.SmallInteger, nullable=False),
        sa.Column("games", sa.JSON, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["players.id"], name="fk_offers_user_id"),
        sa.PrimaryKeyConstraint("id", name="pk_offers"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_offers_terms", "offers", ["terms", "status", "id"])
    op.create_index("ix_offers_status", "offers", ["status", "game_key", "id"])
    op.create_index("ix_offers_user_id", "offers", ["user_id", "status"])
    op.create_table(
        "lobby_members",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_lobby_members"),
    )
    op.create_index("ix_lobby_members_user_id", "lobby_members", ["user_id"])
