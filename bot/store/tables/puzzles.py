"""Attempts at puzzles, and the ratings of solvers and puzzles."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, delete, func, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import puzzle_attempts, puzzle_ratings, puzzle_solvers


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """Person's first attempt at a puzzle; see the columns of `puzzle_attempts`."""

    user_id: int
    puzzle: int
    shown_at: datetime
    tried: str = ""
    wrong: int = 0
    solved: bool | None = None
    vote: int | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SolverRow:
    """Person's puzzle rating (Glicko-2), and the number of rated attempts behind it."""

    user_id: int
    value: float
    deviation: float
    volatility: float
    attempts: int = 0
    changed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """Rating of a puzzle from attempts at it, and its votes."""

    puzzle: int
    value: float
    deviation: float
    volatility: float
    attempts: int = 0
    likes: int = 0
    dislikes: int = 0


async def find_attempt(tx: Transaction, user_id: int, puzzle: int) -> AttemptRow | None:
    """Return a person's first attempt at a puzzle; None if they were not shown it."""
    found = select(puzzle_attempts).filter_by(user_id=user_id, puzzle=puzzle)
    row = (await tx.connection.execute(found)).mappings().one_or_none()
    return None if row is None else AttemptRow(**row)


async def find_attempts(tx: Transaction, user_id: int) -> list[AttemptRow]:
    """Return a person's first attempts at all puzzles that they were shown, in no fixed order."""
    found = select(puzzle_attempts).filter_by(user_id=user_id)
    return [AttemptRow(**row) for row in (await tx.connection.execute(found)).mappings()]


async def find_shown(tx: Transaction, user_id: int) -> set[int]:
    """Return the numbers of the puzzles that a person was shown."""
    query = select(puzzle_attempts.c.puzzle).where(puzzle_attempts.c.user_id == user_id)
    return set((await tx.connection.execute(query)).scalars())


async def count_shown_before(tx: Transaction, row: AttemptRow, below: int) -> int:
    """Return the number of puzzles that a person was shown before the puzzle of an attempt.

    :param below: only puzzles with smaller numbers count.
    """
    query = select(func.count()).where(
        puzzle_attempts.c.user_id == row.user_id,
        puzzle_attempts.c.puzzle < below,
        puzzle_attempts.c.shown_at < row.shown_at,
    )
    return int((await tx.connection.execute(query)).scalar_one())


async def put_attempt(tx: Transaction, row: AttemptRow) -> None:
    """Insert or update a person's first attempt at a puzzle."""
    await _put(tx, puzzle_attempts, asdict(row), ("user_id", "puzzle"))


async def delete_attempts(tx: Transaction, user_id: int, puzzles: Collection[int]) -> None:
    """Delete a person's attempts at the puzzles with the given numbers."""
    theirs = (puzzle_attempts.c.user_id == user_id, puzzle_attempts.c.puzzle.in_(puzzles))
    await tx.connection.execute(delete(puzzle_attempts).where(*theirs))


async def find_solver(tx: Transaction, user_id: int) -> SolverRow | None:
    """Return a person's puzzle rating; None before the first rated attempt."""
    found = select(puzzle_solvers).filter_by(user_id=user_id)
    row = (await tx.connection.execute(found)).mappings().one_or_none()
    return None if row is None else SolverRow(**row)


async def put_solver(tx: Transaction, row: SolverRow) -> None:
    """Insert or update a person's puzzle rating."""
    await _put(tx, puzzle_solvers, asdict(row), ("user_id",))


async def find_puzzles(tx: Transaction, numbers: Collection[int]) -> dict[int, PuzzleRow]:
    """Return the stored ratings and votes by puzzle number; puzzles without any are missing."""
    query = select(puzzle_ratings).where(puzzle_ratings.c.puzzle.in_(numbers))
    rows = (await tx.connection.execute(query)).mappings()
    return {row["puzzle"]: PuzzleRow(**row) for row in rows}


async def put_puzzle(tx: Transaction, row: PuzzleRow) -> None:
    """Insert or update the rating and votes of a puzzle."""
    await _put(tx, puzzle_ratings, asdict(row), ("puzzle",))


async def _put(tx: Transaction, table: Table, row: dict[str, Any], key: tuple[str, ...]) -> None:
    same = {name: row[name] for name in key}
    changed = update(table).filter_by(**same).values(row)
    if (await tx.connection.execute(changed)).rowcount == 0:
        await tx.connection.execute(insert(table).values(row))
