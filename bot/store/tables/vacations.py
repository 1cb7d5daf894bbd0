"""Vacations of players, during which their clocks are stopped."""

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import vacations


@dataclass(frozen=True, slots=True)
class NewVacation:
    """Vacation to insert.

    :ivar strict_ends_at: when the clocks of games with automatic loss on time resume.
    """

    user_id: int
    starts_at: datetime
    ends_at: datetime
    strict_ends_at: datetime
    automatic: bool


@dataclass(frozen=True, slots=True)
class VacationRow:
    """Stored vacation.

    :ivar strict_ends_at: when the clocks of games with automatic loss on time resume.
    :ivar automatic: whether the bot began the vacation because the person's time was running out.
    """

    id: int
    user_id: int
    starts_at: datetime
    ends_at: datetime
    strict_ends_at: datetime
    automatic: bool


# built once, because every turn runs it
_ENDING_AFTER = (
    select(vacations)
    .where(vacations.c.user_id == bindparam("user"), vacations.c.ends_at > bindparam("moment"))
    .order_by(vacations.c.id)
)


async def add(tx: Transaction, new: NewVacation) -> None:
    """Insert a vacation; the caller must pause the clocks and plan its end."""
    await tx.connection.execute(insert(vacations).values(asdict(new)))


async def find_current(tx: Transaction, user_id: int, now: datetime) -> VacationRow | None:
    """Return a person's current vacation; None if they are not on vacation."""
    found = await find_ending_after(tx, user_id, now)
    return next((each for each in found if each.ends_at > now), None)


async def find_ending_after(tx: Transaction, user_id: int, moment: datetime) -> list[VacationRow]:
    """Return a person's vacations that end after a moment, oldest first."""
    rows = await tx.connection.execute(_ENDING_AFTER, {"user": user_id, "moment": moment})
    return [VacationRow(**row) for row in rows.mappings()]


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Delete vacations that ended before a moment; return their number."""
    old = delete(vacations).where(vacations.c.ends_at < moment)
    return (await tx.connection.execute(old)).rowcount


async def end(tx: Transaction, row: VacationRow, at: datetime) -> None:
    """End a vacation earlier than planned, for games with and without automatic loss on time."""
    await _change(tx, row, ends_at=at, strict_ends_at=min(at, row.strict_ends_at))


async def end_for_strict_games(tx: Transaction, row: VacationRow, at: datetime) -> None:
    """End a vacation earlier than planned, for games with automatic loss on time only."""
    await _change(tx, row, strict_ends_at=at)


async def _change(tx: Transaction, row: VacationRow, **values: datetime) -> None:
    await tx.connection.execute(update(vacations).where(vacations.c.id == row.id).values(values))
