"""A person's day: quiet hours and the hour of the digest, in a time zone with its summer time.

Pure. Hours are minutes after midnight as the wall clock shows them.
"""

import datetime as dt
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

DAY = 24 * 60
_HALF_DAY = re.compile(r"(0?[1-9]|1[0-2])(?:[:.]([0-5][0-9]))?\s*([ap])\.?m\.?", re.IGNORECASE)


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


def zone_called(text: str) -> str:
    """Return the name of the zone that a person means: `europe/berlin`, `new york`.

    :raises LookupError: there is none.
    """
    wanted = _plain(text)
    named = [name for name in _zone_names() if wanted == _plain(name)]
    cities = [name for name in _zone_names() if wanted == _plain(name).rpartition("/")[2]]
    found = [*named, *cities, text][0]
    zone_of(found)
    return found


def zones_like(typed: str, most: int) -> list[str]:
    """Return zones with what was typed in their names, first those whose city begins so."""
    wanted = _plain(typed)
    fitting = [name for name in _zone_names() if wanted in _plain(name)]
    fitting.sort(key=lambda name: not _plain(name).rpartition("/")[2].startswith(wanted))
    return fitting[:most]


@cache
def _zone_names() -> tuple[str, ...]:
    """List the zones named after places, and UTC."""
    areas = {name for name in available_timezones() if "/" in name}
    return ("UTC", *sorted(name for name in areas if not name.startswith("Etc/")))


def _plain(name: str) -> str:
    return "_".join(name.casefold().split())


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
    """Read a time of day: `22:30`, `7`, `07.15`, `10pm`.

    :raises ValueError: it is none.
    """
    if half := _HALF_DAY.fullmatch(text.strip()):
        afternoon = half[3] in "pP"
        return (int(half[1]) % 12 + 12 * afternoon) * 60 + int(half[2] or "0")
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
