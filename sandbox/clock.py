"""Clock of the sandbox, which tests can move forward, and ids that contain its time."""

from __future__ import annotations

import time
from datetime import UTC, datetime

LONGEST_ID = 20  # digits of an id
DISCORD_EPOCH_MS = 1_420_070_400_000


class Clock:
    """Wall clock in Unix seconds that a test can move forward."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Return the current time in seconds since 1970, UTC."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Move the clock forward, for example until a token has expired.

        :raises ValueError: when `seconds` is negative.
        """
        if seconds < 0:
            raise ValueError("Time only moves forward: pass a positive number of seconds.")
        self._ahead += seconds


class Snowflakes:
    """Generator of unique, increasing ids that contain their creation time, as Discord's do."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> int:
        made = int(self._clock.now() * 1000 - DISCORD_EPOCH_MS) << 22
        self._last = max(made, self._last + 1)
        return self._last


def read_id(text: str) -> int | None:
    """Return the Discord id written in a text, or None when the text is not an id."""
    # int() raises ValueError for text of more than 4,300 digits
    return int(text) if text.isdecimal() and len(text) <= LONGEST_ID else None


def iso(seconds: float) -> str:
    """Format Unix seconds as Discord does: ISO 8601 with microseconds and +00:00."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
