"""Independent records of games and clocks; only vacations are read from the bot."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.services.values.clocks.clock import PACES, Pace
from bot.services.values.notifications.settings import NotificationSettings
from sandbox import Channel, Person

ZERO = timedelta(0)
Span = tuple[datetime, datetime]


@dataclass(eq=False, repr=False)
class Participant:
    """Person who plays in the simulation, with their settings in the bot."""

    person: Person
    notification_settings: NotificationSettings = field(default_factory=NotificationSettings)
    vacation_until: datetime | None = None
    muted: set[int] = field(default_factory=set)

    @property
    def id(self) -> int:
        return self.person.id

    def is_away(self, at: datetime) -> bool:
        return self.vacation_until is not None and at < self.vacation_until


@dataclass(eq=False, repr=False)
class TrackedGame:
    """Game's players and remaining times, as the simulation tracks them beside the bot."""

    number: int
    seats: tuple[Participant, Participant]
    pace: Pace
    strict: bool
    channel: Channel
    since: datetime
    revision: int = 0
    seat: int = 0
    left: list[timedelta] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = [PACES[self.pace].base] * 2 if self.has_clock else [ZERO, ZERO]

    @property
    def has_clock(self) -> bool:
        return self.pace is not Pace.NONE

    @property
    def mover(self) -> Participant:
        return self.seats[self.seat]

    def remaining(self, now: datetime, standing: Iterable[Span]) -> timedelta:
        """Return the remaining time of the player to move at the moment `now`.

        :param standing: periods in which clocks were stopped, unordered and possibly overlapping.
        """
        used, position = ZERO, self.since
        for start, end in sorted(standing):
            used += max(min(start, now) - position, ZERO)
            position = max(position, min(end, now))
        used += max(now - position, ZERO)
        return max(self.left[self.seat] - used, ZERO)

    def moved(self, left: timedelta) -> None:
        """Set the clock after a turn with `left` remaining: add the increment, up to the cap."""
        if self.has_clock:
            timing = PACES[self.pace]
            self.left[self.seat] = max(left, min(left + timing.increment, timing.cap))
