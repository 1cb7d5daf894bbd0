"""Puzzles: the attempts and votes of people, and the ratings of puzzles and solvers."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("puzzle", sa.BigInteger, nullable=False),
        sa.Column("tried", sa.Text, nullable=False),
        sa.Column("wrong", sa.SmallInteger, nullable=False),
        sa.Column("solved", sa.Boolean),
        sa.Column("vote", sa.SmallInteger),
        sa.Column("shown_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name="pk_puzzle_attempts"),
    )
    op.create_table(
        "puzzle_solvers",
        sa.Column("user_id", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        *_rating(),
        sa.Column("changed_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("user_id", name="pk_puzzle_solvers"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.BigInteger, nullable=False),
        *_rating(),
        sa.Column("likes", sa.Integer, nullable=False),
        sa.Column("dislikes", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )


def _rating() -> list[sa.Column[float] | sa.Column[int]]:
    names = ("value", "deviation", "volatility")
    numbers = [sa.Column(name, sa.Float(53), nullable=False) for name in names]
    return [*numbers, sa.Column("attempts", sa.Integer, nullable=False)]
