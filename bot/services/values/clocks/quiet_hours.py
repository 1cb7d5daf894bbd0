"""Quiet hours and the time of the daily digest, in a time zone with daylight saving time. Pure.

Times of day are minutes after midnight on the wall clock.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.typed_text import plain

DAY = 24 * 60
MINUTE = timedelta(minutes=1)
# a change of the clocks can skip all of the time without quiet hours, on one day
SEARCHED_DAYS = 4
_HALF_DAY = re.compile(r"(0?[1-9]|1[0-2])(?:[:.]([0-5][0-9]))?\s*([ap])\.?m\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours from one minute of the day to another, possibly past midnight; empty if equal."""

    start: int
    end: int

    def covers(self, minute: int) -> bool:
        """Return whether a minute of the day is in the quiet hours; `end` itself is not."""
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name, such as Europe/Berlin.

    :raises LookupError: the time zone does not exist.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise LookupError(name) from error


def zone_called(text: str) -> str:
    """Return the full name of a time zone from user input such as `europe/berlin` or `new york`.

    :raises LookupError: the time zone does not exist.
    """
    typed = plain(text)
    wanted = _plain(typed)
    named = [name for name in _zone_names() if wanted == _plain(name)]
    cities = [name for name in _zone_names() if wanted == _plain(name).rpartition("/")[2]]
    found = [*named, *cities, typed][0]
    zone_of(found)
    return found


def zones_like(typed: str, most: int) -> list[str]:
    """Return names of time zones that contain a text; cities that start with it come first."""
    wanted = _plain(plain(typed))
    fitting = [name for name in _zone_names() if wanted in _plain(name)]
    fitting.sort(key=lambda name: not _plain(name).rpartition("/")[2].startswith(wanted))
    return fitting[:most]


@cache
def _zone_names() -> tuple[str, ...]:
    """Return UTC and the names of the time zones named after places."""
    areas = {name for name in available_timezones() if "/" in name}
    return ("UTC", *sorted(name for name in areas if not name.startswith("Etc/")))


def _plain(name: str) -> str:
    return "_".join(name.casefold().split())


def minute_of(moment: datetime, zone: ZoneInfo) -> int:
    """Return the wall-clock time of a moment, in minutes after midnight."""
    there = moment.astimezone(zone)
    return there.hour * 60 + there.minute


def quiet_until(moment: datetime, quiet: Quiet | None, zone: ZoneInfo) -> datetime | None:
    """Return the end (UTC) of the quiet hours that include a moment; None if it is not quiet.

    If the clocks are put forward over that end, the quiet hours end at the change. If the change
    skips all of the time that is not quiet, they end a day later.
    """
    if quiet is None or not quiet.covers(minute_of(moment, zone)):
        return None
    ends = _moments(moment, quiet.end, zone, range(SEARCHED_DAYS))
    return next(each for each in ends if each > moment and not quiet.covers(minute_of(each, zone)))


def quiet_since(moment: datetime, quiet: Quiet, zone: ZoneInfo) -> datetime:
    """Return the start (UTC) of the quiet hours that include a moment."""
    starts = _moments(moment, quiet.start, zone, range(1 - SEARCHED_DAYS, 1))
    return max(
        each
        for each in starts
        if each <= moment and not quiet.covers(minute_of(each - MINUTE, zone))
    )


def _moments(
    moment: datetime, minute: int, zone: ZoneInfo, days: Iterable[int]
) -> Iterator[datetime]:
    """Yield the moments (UTC) at which the wall clock shows a minute of the day.

    Where a change of the clocks skips or repeats that minute, yield every minute from the earliest
    to the latest moment that could be meant.

    :param days: the days, counted from the day of `moment`.
    """
    day = moment.astimezone(zone).date()
    time = dt.time(minute // 60, minute % 60)
    for ahead in days:
        wall = dt.datetime.combine(day + timedelta(days=ahead), time, zone)
        first, last = sorted(wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
        yield from (first + MINUTE * past for past in range((last - first) // MINUTE + 1))


def next_time(moment: datetime, minute: int, zone: ZoneInfo) -> datetime:
    """Return the next moment (UTC) at which the wall clock shows a minute of the day.

    If the clocks are put forward over that minute, the wall clock before the change counts. If they
    are put back, the first of the two moments counts.
    """
    day = moment.astimezone(zone).date()
    time = dt.time(minute // 60, minute % 60, tzinfo=zone)
    days = (dt.datetime.combine(day + timedelta(days=ahead), time) for ahead in range(3))
    return next(found for found in (each.astimezone(UTC) for each in days) if found > moment)


def start_of_day(day: dt.date, zone: ZoneInfo) -> datetime:
    """Return the moment (UTC) at which a day begins, even if its midnight is skipped."""
    return datetime.combine(day, dt.time(), zone).astimezone(UTC)


def parse_minute(text: str) -> int:
    """Parse a time of day such as `22:30`, `7`, `07.15` or `10pm` to a minute of the day.

    :raises ValueError: the text is not a time of day.
    """
    typed = plain(text)
    if half := _HALF_DAY.fullmatch(typed):
        afternoon = half[3] in "pP"
        return (int(half[1]) % 12 + 12 * afternoon) * 60 + int(half[2] or "0")
    hours, _, minutes = typed.replace(".", ":").partition(":")
    if not (hours.isdecimal() and (minutes or "0").isdecimal() and typed.isascii()):
        raise ValueError(text)
    minute = int(hours) * 60 + int(minutes or "0")
    if int(hours) > 24 or int(minutes or "0") > 59 or minute > DAY:
        raise ValueError(text)
    return minute % DAY


def minute_text(minute: int) -> str:
    """Format a minute of the day, such as `22:30`."""
    return f"{minute // 60:02}:{minute % 60:02}"
