"""Per-user rate limits, as token buckets in memory."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.errors.permissions import TooFast

MINUTE = 60.0  # seconds per period
ROUNDING = 1e-6  # seconds; rounding errors must not refuse the last action of an allowance


class Action(StrEnum):
    """Kind of action with its own rate limit."""

    ACTION = "action"  # a command, a button, a form
    SUGGESTION = "suggestion"  # a character typed into an option with autocomplete
    PICTURE = "picture"
    CHALLENGE = "challenge"
    GAME = "game"  # a challenge accepted


@dataclass(frozen=True, slots=True)
class Allowance:
    """Number of actions of each kind per person and minute; 0 means no limit."""

    actions: int = 240
    suggestions: int = 600
    pictures: int = 120
    challenges: int = 10
    games: int = 10

    def of(self, action: Action) -> int:
        """Return the limit per minute for a kind of action; 0 means no limit."""
        figure: int = getattr(self, f"{action}s")
        return figure


UNLIMITED = Allowance(actions=0, suggestions=0, pictures=0, challenges=0, games=0)


class RateLimiter:
    """Token buckets of all people, one for each kind of action.

    A bucket is stored as the moment when it will be full again. Full buckets are not stored.

    :param clock: returns the current time, for refusals.
    :param monotonic: returns seconds that never go back, such as `time.monotonic`.
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
        """Count an action of a person, or refuse it if the person's rate limit is reached.

        :param cost: the action's cost in ordinary actions.
        :raises TooFast: the limit is reached; the action was not counted.
        """
        now, key, most = self._monotonic(), (user_id, action), self._allowance.of(action)
        if not most:
            return
        price = cost * MINUTE / most
        full_at = max(self._full_at.get(key, now), now) + price
        # an action that costs more than a full bucket needs a full bucket
        size = max(MINUTE, price)
        if full_at > now + size + ROUNDING:
            raise TooFast(self._clock() + timedelta(seconds=full_at - size - now))
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        self._forget(now)

    def _forget(self, now: float) -> None:
        # the least recently used bucket usually fills up first; any others are removed later
        while self._full_at and next(iter(self._full_at.values())) <= now:
            self._full_at.popitem(last=False)
