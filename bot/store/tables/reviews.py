"""Looking back on finished games: wanted, begun, found."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import reviews


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A wish to look back on a game; `found` is None until it was done."""

    game_id: int
    wanted_at: datetime
    attempts: int
    found: dict[str, Any] | None


async def find(tx: Transaction, game_id: int) -> ReviewRow | None:
    """Return the wish, or what was found; None when nobody has asked."""
    query = select(reviews).where(reviews.c.game_id == game_id)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else ReviewRow(**row)


async def add(tx: Transaction, game_id: int, at: datetime) -> None:
    """Note a wish that is new."""
    row = {"game_id": game_id, "wanted_at": at, "attempts": 0}
    await tx.connection.execute(insert(reviews).values(row))


async def find_oldest(tx: Transaction) -> ReviewRow | None:
    """Return the wish that has waited longest."""
    query = select(reviews).where(reviews.c.found.is_(None)).order_by(reviews.c.wanted_at).limit(1)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else ReviewRow(**row)


async def find_waiting(tx: Transaction) -> set[int]:
    """Return the games that are still to be looked back on."""
    query = select(reviews.c.game_id).where(reviews.c.found.is_(None))
    return set((await tx.connection.execute(query)).scalars())


async def count_attempt(tx: Transaction, row: ReviewRow) -> None:
    """Count an attempt."""
    mine = update(reviews).where(reviews.c.game_id == row.game_id)
    await tx.connection.execute(mine.values(attempts=row.attempts + 1))


async def store_result(tx: Transaction, game_id: int, found: dict[str, Any]) -> bool:
    """Store what was found; False when it is there already."""
    first = (reviews.c.game_id == game_id, reviews.c.found.is_(None))
    stored = await tx.connection.execute(update(reviews).where(*first).values(found=found))
    return stored.rowcount == 1


async def remove(tx: Transaction, game_id: int) -> None:
    """Give up a wish that could not be met."""
    await tx.connection.execute(delete(reviews).where(reviews.c.game_id == game_id))
