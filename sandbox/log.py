"""Log of requests and responses for tests; it never contains tokens."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

# number of logged requests, to limit memory in long runs
MAX_ENTRIES = 100_000


@dataclass(frozen=True, slots=True)
class Entry:
    """Logged request: `route` is the OpenAPI path, `code` Discord's error code (0: no error).

    `answer_delivered` is False when a fault withheld the response from the client.
    """

    method: str
    route: str
    status: int
    code: int
    at: float
    ids: dict[str, int] = field(default_factory=dict)
    answer_delivered: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    """Logged malformed request of the bot, with the errors found in the body."""

    method: str
    route: str
    code: int
    message: str
    errors: dict[str, Any] | None

    def __str__(self) -> str:
        return f"{self.method} {self.route}: {self.message} ({self.code}) {self.errors or ''}"


class RequestLog:
    """Log of the latest requests to the REST API, oldest first."""

    def __init__(self) -> None:
        self.entries: deque[Entry] = deque(maxlen=MAX_ENTRIES)
        self.refusals: list[Refusal] = []
        self.own_errors: list[str] = []

    def count(self, method: str, route: str, *, status: int | None = None) -> int:
        """Return the number of logged requests to an OpenAPI path, optionally with one status."""
        return sum(
            e.method == method and e.route == route and status in (None, e.status)
            for e in self.entries
        )
