"""The days of vacation on which a person's strict games stand: so many a calendar year (UTC)."""

from datetime import UTC, datetime, timedelta

from bot.store.engine.database import Transaction
from bot.store.tables import vacations

ALLOWANCE = timedelta(days=20)  # a year


async def allowance(tx: Transaction, user_id: int, now: datetime) -> timedelta:
    """Return how long a person's strict games may still stand this year."""
    year = datetime(now.year, 1, 1, tzinfo=UTC)
    used = sum(
        (
            max(row.strict_ends_at - max(row.starts_at, year), timedelta(0))
            for row in await vacations.find_ending_after(tx, user_id, year)
        ),
        timedelta(0),
    )
    return max(ALLOWANCE - used, timedelta(0))


def new_year(now: datetime) -> datetime:
    """Return when new days begin."""
    return datetime(now.year + 1, 1, 1, tzinfo=UTC)


async def days_until(tx: Transaction, user_id: int, now: datetime, until: datetime) -> datetime:
    """Return until when days last; those of a new year follow the last of the old one.

    :param until: when the vacation ends; the days end then at the latest.
    """
    end = now + await allowance(tx, user_id, now)
    if end >= new_year(now):
        end = new_year(now) + ALLOWANCE
    return min(until, end)
