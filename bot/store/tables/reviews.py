"""Reviews of finished games by the engine: requests, attempts and results."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import reviews


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """Requested review; `content` is None until the engine has finished it."""

    game_id: int
    wanted_at: datetime
    attempts: int
    content: dict[str, Any] | None


async def find(tx: Transaction, game_id: int) -> ReviewRow | None:
    """Return the review of a game; None if none was requested."""
    query = select(reviews).where(reviews.c.game_id == game_id)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else ReviewRow(**row)


async def add(tx: Transaction, game_id: int, at: datetime) -> None:
    """Insert a request for a review; the game must have none yet."""
    row = {"game_id": game_id, "wanted_at": at, "attempts": 0}
    await tx.connection.execute(insert(reviews).values(row))


async def find_oldest(tx: Transaction) -> ReviewRow | None:
    """Return the unfinished review that was requested first, or None."""
    query = (
        select(reviews).where(reviews.c.content.is_(None)).order_by(reviews.c.wanted_at).limit(1)
    )
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else ReviewRow(**row)


async def find_waiting(tx: Transaction) -> set[int]:
    """Return the ids of games with an unfinished review."""
    query = select(reviews.c.game_id).where(reviews.c.content.is_(None))
    return set((await tx.connection.execute(query)).scalars())


async def count_attempt(tx: Transaction, row: ReviewRow) -> None:
    """Increment the number of attempts at a review."""
    this_review = update(reviews).where(reviews.c.game_id == row.game_id)
    await tx.connection.execute(this_review.values(attempts=row.attempts + 1))


async def store_result(tx: Transaction, game_id: int, content: dict[str, Any]) -> bool:
    """Store the result of a review; return False if it already has one."""
    first = (reviews.c.game_id == game_id, reviews.c.content.is_(None))
    stored = await tx.connection.execute(update(reviews).where(*first).values(content=content))
    return stored.rowcount == 1


async def remove(tx: Transaction, game_id: int) -> None:
    """Delete the review of a game."""
    await tx.connection.execute(delete(reviews).where(reviews.c.game_id == game_id))
