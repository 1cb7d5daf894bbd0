"""Deadlines: stored moments at which something is due, each handled by one process."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    bindparam,
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

PLANS = "plans"  # kind: a chain of planned turns in a game is not finished


@dataclass(frozen=True, slots=True)
class Deadline:
    """Deadline of a kind for a game, person or server."""

    kind: str
    subject: int
    due_at: datetime


# Statements needed in every turn are built once, because building takes longer than running.
_REMOVE = delete(deadlines).where(
    deadlines.c.subject == bindparam("of"), deadlines.c.kind.in_(bindparam("kinds", expanding=True))
)
_ADD = insert(deadlines)


async def put(tx: Transaction, kind: str, subject: int, due_at: datetime) -> None:
    """Insert a deadline, or move the existing one of that kind and subject."""
    same = (deadlines.c.kind == kind, deadlines.c.subject == subject)
    changed = update(deadlines).where(*same).values(due_at=due_at)
    if (await tx.connection.execute(changed)).rowcount == 0:
        row = {"kind": kind, "subject": subject, "due_at": due_at}
        await tx.connection.execute(insert(deadlines).values(row))


async def replace(
    tx: Transaction, kinds: Collection[str], subject: int, new: Mapping[str, datetime]
) -> None:
    """Replace all deadlines of certain kinds of a subject."""
    await tx.connection.execute(_REMOVE, {"of": subject, "kinds": list(kinds)})
    rows = [{"kind": kind, "subject": subject, "due_at": due_at} for kind, due_at in new.items()]
    if rows:
        await tx.connection.execute(_ADD, rows)


async def replace_each(tx: Transaction, kind: str, new: Mapping[int, datetime | None]) -> None:
    """Replace the deadlines of one kind for several subjects; None deletes a deadline."""
    old = delete(deadlines).where(deadlines.c.kind == kind, deadlines.c.subject.in_(new))
    await tx.connection.execute(old)
    rows = [
        {"kind": kind, "subject": subject, "due_at": due_at}
        for subject, due_at in new.items()
        if due_at is not None
    ]
    if rows:
        await tx.connection.execute(_ADD, rows)


async def find(tx: Transaction, kind: str, subject: int) -> datetime | None:
    """Return when a deadline is due; None if it is not set."""
    query = select(deadlines.c.due_at).where(
        deadlines.c.kind == kind, deadlines.c.subject == subject
    )
    due: datetime | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return due


async def find_due(tx: Transaction, now: datetime, limit: int) -> list[Deadline]:
    """Return deadlines that have passed, oldest first."""
    query = select(deadlines).where(deadlines.c.due_at <= now)
    ordered = query.order_by(deadlines.c.due_at, deadlines.c.kind, deadlines.c.subject)
    rows = (await tx.connection.execute(ordered.limit(limit))).mappings()
    return [Deadline(**row) for row in rows]


async def take(tx: Transaction, deadline: Deadline) -> bool:
    """Delete a deadline that is unchanged since it was read, in order to handle it.

    :returns: False if it was changed or deleted, or if another process is handling it. This does
        not wait for the other process.
    """
    same = (
        deadlines.c.kind == deadline.kind,
        deadlines.c.subject == deadline.subject,
        deadlines.c.due_at == deadline.due_at,
    )
    locked = select(deadlines.c.kind).where(*same).with_for_update(skip_locked=True)
    if (await tx.connection.execute(locked)).first() is None:
        return False
    return (await tx.connection.execute(delete(deadlines).where(*same))).rowcount == 1


async def next_due(tx: Transaction) -> datetime | None:
    """Return the time of the earliest deadline, or None."""
    query = select(deadlines.c.due_at).order_by(deadlines.c.due_at).limit(1)
    first: datetime | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return first


async def end_of_batch(
    tx: Transaction, kinds: Collection[str], after: int, most: int, span: int
) -> int:
    """Return the last subject of a batch of about `most` deadlines and at most `span` ids."""
    near = (deadlines.c.subject > after, deadlines.c.subject <= after + span)
    query = select(deadlines.c.subject).where(*near, deadlines.c.kind.in_(kinds))
    last = query.order_by(deadlines.c.subject).offset(most).limit(1)
    found: int | None = (await tx.connection.execute(last)).scalar_one_or_none()
    return after + span if found is None else found


async def exclude_outage_with_clocks(
    tx: Transaction, kinds: Collection[str], batch: OutageBatch
) -> None:
    """Postpone the deadlines of running clocks by the part of an outage during which each ran.

    Call this before the outage is excluded from the clocks themselves.
    """
    of_game = select(clocks.c.since).where(clocks.c.game_id == deadlines.c.subject)
    since = of_game.scalar_subquery()
    late = (*_affected(kinds, batch), since < batch.outage.end)
    later = type_coerce(deadlines.c.due_at + batch.lost_since(since), Moment)
    await tx.connection.execute(update(deadlines).where(*late).values(due_at=later))


async def exclude_outage(
    tx: Transaction, kind: str, planned: timedelta, batch: OutageBatch
) -> None:
    """Postpone deadlines, always set `planned` ahead, by the part of an outage since then."""
    latest = batch.outage.end + planned
    late = (*_affected((kind,), batch), deadlines.c.due_at < latest)
    moved = deadlines.c.due_at + microseconds(batch.outage.length)
    limited = case((moved < literal(latest, Moment), moved), else_=literal(latest, Moment))
    await tx.connection.execute(update(deadlines).where(*late).values(due_at=limited))


def _affected(kinds: Collection[str], batch: OutageBatch) -> tuple[ColumnElement[bool], ...]:
    # an expression, so that the planner uses the index of subjects: `due_at` matches many rows
    due_at = type_coerce(type_coerce(deadlines.c.due_at, BigInteger) + 0, Moment)
    later = due_at >= batch.outage.start
    return *batch.has(deadlines.c.subject), deadlines.c.kind.in_(kinds), later


async def count_overdue(tx: Transaction, before: datetime) -> tuple[int, datetime | None]:
    """Return the number of deadlines before a moment, and the earliest of them."""
    query = select(func.count(), func.min(deadlines.c.due_at)).where(deadlines.c.due_at < before)
    number, first = (await tx.connection.execute(query)).one()
    return number, first
