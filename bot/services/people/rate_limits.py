"""How much one person may ask for in a minute: a bucket for each, in memory, that fills evenly."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.errors.permissions import TooFast

MINUTE = 60.0  # seconds
ROUNDING = 1e-6  # seconds: the last part of an allowance must not fail by a sum of fractions


class Action(StrEnum):
    """What is counted, each by itself."""

    ACTION = "action"  # a command used, a button pressed, a form sent
    SUGGESTION = "suggestion"  # a letter typed into an option that suggests
    PICTURE = "picture"
    CHALLENGE = "challenge"
    GAME = "game"  # a challenge accepted


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many of each deed one person may do in a minute, at once or spread over it; 0: any."""

    actions: int = 240
    suggestions: int = 600
    pictures: int = 120
    challenges: int = 10
    games: int = 10

    def of(self, action: Action) -> int:
        """Return the figure for one deed."""
        figure: int = getattr(self, f"{action}s")
        return figure


UNLIMITED = Allowance(actions=0, suggestions=0, pictures=0, challenges=0, games=0)


class RateLimiter:
    """What everybody has done lately.

    A bucket is the moment at which it will be full again: a full one need not be remembered.

    :param clock: returns the time of day; only refusals name it.
    :param monotonic: returns seconds that never go back, whatever the time of day is set to.
    """

    def __init__(
        self,
        clock: Callable[[], datetime],
        allowance: Allowance,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._allowance = allowance
        self._monotonic = monotonic
        self._full_at: OrderedDict[tuple[int, Action], float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def spend(self, user_id: int, action: Action, cost: int = 1) -> None:
        """Take a deed from a person's bucket.

        :param cost: how many ordinary deeds it counts for.
        :raises TooFast: there is not enough left; nothing was taken.
        """
        now, key, most = self._monotonic(), (user_id, action), self._allowance.of(action)
        if not most:
            return
        price = cost * MINUTE / most
        full_at = max(self._full_at.get(key, now), now) + price
        # what costs more than a bucket holds can be had when the bucket is full
        room = max(MINUTE, price)
        if full_at > now + room + ROUNDING:
            raise TooFast(self._clock() + timedelta(seconds=full_at - room - now))
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        self._forget(now)

    def _forget(self, now: float) -> None:
        # whoever was touched longest ago is nearly always full first; the rest go in their turn
        while self._full_at and next(iter(self._full_at.values())) <= now:
            self._full_at.popitem(last=False)
