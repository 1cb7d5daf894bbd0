"""Puzzles from people's own mistakes in their games, and when each is due to be shown."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import mistakes


@dataclass(frozen=True, slots=True)
class NewMistake:
    """Puzzle from a person's own mistake, not stored yet; see the columns of `mistakes`."""

    user_id: int
    game_id: int
    ply: int
    puzzle: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """Stored puzzle from a person's own mistake; `due_at` is None once it is solved."""

    id: int
    user_id: int
    game_id: int
    ply: int
    puzzle: str
    failures: int
    due_at: datetime | None


async def add(tx: Transaction, new: NewMistake) -> None:
    """Insert a puzzle, unless the person already has one from that turn of the game."""
    same = select(mistakes.c.id).filter_by(user_id=new.user_id, game_id=new.game_id, ply=new.ply)
    if (await tx.connection.execute(same)).first() is None:
        await tx.connection.execute(insert(mistakes).values(asdict(new)))


async def find(tx: Transaction, user_id: int, row_id: int) -> MistakeRow | None:
    """Return a person's puzzle; None if it does not exist or belongs to someone else."""
    query = select(mistakes).filter_by(id=row_id, user_id=user_id)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else MistakeRow(**row)


async def find_unsolved(tx: Transaction, user_id: int) -> list[MistakeRow]:
    """Return a person's unsolved puzzles, in the order in which they are due."""
    query = (
        select(mistakes)
        .where(mistakes.c.user_id == user_id, mistakes.c.due_at.is_not(None))
        .order_by(mistakes.c.due_at, mistakes.c.id)
    )
    return [MistakeRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def count(tx: Transaction, user_id: int) -> int:
    """Return the number of a person's puzzles, solved ones included."""
    query = select(func.count()).where(mistakes.c.user_id == user_id)
    return int((await tx.connection.execute(query)).scalar_one())


async def set_next(tx: Transaction, row_id: int, failures: int, due_at: datetime | None) -> None:
    """Store the number of failed attempts at a puzzle, and when it is due next.

    :param due_at: None if the puzzle is solved.
    """
    changed = update(mistakes).filter_by(id=row_id).values(failures=failures, due_at=due_at)
    await tx.connection.execute(changed)


async def find_surplus(tx: Transaction, user_id: int, kept: int) -> list[int]:
    """Return the ids of all puzzles of a person except the newest `kept`."""
    query = (
        select(mistakes.c.id).where(mistakes.c.user_id == user_id).order_by(mistakes.c.id.desc())
    )
    return list((await tx.connection.execute(query)).scalars())[kept:]


async def remove(tx: Transaction, row_ids: Collection[int]) -> None:
    """Delete puzzles from people's own mistakes by their ids."""
    await tx.connection.execute(delete(mistakes).where(mistakes.c.id.in_(row_ids)))
