"""Manual clock shared by the bot and the sandbox, and the schedule of actions."""

import heapq
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from sandbox import Clock

Action = Callable[..., Awaitable[None]]


class ManualClock(Clock):
    """Clock that moves only when set, for both the bot (called) and the sandbox (`now()`)."""

    def __init__(self, moment: datetime = datetime(2030, 3, 8, 3, 4, 5, tzinfo=UTC)) -> None:
        super().__init__()
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def now(self) -> float:
        return self.moment.timestamp()


class Schedule:
    """Queue of the simulation's actions and faults, ordered by time."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self._numbers = count()
        self._heap: list[tuple[datetime, int, Action, tuple[Any, ...]]] = []

    def add(self, delay: timedelta, action: Action, *about: Any) -> None:
        entry = (self._clock.moment + delay, next(self._numbers), action, about)
        heapq.heappush(self._heap, entry)

    def next(self) -> datetime | None:
        return self._heap[0][0] if self._heap else None

    async def run_next(self) -> bool:
        """Run the first action that is due; return whether an action was due."""
        if not self._heap or self._heap[0][0] > self._clock.moment:
            return False
        _, _, action, about = heapq.heappop(self._heap)
        await action(*about)
        return True

    def postpone(self, until: datetime) -> None:
        """Postpone all actions before a moment to that moment."""
        self._heap = [(max(entry[0], until), *entry[1:]) for entry in self._heap]
        heapq.heapify(self._heap)

    def remove(self, *actions: Action) -> None:
        self._heap = [entry for entry in self._heap if entry[2] not in actions]
        heapq.heapify(self._heap)
