"""Vacations: from when until when a person is away."""

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from bot.store.database import Transaction
from bot.store.time_schema import absences


@dataclass(frozen=True, slots=True)
class NewAbsence:
    """A vacation to store; strict games stand for its first part only."""

    user_id: int
    starts_at: datetime
    ends_at: datetime
    strict_ends_at: datetime
    automatic: bool


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """A stored vacation."""

    id: int
    user_id: int
    starts_at: datetime
    ends_at: datetime
    strict_ends_at: datetime
    automatic: bool


async def add(tx: Transaction, new: NewAbsence) -> None:
    """Store a vacation."""
    await tx.connection.execute(insert(absences).values(asdict(new)))


async def present(tx: Transaction, user_id: int, now: datetime) -> AbsenceRow | None:
    """Return the vacation that a person is on, None when there is none."""
    found = await since(tx, user_id, now)
    return next((each for each in found if each.ends_at > now), None)


async def since(tx: Transaction, user_id: int, moment: datetime) -> list[AbsenceRow]:
    """Return a person's vacations that end after a moment."""
    query = select(absences).where(absences.c.user_id == user_id, absences.c.ends_at > moment)
    rows = await tx.connection.execute(query.order_by(absences.c.id))
    return [AbsenceRow(**row) for row in rows.mappings()]


async def forget_before(tx: Transaction, moment: datetime) -> int:
    """Drop vacations that ended before a moment; return how many."""
    old = delete(absences).where(absences.c.ends_at < moment)
    return (await tx.connection.execute(old)).rowcount


async def end(tx: Transaction, row: AbsenceRow, at: datetime) -> None:
    """Let a vacation end earlier than planned."""
    values = {"ends_at": at, "strict_ends_at": min(at, row.strict_ends_at)}
    await tx.connection.execute(update(absences).where(absences.c.id == row.id).values(values))
