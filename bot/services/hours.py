"""A person's day: quiet hours and the hour of the digest, in a time zone with its summer time.

Pure. Hours are minutes after midnight as the wall clock shows them.
"""

import datetime as dt
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet from one wall-clock minute until another, perhaps over midnight; equal is never."""

    start: int
    end: int

    def covers(self, minute: int) -> bool:
        """Say whether a minute of the day is quiet; the end is not."""
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name, such as Europe/Berlin.

    :raises LookupError: there is none.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise LookupError(name) from error


def minute_of(moment: datetime, zone: ZoneInfo) -> int:
    """Return what the wall clock shows, in minutes after midnight."""
    there = moment.astimezone(zone)
    return there.hour * 60 + there.minute


def quiet_until(moment: datetime, quiet: Quiet | None, zone: ZoneInfo) -> datetime | None:
    """Return when the quiet that a moment falls into is over (UTC), None when it is not quiet."""
    if quiet is None or not quiet.covers(minute_of(moment, zone)):
        return None
    # on a night that loses or repeats an hour the end has two readings
    ends = [_next(moment, quiet.end, zone, fold=fold) for fold in (0, 1)]
    return min((end for end in ends if not quiet.covers(minute_of(end, zone))), default=ends[0])


def next_time(moment: datetime, minute: int, zone: ZoneInfo) -> datetime:
    """Return the next moment after this one (UTC) at which the wall clock shows that minute.

    A time that summer time leaves out is the moment of the jump plus as much as it was beyond it;
    one that comes twice is the first.
    """
    return _next(moment, minute, zone, fold=0)


def _next(moment: datetime, minute: int, zone: ZoneInfo, *, fold: int) -> datetime:
    day = moment.astimezone(zone).date()
    time = dt.time(minute // 60, minute % 60, tzinfo=zone, fold=fold)
    days = (dt.datetime.combine(day + timedelta(days=ahead), time) for ahead in range(3))
    return next(found for found in (each.astimezone(UTC) for each in days) if found > moment)


def start_of_day(day: dt.date, zone: ZoneInfo) -> datetime:
    """Return the moment (UTC) at which a day begins; where its midnight is skipped, the jump."""
    return datetime.combine(day, dt.time(), zone).astimezone(UTC)


def parse_minute(text: str) -> int:
    """Read a time of day: `22:30`, `7`, `07.15`.

    :raises ValueError: it is none.
    """
    hours, _, minutes = text.strip().replace(".", ":").partition(":")
    if not (hours.isdecimal() and (minutes or "0").isdecimal() and text.isascii()):
        raise ValueError(text)
    minute = int(hours) * 60 + int(minutes or "0")
    if int(hours) > 24 or int(minutes or "0") > 59 or minute > DAY:
        raise ValueError(text)
    return minute % DAY


def minute_text(minute: int) -> str:
    """Write a time of day: `22:30`."""
    return f"{minute // 60:02}:{minute % 60:02}"
