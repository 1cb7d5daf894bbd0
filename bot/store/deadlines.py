"""What is due, and when: one row a thing, taken by whoever removes it first."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update

from bot.store.database import Transaction
from bot.store.time_schema import deadlines, microseconds


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something of a kind is due for a game or a person."""

    kind: str
    subject: int
    due_at: datetime


async def put(tx: Transaction, kind: str, subject: int, due_at: datetime) -> None:
    """Let something be due; what was of that kind before is replaced."""
    same = (deadlines.c.kind == kind, deadlines.c.subject == subject)
    changed = update(deadlines).where(*same).values(due_at=due_at)
    if (await tx.connection.execute(changed)).rowcount == 0:
        row = {"kind": kind, "subject": subject, "due_at": due_at}
        await tx.connection.execute(insert(deadlines).values(row))


async def replace(
    tx: Transaction, kinds: Collection[str], subject: int, new: Mapping[str, datetime]
) -> None:
    """Forget everything of some kinds that is due for a subject, and let other things be due."""
    old = (deadlines.c.subject == subject, deadlines.c.kind.in_(kinds))
    await tx.connection.execute(delete(deadlines).where(*old))
    rows = [{"kind": kind, "subject": subject, "due_at": due_at} for kind, due_at in new.items()]
    if rows:
        await tx.connection.execute(insert(deadlines), rows)


async def find(tx: Transaction, kind: str, subject: int) -> datetime | None:
    """Return when something is due, None when it is not."""
    query = select(deadlines.c.due_at).where(
        deadlines.c.kind == kind, deadlines.c.subject == subject
    )
    due: datetime | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return due


async def due(tx: Transaction, now: datetime, limit: int) -> list[Deadline]:
    """Return what is due, the longest due first."""
    query = select(deadlines).where(deadlines.c.due_at <= now)
    ordered = query.order_by(deadlines.c.due_at, deadlines.c.kind, deadlines.c.subject)
    rows = (await tx.connection.execute(ordered.limit(limit))).mappings()
    return [Deadline(**row) for row in rows]


async def take(tx: Transaction, deadline: Deadline) -> bool:
    """Remove a deadline that is still as it was read; False when it is not: leave it alone.

    One that another process has in hand is left alone at once, not waited for.
    """
    same = (
        deadlines.c.kind == deadline.kind,
        deadlines.c.subject == deadline.subject,
        deadlines.c.due_at == deadline.due_at,
    )
    mine = select(deadlines.c.kind).where(*same).with_for_update(skip_locked=True)
    if (await tx.connection.execute(mine)).first() is None:
        return False
    return (await tx.connection.execute(delete(deadlines).where(*same))).rowcount == 1


async def next_due(tx: Transaction) -> datetime | None:
    """Return when the next thing is due."""
    query = select(deadlines.c.due_at).order_by(deadlines.c.due_at).limit(1)
    first: datetime | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return first


async def shift(tx: Transaction, kinds: Collection[str], start: datetime, end: datetime) -> None:
    """Put off what was due after `start` by the time from there to `end`."""
    late = (deadlines.c.kind.in_(kinds), deadlines.c.due_at >= start)
    moved = deadlines.c.due_at + microseconds(end - start)
    await tx.connection.execute(update(deadlines).where(*late).values(due_at=moved))


async def limit(tx: Transaction, kind: str, latest: datetime) -> None:
    """Let nothing of a kind be due after a moment."""
    late = (deadlines.c.kind == kind, deadlines.c.due_at > latest)
    await tx.connection.execute(update(deadlines).where(*late).values(due_at=latest))


async def overdue(tx: Transaction, before: datetime) -> tuple[int, datetime | None]:
    """Return how many were due before a moment, and when the first of them was."""
    query = select(func.count(), func.min(deadlines.c.due_at)).where(deadlines.c.due_at < before)
    number, first = (await tx.connection.execute(query)).one()
    return number, first
