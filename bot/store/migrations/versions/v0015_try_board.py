"""Try-boards with their lines and plans, and the term of a game that forbids plans."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "try_boards",
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("node", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("tip", sa.Integer, nullable=False),
        sa.Column("flipped", sa.Boolean, nullable=False),
        sa.Column("published", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_try_boards"),
    )
    op.create_index("ix_try_boards_user_id", "try_boards", ["user_id"])
    op.create_table(
        "try_nodes",
        sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("node", sa.Integer, nullable=False),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("move", sa.String(40), nullable=False),
        sa.Column("planned_at", sa.BigInteger),
        sa.Column("mark", sa.String(4)),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", "node", name="pk_try_nodes"),
    )
    op.create_index("ix_try_nodes_user_id", "try_nodes", ["user_id"])
    is_planned = sa.text("planned_at IS NOT NULL")
    op.create_index(
        "ix_try_nodes_game_id",
        "try_nodes",
        ["game_id"],
        sqlite_where=is_planned,
        postgresql_where=is_planned,
    )
    for table in ("games", "challenges"):
        allowed = sa.Column("plans", sa.Boolean, nullable=False, server_default=sa.true())
        op.add_column(table, allowed)
