"""Deadlines: stored moments at which something is due, each handled by one process.

The kind of a deadline decides whether it is due in wall time or in the bot's own time.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, overload

from sqlalchemy import Column, ColumnElement, bindparam, delete, func, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import BotTime, deadlines

PLANS = "plans"  # kind: a chain of planned turns in a game is not finished


class WallKind(StrEnum):
    """Base class of the kinds of deadlines that are due in wall time."""


class BotKind(StrEnum):
    """Base class of the kinds of deadlines that are due in the bot's own time."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Stored deadline: its kind, the id of its subject, and when it is due.

    The kind decides whether `subject` is the id of a game, person, server, offer or season.
    """

    kind: str
    subject: int
    due_at: datetime | BotTime

    def lateness(self, now: datetime, bot_now: BotTime) -> timedelta:
        """Return the time since the deadline; negative before it.

        :param bot_now: the same moment in the bot's own time.
        """
        if isinstance(self.due_at, BotTime):
            return bot_now.reading - self.due_at.reading
        return now - self.due_at


# Statements needed in every turn are built once, because building takes longer than running.
_REMOVE = delete(deadlines).where(
    deadlines.c.subject == bindparam("of"), deadlines.c.kind.in_(bindparam("kinds", expanding=True))
)
_ADD = insert(deadlines)


@overload
async def put(tx: Transaction, kind: WallKind, subject: int, due_at: datetime) -> None: ...


@overload
async def put(tx: Transaction, kind: BotKind, subject: int, due_at: BotTime) -> None: ...


async def put(tx: Transaction, kind: str, subject: int, due_at: datetime | BotTime) -> None:
    """Insert a deadline, or move the existing one of that kind and subject."""
    await postpone(tx, Deadline(kind, subject, due_at), due_at)


async def postpone(tx: Transaction, deadline: Deadline, due_at: datetime | BotTime) -> None:
    """Move a deadline to `due_at`; insert it again if `take` has deleted it.

    :param due_at: in wall time or the bot's own time, whichever the deadline had before.
    """
    row = _row(deadline.kind, deadline.subject, due_at)
    same = (deadlines.c.kind == deadline.kind, deadlines.c.subject == deadline.subject)
    changed = update(deadlines).where(*same).values(row)
    if (await tx.connection.execute(changed)).rowcount == 0:
        await tx.connection.execute(_ADD.values(row))


@overload
async def replace(
    tx: Transaction, kinds: Collection[str], subject: int, new: Mapping[WallKind, datetime]
) -> None: ...


@overload
async def replace(
    tx: Transaction, kinds: Collection[str], subject: int, new: Mapping[BotKind, BotTime]
) -> None: ...


async def replace(
    tx: Transaction,
    kinds: Collection[str],
    subject: int,
    new: Mapping[WallKind, datetime] | Mapping[BotKind, BotTime],
) -> None:
    """Delete the deadlines of certain kinds of a subject, and insert the new ones.

    :param new: when each new deadline is due, by kind; may be empty.
    """
    await tx.connection.execute(_REMOVE, {"of": subject, "kinds": list(kinds)})
    rows = [_row(kind, subject, due_at) for kind, due_at in new.items()]
    if rows:
        await tx.connection.execute(_ADD, rows)


async def replace_each(tx: Transaction, kind: BotKind, new: Mapping[int, BotTime | None]) -> None:
    """Replace the deadlines of one kind for several subjects; None deletes a deadline."""
    old = delete(deadlines).where(deadlines.c.kind == kind, deadlines.c.subject.in_(new))
    await tx.connection.execute(old)
    rows = [_row(kind, subject, due_at) for subject, due_at in new.items() if due_at is not None]
    if rows:
        await tx.connection.execute(_ADD, rows)


async def delete_all(tx: Transaction, kind: str) -> None:
    """Delete the deadlines of one kind for all subjects."""
    await tx.connection.execute(delete(deadlines).where(deadlines.c.kind == kind))


@overload
async def find(tx: Transaction, kind: WallKind, subject: int) -> datetime | None: ...


@overload
async def find(tx: Transaction, kind: BotKind, subject: int) -> BotTime | None: ...


async def find(tx: Transaction, kind: str, subject: int) -> datetime | BotTime | None:
    """Return when a deadline is due; None if it is not set."""
    query = select(deadlines).where(deadlines.c.kind == kind, deadlines.c.subject == subject)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _deadline(row).due_at


async def find_due(tx: Transaction, now: datetime, bot_now: BotTime, limit: int) -> list[Deadline]:
    """Return up to `limit` deadlines that have passed, the most overdue first.

    :param bot_now: the same moment in the bot's own time.
    """
    found: list[Deadline] = []
    for column, moment in ((deadlines.c.due_at, now), (deadlines.c.bot_due_at, bot_now)):
        ordered = (column, deadlines.c.kind, deadlines.c.subject)
        query = select(deadlines).where(column <= moment).order_by(*ordered).limit(limit)
        found += [_deadline(row) for row in await tx.connection.execute(query)]
    found.sort(key=lambda each: (-each.lateness(now, bot_now), each.kind, each.subject))
    return found[:limit]


async def take(tx: Transaction, deadline: Deadline) -> bool:
    """Delete a deadline that is unchanged since it was read, in order to handle it.

    :returns: False if it was changed or deleted, or if another process is handling it. This does
        not wait for the other process.
    """
    row = _row(deadline.kind, deadline.subject, deadline.due_at)
    same = [deadlines.c[name] == value for name, value in row.items() if value is not None]
    locked = select(deadlines.c.kind).where(*same).with_for_update(skip_locked=True)
    if (await tx.connection.execute(locked)).first() is None:
        return False
    return (await tx.connection.execute(delete(deadlines).where(*same))).rowcount == 1


async def next_due(tx: Transaction) -> tuple[datetime | None, BotTime | None]:
    """Return the earliest deadline in wall time and the earliest in bot time; None without one."""
    return await _first(tx, deadlines.c.due_at), await _first(tx, deadlines.c.bot_due_at)


async def count_overdue(
    tx: Transaction, before: datetime, bot_before: BotTime
) -> tuple[int, datetime | None, BotTime | None]:
    """Return the number of deadlines before a moment, and the earliest of them.

    :param bot_before: the same moment in the bot's own time.
    :returns: the number, the earliest in wall time, the earliest in the bot's own time; None
        without such a deadline.
    """
    late = (deadlines.c.due_at < before) | (deadlines.c.bot_due_at < bot_before)
    firsts = (func.min(deadlines.c.due_at), func.min(deadlines.c.bot_due_at))
    query = select(func.count(), *firsts).where(late)
    number, first, bot_first = (await tx.connection.execute(query)).one()
    return number, first, bot_first


async def _first(tx: Transaction, column: Column[Any]) -> Any:
    is_set: ColumnElement[bool] = column.is_not(None)
    query = select(column).where(is_set).order_by(column).limit(1)
    return (await tx.connection.execute(query)).scalar_one_or_none()


def _row(kind: str, subject: int, due_at: datetime | BotTime) -> dict[str, Any]:
    is_bot_time = isinstance(due_at, BotTime)
    return {
        "kind": kind,
        "subject": subject,
        "due_at": None if is_bot_time else due_at,
        "bot_due_at": due_at if is_bot_time else None,
    }


def _deadline(row: Any) -> Deadline:
    return Deadline(row.kind, row.subject, row.bot_due_at if row.due_at is None else row.due_at)
