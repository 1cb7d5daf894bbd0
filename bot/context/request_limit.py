"""Limit on requests, which keeps the bot below Discord's own limit; new messages go first."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from types import SimpleNamespace

import aiohttp
import discord
import yarl

from bot.context.discord_errors import Held, is_ban, wait_in

log = logging.getLogger(__name__)

# Requests a second for all processes together. Discord allows 50 and counts them as they arrive,
# so the rest is for requests that the network delays and delivers together.
RATE = 45.0
BURST = 3  # requests at once after a pause; within a second there are `RATE` more
PATIENCE = 5.0  # seconds after which a waiting edit gets every second request
SHORTEST_DELAY = 0.001  # seconds between two looks at the waiting requests
BAN = 60.0  # seconds without requests if a refusal of all requests does not name a time
WEIGHT = 0.1  # of the newest response in the mean response time


class Urgency(IntEnum):
    """Urgency of a request to Discord: when requests wait, `NEW` usually passes first."""

    NEW = 0  # new messages, and everything else that people wait for
    EDIT = 1  # edits of old messages


_urgency = ContextVar("urgency", default=Urgency.NEW)


@contextmanager
def urgency(level: Urgency) -> Iterator[None]:
    """Set the urgency of all requests to Discord that the current task makes in this block."""
    before = _urgency.set(level)
    try:
        yield
    finally:
        _urgency.reset(before)


@dataclass(frozen=True, slots=True)
class _Waiting:
    since: float
    passes: asyncio.Future[None]


class RequestLimit:
    """Limit on one process's requests to Discord, which also measures their mean response time.

    aiohttp reports each request of discord.py, retries included, through `trace`. Discord does not
    count the requests that carry an interaction's token instead of the bot's.

    If Discord refuses this IP address, all requests are held, because Discord would count them
    towards a ban.

    :param share: the fraction of Discord's limit that this process may use, from 0 to 1.
    """

    def __init__(
        self,
        share: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], object] | None = None,
    ) -> None:
        self.rate = RATE * share  # requests a second
        self.latency = 0.0  # mean response time in seconds
        self._clock = clock
        self._later = later or _later
        self._left = float(BURST)
        self._filled_at = clock()
        self._waiting: dict[Urgency, deque[_Waiting]] = {level: deque() for level in Urgency}
        self._returns = False
        self._edit_was_last = False
        self._held_until = 0.0

    def has_room(self) -> bool:
        """Return whether a request would pass at once: the limit has room and no request waits."""
        self._refill()
        return self._left >= 1 and not any(self._waiting.values())

    async def acquire(self) -> None:
        """Wait until a request to Discord may be made within the limit.

        :raises Held: if all requests are held meanwhile.
        """
        waiting = _Waiting(self._clock(), asyncio.get_running_loop().create_future())
        self._waiting[_urgency.get()].append(waiting)
        self._let_pass()
        await waiting.passes

    def hold(self, seconds: float) -> None:
        """Hold back all requests to Discord for `seconds`; waiting requests fail with `Held`."""
        log.warning("Discord refuses all requests of this address: none for %.0f s", seconds)
        self._held_until = max(self._held_until, self._clock() + seconds)
        for queue in self._waiting.values():
            for waiting in queue:
                if not waiting.passes.done():
                    waiting.passes.set_exception(Held(seconds))

    def held_for(self) -> float:
        """Return the seconds for which all requests to Discord are still held back, or 0."""
        return max(self._held_until - self._clock(), 0.0)

    def note_response(self, seconds: float) -> None:
        """Include the time of a response, in seconds, in the mean response time `latency`."""
        self.latency += WEIGHT * (seconds - self.latency)

    def trace(self) -> aiohttp.TraceConfig:
        """Return the hooks by which aiohttp reports requests and their responses."""
        hooks = aiohttp.TraceConfig()
        hooks.on_request_start.append(self._on_request)
        hooks.on_request_end.append(self._on_response)
        return hooks

    async def _on_request(
        self,
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        context.began = None
        if not _is_to_discord(request.url):
            return
        if (seconds := self.held_for()) > 0:
            raise Held(seconds)
        if "Authorization" in request.headers:
            await self.acquire()
            context.began = self._clock()

    async def _on_response(
        self,
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        response = request.response
        if _is_to_discord(request.url) and is_ban(response.status, response.headers):
            seconds = wait_in(response.headers)
            self.hold(BAN if seconds is None else seconds)
        if context.began is not None:
            self.note_response(self._clock() - context.began)

    def _let_pass(self) -> None:
        """Let waiting requests pass while the limit allows; try again later for the others."""
        self._refill()
        while self._left >= 1 and (queue := self._next_queue()):
            self._edit_was_last = queue is self._waiting[Urgency.EDIT]
            queue.popleft().passes.set_result(None)
            self._left -= 1
        if not self._returns and self._next_queue():
            self._returns = True
            self._later(max((1 - self._left) / self.rate, SHORTEST_DELAY), self._return)

    def _return(self) -> None:
        self._returns = False
        self._let_pass()

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._left + (now - self._filled_at) * self.rate, float(BURST))
        self._filled_at = now

    def _next_queue(self) -> deque[_Waiting]:
        """Return the queue whose first request passes next; an empty queue if no request waits.

        New messages go first, but edits that wait for `PATIENCE` seconds get every second request.
        """
        for queue in self._waiting.values():
            while queue and queue[0].passes.done():  # cancelled
                queue.popleft()
        new, edits = self._waiting[Urgency.NEW], self._waiting[Urgency.EDIT]
        if not new or not edits:
            return new or edits
        has_waited = self._clock() - edits[0].since >= PATIENCE
        return edits if has_waited and not self._edit_was_last else new


def _is_to_discord(url: yarl.URL) -> bool:
    """Return whether a URL belongs to Discord's API, and not to its gateway or its files."""
    return str(url).startswith(discord.http.Route.BASE)


def _later(seconds: float, work: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, work)
