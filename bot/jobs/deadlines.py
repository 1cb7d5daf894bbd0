"""Watches the time: notes that the bot is there, and does what is due, a little at a time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from bot.context.app_context import BotClient
from bot.errors import StorageError
from bot.operations.outage_log import Outage
from bot.store.tables.deadlines import Deadline

log = logging.getLogger(__name__)

SWEEP = 20.0  # seconds between heartbeats, and to whatever a shorter sleep would have missed
BATCH = 20  # what is done at once after a long absence, so that messages are spread
FIRST_WAIT = timedelta(minutes=1)  # before another try of what failed; doubled each time
LONGEST_WAIT = timedelta(hours=6)
BREATH = 1.0  # seconds between batches
UNKNOWN = 1.0  # seconds before another look while Discord is out of reach
DAY = timedelta(days=1)

What = tuple[str, int]  # a kind, and the number of its game, person, server or challenge
PuttingOff = Callable[[timedelta], Awaitable[None]]


async def run(client: BotClient) -> None:
    """Work until cancelled."""
    await client.wait_until_ready()
    await Watch(client).run()


class Watch:
    """Watches while Discord is within reach of everybody: who cannot move must not lose time.

    So as long as no process serves one of the shards, the time stands for all.
    """

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._services = client.context.services
        self._peers = client.context.peers
        # the job may have broken and begun again while one was away
        self._lost = {number for number, shard in client.shards.items() if shard.is_closed()}
        self._tidied: datetime | None = None
        # how often in a row something that is due has failed, in this process
        self._failures: dict[What, int] = {}
        self._blind = Outage(log, "the time cannot be watched now")
        self._listen()

    async def run(self) -> None:
        pause = 0.0
        while True:
            await asyncio.sleep(pause)
            pause = await self.once()

    async def once(self) -> float:
        """Do what is due; return how many seconds to wait before the next look."""
        if self._lost or not await self._peers.is_complete():
            return UNKNOWN
        try:
            absent = await self._services.deadlines.record_heartbeat()
            if absent:
                log.info("the bot was away for %s: all clocks stood still", absent)
            expired = await self._services.challenges.run_out(BATCH)
            for challenge_id in expired:
                await self._expire(challenge_id)
            due = await self._services.deadlines.due(BATCH)
            for each in due:
                await self._do(each)
            pause = BREATH if BATCH in {len(expired), len(due)} else await self._sleep()
        except StorageError as error:
            self._blind.met(error)
            return BREATH
        self._blind.over()
        return pause

    async def _do(self, deadline: Deadline) -> None:
        deadlines = self._services.deadlines
        what = (deadline.kind, deadline.subject)
        await self._attempt(what, deadlines.handle(deadline), partial(deadlines.postpone, deadline))

    async def _expire(self, challenge_id: int) -> None:
        challenges = self._services.challenges
        what = ("challenge", challenge_id)
        put_off = partial(challenges.put_off, challenge_id)
        await self._attempt(what, challenges.expire(challenge_id), put_off)

    async def _attempt(self, what: What, work: Awaitable[object], put_off: PuttingOff) -> None:
        """Do one thing that is due; if it fails, put it off, so that it holds up no other.

        :raises StoreTrouble: nothing can be stored now, not even that it is put off.
        """
        try:
            await work
        except Exception as error:
            failures = self._failures.get(what, 0)
            wait = min(FIRST_WAIT * 2**failures, LONGEST_WAIT)
            await put_off(wait)
            self._failures[what] = failures + 1
            self._client.context.metrics.count_failure(error)
            log.exception("%s of %d failed and is put off for %s", *what, wait)
        else:
            self._failures.pop(what, None)

    async def _sleep(self) -> float:
        await self._tidy()
        following = await self._services.deadlines.next_due()
        if following is None:
            return SWEEP
        left = (following - self._services.deadlines.now()).total_seconds()
        return min(max(left, 0.0), SWEEP)

    async def _tidy(self) -> None:
        now = self._services.deadlines.now()
        if self._tidied is None or now - self._tidied > DAY:
            self._tidied = now
            await self._services.notifications.forget_old()

    def _listen(self) -> None:
        async def on_shard_disconnect(shard_id: int) -> None:
            self._lost.add(shard_id)

        async def on_shard_connect(shard_id: int) -> None:
            self._lost.discard(shard_id)

        async def on_shard_resumed(shard_id: int) -> None:
            self._lost.discard(shard_id)

        for listener in (on_shard_disconnect, on_shard_connect, on_shard_resumed):
            self._client.event(listener)
