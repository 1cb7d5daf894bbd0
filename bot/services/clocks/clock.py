"""Paces, and the capped Fischer clock of a game as a value. Pure; the present is passed in."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

ZERO = timedelta(0)
EXTRA = timedelta(days=2)  # what "Give two more days" gives


class Pace(StrEnum):
    """How fast a game is to be played; NONE is without a clock."""

    RELAXED = "relaxed"
    STANDARD = "standard"
    BRISK = "brisk"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Timing:
    """Time to begin with, time gained by each turn, and the most that anybody can have."""

    base: timedelta
    increment: timedelta
    cap: timedelta


PACES: Mapping[Pace, Timing] = MappingProxyType(
    {
        Pace.RELAXED: Timing(timedelta(days=7), timedelta(days=2), timedelta(days=10)),
        Pace.STANDARD: Timing(timedelta(days=3), timedelta(hours=36), timedelta(days=5)),
        Pace.BRISK: Timing(timedelta(hours=24), timedelta(hours=12), timedelta(hours=48)),
    }
)


@dataclass(frozen=True, slots=True)
class Clock:
    """The two clocks of a game.

    `left` is what each seat had when the seat to move began to think, `seat` is the seat to move,
    and `since` the moment from which its time is counted: None while the clocks stand.
    """

    pace: Pace
    strict: bool
    left: tuple[timedelta, timedelta]
    seat: int
    since: datetime | None

    @property
    def ends_at(self) -> datetime | None:
        """When the time of the seat to move is used up; None while the clocks stand."""
        return None if self.since is None else self.since + self.left[self.seat]

    def remaining(self, seat: int, at: datetime) -> timedelta:
        """Return what a seat has left, never less than nothing."""
        used = ZERO if self.since is None or seat != self.seat else at - self.since
        return max(self.left[seat] - max(used, ZERO), ZERO)

    def has_fallen(self, at: datetime) -> bool:
        """Say whether the time of the seat to move is used up: at its very end it is."""
        return self.ends_at is not None and at >= self.ends_at

    def moved(self, at: datetime, to_move: int) -> "Clock":
        """Return the clocks after a completed turn: its player gains, the other's time begins.

        Time that was above the cap already, because it was given, stays.
        """
        timing = PACES[self.pace]
        now = self.remaining(self.seat, at)
        charged = self._set(self.seat, max(now, min(now + timing.increment, timing.cap)))
        return replace(charged, seat=to_move, since=None if self.since is None else at)

    def passed(self, at: datetime, to_move: int) -> "Clock":
        """Return the clocks when the turn changes hands without a move, as by an undo: no gain."""
        charged = self._set(self.seat, self.remaining(self.seat, at))
        return replace(charged, seat=to_move, since=None if self.since is None else at)

    def returned(self, seat: int) -> "Clock":
        """Return the clocks without what the last turn of a seat has added.

        What the cap swallowed then is taken as well, and added again by the next turn. To time
        above the cap, which was given, no turn has added anything.
        """
        timing, left = PACES[self.pace], self.left[seat]
        if left > timing.cap:
            return self
        return self._set(seat, max(left - timing.increment, ZERO))

    def paused(self, at: datetime) -> "Clock":
        """Return the clocks standing."""
        return replace(self._set(self.seat, self.remaining(self.seat, at)), since=None)

    def resumed(self, at: datetime) -> "Clock":
        """Return the clocks running from now on; running ones are as they were."""
        return self if self.since is not None else replace(self, since=at)

    def given(self, at: datetime, extra: timedelta = EXTRA) -> "Clock":
        """Return the clocks after the seat to move was given time, which counts from now."""
        more = self.remaining(self.seat, at) + extra
        return replace(self._set(self.seat, more), since=None if self.since is None else at)

    def without(self, start: datetime, end: datetime) -> "Clock":
        """Return the clocks as if the time between two moments had not passed."""
        if self.since is None or self.since >= end:
            return self
        return replace(self, since=self.since + (end - max(self.since, start)))

    def _set(self, seat: int, left: timedelta) -> "Clock":
        first, second = self.left
        return replace(self, left=(left, second) if seat == 0 else (first, left))


def started(pace: Pace, at: datetime, to_move: int, *, strict: bool = False) -> Clock:
    """Return the clocks of a game that begins.

    :raises KeyError: the pace is NONE, which has no clock.
    """
    base = PACES[pace].base
    return Clock(pace, strict, (base, base), to_move, at)
