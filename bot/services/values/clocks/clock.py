"""Time controls, and the clocks of a game (Fischer clocks with a cap) as an immutable value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.store.tables.terms import OFFERED_PACES as OFFERED_PACES  # noqa: PLC0414 - re-exported
from bot.store.tables.terms import Pace as Pace  # noqa: PLC0414 - re-exported

ZERO = timedelta(0)
EXTRA = timedelta(days=2)  # time that the button "Give two more days" adds


@dataclass(frozen=True, slots=True)
class Timing:
    """Time control: initial time, increment per turn, and the cap on a player's time.

    :ivar first, turn: the longest time for a player's first turn, and for each later one; None
        without a limit.
    """

    base: timedelta
    increment: timedelta
    cap: timedelta
    first: timedelta | None = None
    turn: timedelta | None = None


PACES: Mapping[Pace, Timing] = MappingProxyType(
    {
        Pace.RELAXED: Timing(timedelta(days=7), timedelta(days=2), timedelta(days=10)),
        Pace.STANDARD: Timing(timedelta(days=3), timedelta(hours=36), timedelta(days=5)),
        Pace.BRISK: Timing(timedelta(hours=24), timedelta(hours=12), timedelta(hours=48)),
        # the base is that of eight weeks; the clock of a game has that of its season
        Pace.SEASON: Timing(
            timedelta(days=28), ZERO, timedelta(days=28), timedelta(days=4), timedelta(days=12)
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Clock:
    """Clocks of both players of a game; each change returns a new value.

    :ivar strict: whether a player whose time is up loses.
    :ivar left: the time that each seat had at `since`, or has while the clocks are paused.
    :ivar seat: the seat to move.
    :ivar since: when the time of the seat to move began to run; None while the clocks are paused.
    :ivar turn: the longest time for the present or next turn of each seat; None without a limit.
    """

    pace: Pace
    strict: bool
    left: tuple[timedelta, timedelta]
    seat: int
    since: datetime | None
    turn: tuple[timedelta | None, timedelta | None] = (None, None)

    @property
    def ends_at(self) -> datetime | None:
        """Moment at which the seat to move runs out of time; None while the clocks are paused."""
        if self.since is None:
            return None
        left, longest = self.left[self.seat], self.turn[self.seat]
        return self.since + (left if longest is None else min(left, longest))

    def remaining(self, seat: int, at: datetime) -> timedelta:
        """Return the time that a seat has left, at least zero; a limit per turn does not count."""
        used = ZERO if self.since is None or seat != self.seat else at - self.since
        return max(self.left[seat] - max(used, ZERO), ZERO)

    def has_fallen(self, at: datetime) -> bool:
        """Return whether the seat to move has no time left; at `ends_at`, its time is over."""
        return self.ends_at is not None and at >= self.ends_at

    def moved(self, at: datetime, to_move: int) -> "Clock":
        """Return the clocks after a completed turn, with the increment added.

        The increment never raises a clock above the cap. Time above the cap is a gift from the
        opponent and is not reduced.
        """
        timing = PACES[self.pace]
        now = self.remaining(self.seat, at)
        gained = self._set(self.seat, max(now, min(now + timing.increment, timing.cap)))
        turn = self._limits(timing.turn)
        since = None if self.since is None else at
        return replace(gained, seat=to_move, since=since, turn=turn)

    def passed(self, at: datetime, to_move: int) -> "Clock":
        """Return the clocks after the turn passed to a seat without a move, as by an undo."""
        gained = self._set(self.seat, self.remaining(self.seat, at))
        return replace(gained, seat=to_move, since=None if self.since is None else at)

    def returned(self, seat: int) -> "Clock":
        """Return the clocks without the increment of a seat's last turn, which was undone.

        The full increment is subtracted even if the cap cut it; the next turn adds it again. Time
        above the cap is a gift from the opponent, so no turn has added to it.
        """
        timing, left = PACES[self.pace], self.left[seat]
        if left > timing.cap:
            return self
        return self._set(seat, max(left - timing.increment, ZERO))

    def paused(self, at: datetime) -> "Clock":
        """Return the clocks stopped at a moment; the time used until then is subtracted."""
        left, longest = self.remaining(self.seat, at), self.turn[self.seat]
        if longest is not None:
            longest = max(longest - (self.left[self.seat] - left), ZERO)
        return replace(self._set(self.seat, left), since=None, turn=self._limits(longest))

    def resumed(self, at: datetime) -> "Clock":
        """Return the clocks running from now on; running clocks are unchanged."""
        return self if self.since is not None else replace(self, since=at)

    def given(self, at: datetime, extra: timedelta = EXTRA) -> "Clock":
        """Return the clocks with extra time added for the seat to move, even above the cap."""
        more = self.remaining(self.seat, at) + extra
        return replace(self._set(self.seat, more), since=None if self.since is None else at)

    def _limits(self, longest: timedelta | None) -> tuple[timedelta | None, timedelta | None]:
        """Return the limits per turn of both seats, with a new one for the seat to move."""
        first, second = self.turn
        return (longest, second) if self.seat == 0 else (first, longest)

    def _set(self, seat: int, left: timedelta) -> "Clock":
        first, second = self.left
        return replace(self, left=(left, second) if seat == 0 else (first, left))


def started(
    pace: Pace,
    at: datetime,
    to_move: int,
    *,
    strict: bool = False,
    total: timedelta | None = None,
) -> Clock:
    """Return the clocks of a new game.

    :param total: each player's time for the whole game; None means the time of the pace.
    :raises KeyError: the pace is NONE, which has no clock.
    """
    timing = PACES[pace]
    base = timing.base if total is None else total
    return Clock(pace, strict, (base, base), to_move, at, (timing.first, timing.first))
