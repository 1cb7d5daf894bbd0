"""What is due, and when: one row a thing, taken by whoever removes it first."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    type_coerce,
    update,
)

from bot.store.engine.database import Transaction
from bot.store.tables.outages import OutageBatch
from bot.store.tables.schema import Moment, clocks, deadlines, microseconds


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


async def find_due(tx: Transaction, now: datetime, limit: int) -> list[Deadline]:
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


async def end_of_batch(
    tx: Transaction, kinds: Collection[str], after: int, most: int, span: int
) -> int:
    """Return up to which subject there are about `most` deadlines, at most `span` ids later."""
    near = (deadlines.c.subject > after, deadlines.c.subject <= after + span)
    query = select(deadlines.c.subject).where(*near, deadlines.c.kind.in_(kinds))
    last = query.order_by(deadlines.c.subject).offset(most).limit(1)
    found: int | None = (await tx.connection.execute(last)).scalar_one_or_none()
    return after + span if found is None else found


async def exclude_outage_with_clocks(
    tx: Transaction, kinds: Collection[str], part: OutageBatch
) -> None:
    """Put off what running clocks make due by as much of an outage as is left out of each.

    The clocks themselves must not be corrected yet.
    """
    of_game = select(clocks.c.since).where(clocks.c.game_id == deadlines.c.subject)
    since = of_game.scalar_subquery()
    late = (*_to_put_off(kinds, part), since < part.outage.end)
    later = type_coerce(deadlines.c.due_at + part.lost_since(since), Moment)
    await tx.connection.execute(update(deadlines).where(*late).values(due_at=later))


async def exclude_outage(tx: Transaction, kind: str, planned: timedelta, part: OutageBatch) -> None:
    """Put off what is always planned so long before by as much of an outage as came after that."""
    latest = part.outage.end + planned
    late = (*_to_put_off((kind,), part), deadlines.c.due_at < latest)
    moved = deadlines.c.due_at + microseconds(part.outage.length)
    limited = case((moved < literal(latest, Moment), moved), else_=literal(latest, Moment))
    await tx.connection.execute(update(deadlines).where(*late).values(due_at=limited))


def _to_put_off(kinds: Collection[str], part: OutageBatch) -> tuple[ColumnElement[bool], ...]:
    # an expression, so that the index of the moments, which many rows follow, is not used
    due_at = type_coerce(type_coerce(deadlines.c.due_at, BigInteger) + 0, Moment)
    later = due_at >= part.outage.start
    return *part.has(deadlines.c.subject), deadlines.c.kind.in_(kinds), later


async def count_overdue(tx: Transaction, before: datetime) -> tuple[int, datetime | None]:
    """Return how many were due before a moment, and when the first of them was."""
    query = select(func.count(), func.min(deadlines.c.due_at)).where(deadlines.c.due_at < before)
    number, first = (await tx.connection.execute(query)).one()
    return number, first
