"""Tables of puzzles, part of the schema of `bot/store/tables/schema.py`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    SmallInteger,
    Table,
    Text,
)

from bot.store.tables.schema import Moment, metadata

# the first attempt of each person at each puzzle they were shown; repeats are not stored
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    # the number of the puzzle, see `sparring.puzzles.puzzle.Puzzle.number`
    Column("puzzle", BigInteger, primary_key=True, autoincrement=False),
    # the distinct wrong turns in order, as "step:turn" separated by spaces, and their number
    Column("tried", Text, nullable=False),
    Column("wrong", SmallInteger, nullable=False),
    # NULL while the attempt is in progress
    Column("solved", Boolean),
    # 1 for a good puzzle, -1 for a bad one
    Column("vote", SmallInteger),
    Column("shown_at", Moment, nullable=False),
    Column("ended_at", Moment),
)

# people's puzzle ratings
puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("user_id", BigInteger, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    # the number of rated attempts
    Column("attempts", Integer, nullable=False),
    Column("changed_at", Moment),
)

# ratings of puzzles from attempts, and votes; no row before the first attempt or vote
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", BigInteger, primary_key=True, autoincrement=False),
    Column("value", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("likes", Integer, nullable=False),
    Column("dislikes", Integer, nullable=False),
)
