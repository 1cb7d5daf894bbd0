"""Background loop that stores heartbeats and handles due deadlines, in small batches."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from bot.context.app_context import BotClient
from bot.errors.storage import StorageError
from bot.operations.failure_log import FailureLog
from bot.store.tables.deadlines import Deadline

log = logging.getLogger(__name__)

HEARTBEAT = 20.0  # seconds between heartbeats, and therefore the longest sleep
BATCH = 20  # deadlines per round after a long outage, so that messages are spread out
FIRST_DELAY = timedelta(minutes=1)  # before a failed deadline is retried; then doubled each time
LONGEST_DELAY = timedelta(hours=6)
BATCH_DELAY = 1.0  # seconds from the start of one round to the next
OFFLINE_DELAY = 1.0  # seconds between rounds while a shard is disconnected
DAY = timedelta(days=1)

Key = tuple[str, int]  # a kind of deadline, and the id of its game, user, server or challenge
Postpone = Callable[[timedelta], Awaitable[None]]


async def run(client: BotClient) -> None:
    """Handle due deadlines of games, challenges and servers until cancelled."""
    await client.wait_until_ready()
    await DeadlineWatcher(client).run()


class DeadlineWatcher:
    """Handler of due deadlines, which pauses while any shard of any process is disconnected.

    Players who cannot move because of an outage must not lose on time, so all clocks pause
    together.
    """

    def __init__(self, client: BotClient) -> None:
        context = client.context
        self._client = client
        self._services = context.services
        self._metrics = context.metrics
        self._peers = context.peers
        self._tidied_at: datetime | None = None
        # failures in a row of each deadline, in this process
        self._failures: dict[Key, int] = {}
        self._failure_log = FailureLog(log, "deadlines cannot be read or stored")

    async def run(self) -> None:
        """Handle due deadlines of games, challenges and servers until cancelled."""
        delay = 0.0
        while True:
            await asyncio.sleep(delay)
            delay = await self.once()

    async def once(self) -> float:
        """Handle one batch of due deadlines; return the seconds to wait before the next batch."""
        served = self._client.sessions.are_confirmed(self._client.shards)
        if not served or not await self._peers.is_complete():
            return OFFLINE_DELAY
        begun = time.monotonic()
        try:
            downtime = await self._services.deadlines.record_heartbeat()
            if downtime:
                log.info("the bot was down for %s: all clocks were paused", downtime)
            expired = await self._services.challenges.find_expired(BATCH)
            for challenge_id in expired:
                await self._expire(challenge_id)
            due = await self._services.deadlines.find_due(BATCH)
            for deadline in due:
                await self._handle(deadline)
            is_full = BATCH in {len(expired), len(due)}
            spent = time.monotonic() - begun
            delay = max(0.0, BATCH_DELAY - spent) if is_full else await self._time_to_next()
        except StorageError as error:
            self._failure_log.failed(error)
            return BATCH_DELAY
        self._failure_log.recovered()
        return delay

    async def _handle(self, deadline: Deadline) -> None:
        deadlines = self._services.deadlines
        key = (deadline.kind, deadline.subject)
        await self._attempt(key, deadlines.handle(deadline), partial(deadlines.postpone, deadline))

    async def _expire(self, challenge_id: int) -> None:
        challenges = self._services.challenges
        postpone = partial(challenges.postpone_expiry, challenge_id)
        await self._attempt(("challenge", challenge_id), challenges.expire(challenge_id), postpone)

    async def _attempt(self, key: Key, work: Awaitable[object], postpone: Postpone) -> None:
        """Await the work for a deadline; postpone the deadline if the work fails.

        The failure is logged and not raised, so that other deadlines are still handled. Each
        further failure doubles the delay, up to `LONGEST_DELAY`.

        :raises StorageError: if the postponement cannot be stored.
        """
        try:
            await work
        except Exception as error:
            failures = self._failures.get(key, 0)
            delay = min(FIRST_DELAY * 2**failures, LONGEST_DELAY)
            await postpone(delay)
            self._failures[key] = failures + 1
            self._metrics.count_failure(error)
            log.exception("deadline %s of %d failed and is postponed by %s", *key, delay)
        else:
            self._failures.pop(key, None)

    async def _time_to_next(self) -> float:
        await self._tidy()
        deadlines = self._services.deadlines
        due_at = await deadlines.next_due()
        if due_at is None:
            return HEARTBEAT
        left = (due_at - deadlines.now()).total_seconds()
        return min(max(left, 0.0), HEARTBEAT)

    async def _tidy(self) -> None:
        now = self._services.deadlines.now()
        if self._tidied_at is None or now - self._tidied_at > DAY:
            self._tidied_at = now
            await self._services.notifications.forget_old()
