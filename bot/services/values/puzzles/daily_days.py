"""Days and times of the puzzle of the day in a server's time zone. Pure.

A day is the ordinal of its date (`date.toordinal`).
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.services.values.clocks.quiet_hours import zone_of

LATEST: Final = timedelta(hours=12)
"""Latest delay after an outage with which the puzzle is still posted."""


def moment_of(day: int, hour: int, zone: str) -> datetime:
    """Return the moment (UTC) at which an hour (0 to 23) begins on a day.

    If a change of the clocks skips or repeats the hour, one moment is chosen.
    """
    that = date.fromordinal(day)
    return datetime(that.year, that.month, that.day, hour, tzinfo=zone_of(zone)).astimezone(UTC)


def last_due(now: datetime, hour: int, zone: str) -> tuple[int, datetime]:
    """Return the last day on which an hour (0 to 23) has begun, and the moment (UTC) it began."""
    today = now.astimezone(zone_of(zone)).toordinal()
    return next(
        (day, moment) for day in (today, today - 1) if (moment := moment_of(day, hour, zone)) <= now
    )


def next_due(now: datetime, hour: int, zone: str) -> datetime:
    """Return the next moment (UTC) at which an hour (0 to 23) begins."""
    today = now.astimezone(zone_of(zone)).toordinal()
    moments = (moment_of(day, hour, zone) for day in (today, today + 1, today + 2))
    return next(moment for moment in moments if moment > now)


def noon(day: int) -> datetime:
    """Return noon (UTC) of a day, which stands for the day in comparisons with vacations."""
    that = date.fromordinal(day)
    return datetime(that.year, that.month, that.day, 12, tzinfo=UTC)
