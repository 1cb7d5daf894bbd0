"""Gateway events for bots, and changes visible to people."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from sandbox.models.entities import Application, Channel, Guild, Json, User

T = TypeVar("T")
# seconds between checks of conditions that cause no change, such as the request log
POLL_INTERVAL = 0.02


class Intent:
    """Gateway intents that the sandbox filters by (Discord's documentation, "Gateway Intents")."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    MESSAGE_CONTENT = 1 << 15
    PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT


@dataclass(frozen=True, slots=True)
class Event:
    """Gateway event; `intent` 0 needs no intent, `app` is the only recipient, if set."""

    name: str
    data: Json
    guild: Guild | None = None
    channel: Channel | None = None
    intent: int = 0
    app: Application | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Change of the sandbox's state that a person can see.

    `kind` is "message", "message_deleted", "channel", "guild", "commands", "interaction" or
    "gateway" (a bot connected or disconnected). `only_for` is the only person who sees it, for
    ephemeral messages.
    """

    version: int
    kind: str
    channel: Channel | None = None
    message_id: int | None = None
    only_for: User | None = None


class Feed:
    """Publisher of numbered changes of the sandbox's state to listeners."""

    def __init__(self) -> None:
        self.version = 0
        self._queues: list[asyncio.Queue[Change]] = []

    def publish(
        self,
        kind: str,
        channel: Channel | None = None,
        message_id: int | None = None,
        only_for: User | None = None,
    ) -> None:
        self.version += 1
        change = Change(self.version, kind, channel, message_id, only_for)
        for queue in self._queues:
            queue.put_nowait(change)

    async def until(self, look: Callable[[], T | None], within: float) -> T:
        """Call `look` after each change and at short intervals; return its first truthy result.

        :raises TimeoutError: after `within` seconds.
        """
        async with asyncio.timeout(within):
            with self._queue() as queue:
                while not (found := look()):
                    await _next(queue)
                return found

    async def listen(self) -> AsyncGenerator[Change]:
        """Yield every change from now on; close the iterator to stop."""
        with self._queue() as queue:
            while True:
                yield await queue.get()

    @contextlib.contextmanager
    def _queue(self) -> Iterator[asyncio.Queue[Change]]:
        queue: asyncio.Queue[Change] = asyncio.Queue()
        self._queues.append(queue)
        try:
            yield queue
        finally:
            self._queues.remove(queue)


async def _next(queue: asyncio.Queue[Change]) -> None:
    """Wait for a change or the polling interval, because some conditions cause no change."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(POLL_INTERVAL):
            await queue.get()
