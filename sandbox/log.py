"""What the bot asked and what it was answered, for tests to count; tokens never appear."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

# How many requests are remembered: a long run must not grow without end.
REMEMBERED = 100_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One request; `route` is the OpenAPI path, `code` Discord's error code (0 for none).

    `heard`: False when a fault has kept the answer from whoever asked.
    """

    method: str
    route: str
    status: int
    code: int
    at: float
    ids: dict[str, int] = field(default_factory=dict)
    heard: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that breaks Discord's rules for its shape, with what is wrong in it."""

    method: str
    route: str
    code: int
    message: str
    errors: dict[str, Any] | None

    def __str__(self) -> str:
        return f"{self.method} {self.route}: {self.message} ({self.code}) {self.errors or ''}"


class RequestLog:
    """The latest requests, oldest first."""

    def __init__(self) -> None:
        self.entries: deque[Entry] = deque(maxlen=REMEMBERED)
        self.refusals: list[Refusal] = []
        self.own_faults: list[str] = []

    def count(self, method: str, route: str, *, status: int | None = None) -> int:
        """How many requests of a method to an OpenAPI path (of one status) were made."""
        return sum(
            e.method == method and e.route == route and status in (None, e.status)
            for e in self.entries
        )
