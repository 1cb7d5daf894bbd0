"""The outbox worker: has delivered what Discord must hear, and tries again what failed."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Concatenate, ParamSpec

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import (
    BLOCKED,
    DISCORD_ERRORS,
    THREAD_CLOSED,
    TOO_FAST,
    discord_code,
    is_invalid_request,
    is_location_gone,
    is_message_gone,
)
from bot.context.timeouts import at_most
from bot.delivery import pacing
from bot.delivery.dispatch import DeliverLater, Delivery
from bot.delivery.interaction_tokens import NoInteractionToken
from bot.errors import PlayerError, StorageError
from bot.operations.logs import described
from bot.operations.outage_log import Outage
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind

log = logging.getLogger(__name__)

P = ParamSpec("P")

AT_ONCE = 8  # rows of different games and challenges on their way at the same time
IDLE = 1.0  # seconds between looks when nothing wakes the worker
TIMEOUT = 20.0  # seconds for one delivery
# seconds between tries to note what became of a row; this and `TIMEOUT` fit into the lease of a
# worker, and should the row be given out again, its message is found and not sent twice
NOTE_AGAIN = (0.5, 1.0, 2.0, 4.0, 8.0)
LAST_WORDS = 2.0  # seconds for deliveries on their way when the program leaves
LONGEST_WAIT = timedelta(minutes=10)
TRIES_WITHOUT_PERMISSION = 15  # with the waits below: about an hour
# a letter that has no other place to go is tried each hour, for a week; so is an old message that
# cannot be changed
NOTIFICATIONS_WAIT = timedelta(hours=1)
TRIES_OF_NOTIFICATIONS = TRIES_WITHOUT_PERMISSION + 7 * 24


async def run(client: BotClient) -> None:
    """Work until cancelled."""
    await Worker(client).run()


class Worker:
    """Delivers rows, a few at once, those of one game in their order."""

    def __init__(self, client: BotClient, paced: pacing.Pacing | None = None) -> None:
        self._client = client
        self._outbox = client.context.services.outbox
        self._notifications = client.context.services.notifications
        self._metrics = client.context.metrics
        self._filled = client.context.outbox_filled
        self._delivery = Delivery(client)
        self._pacing = paced or pacing.Pacing()
        self._tasks: set[asyncio.Task[None]] = set()
        self._unreadable = Outage(log, "the outbox cannot be read now")

    async def run(self) -> None:
        await self._outbox.recover()
        try:
            while True:
                self._filled.clear()
                if not await self._look():
                    await self._wait()
        finally:
            await self._leave()

    async def _leave(self) -> None:
        """Let what is on its way arrive; what is cut off begins again at the next start."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=LAST_WORDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def once(self) -> bool:
        """Send some of what is due and wait for it; False when nothing may be sent now."""
        started = await self._start_some()
        await asyncio.gather(*self._tasks)
        return started

    async def _look(self) -> bool:
        try:
            started = await self._start_some()
        except StorageError as failure:
            self._unreadable.met(failure)
            return False
        self._unreadable.over()
        return started

    async def _start_some(self) -> bool:
        free = AT_ONCE - len(self._tasks)
        used = self._pacing.used()
        rows = await self._outbox.take_due(free, used, pacing.MOST) if free else []
        for row in rows:
            for target in {row.location.channel_id, row.user_id or row.location.channel_id}:
                self._pacing.began(target)
            task = asyncio.create_task(self._work_on(row), name=f"outbox-{row.id}")
            self._tasks.add(task)
            task.add_done_callback(self._ended)
        return bool(rows)

    async def _wait(self) -> None:
        # not `wait_for`: in Python 3.11 it can swallow that the worker is told to stop
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(IDLE):
                await self._filled.wait()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._filled.set()  # the next row of that game may go
        if not task.cancelled() and task.exception() is not None:
            log.error("%s broke", task.get_name(), exc_info=task.exception())

    async def _work_on(self, row: OutboxMessage) -> None:
        try:
            async with at_most(self._client, TIMEOUT):
                message_id = await self._delivery.deliver(row)
        except DeliverLater as wait:
            await self._note(self._notifications.postpone, row, wait.delay)
        except NoInteractionToken as silence:
            await self._note(self._outbox.await_interaction, row, silence.message_id)
        except DISCORD_ERRORS as failure:
            await self._failed(row, failure)
        except StorageError as failure:
            await self._failed(row, failure)
        except PlayerError as error:
            # its sentence may hold names, which belong in no log
            why = type(error).__name__
            log.warning("row %d (%s) has nothing to tell: %s", row.id, row.kind, why)
            await self._note(self._outbox.mark_dead, row, why)
        except Exception as error:
            self._metrics.count_failure(error)
            log.exception("row %d (%s) failed", row.id, row.kind)
            await self._note(self._outbox.retry, row, pause(row.attempts), type(error).__name__)
        else:
            await self._note(self._outbox.mark_sent, row, message_id)

    async def _failed(self, row: OutboxMessage, failure: BaseException) -> None:
        self._metrics.discord_errors.labels(discord_code(failure)).inc()
        why = described(failure)
        log.warning("row %d (%s), attempt %d: %s", row.id, row.kind, row.attempts, why)
        if is_closed(row, failure) and await self._delivery.other_location(row):
            await self._note(self._outbox.retry, row, timedelta(0), why)
        elif not is_hopeless(row, failure):
            await self._note(self._outbox.retry, row, wait_after(row, failure), why)
        else:
            if is_invalid_request(failure):
                self._metrics.count_failure(failure)
                said = "row %d (%s) is given up, for Discord finds it wrong (%s): report this"
                log.error(said, row.id, row.kind, discord_code(failure))
            await self._delivery.given_up(row)
            await self._note(self._outbox.mark_dead, row, why)

    async def _note(
        self,
        noting: Callable[Concatenate[OutboxMessage, P], Awaitable[None]],
        row: OutboxMessage,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Store what became of a row, a little later if the database takes nothing now.

        What is not stored in time is given out again: it holds up its game till then.
        """
        for seconds in NOTE_AGAIN:
            try:
                await noting(row, *args, **kwargs)
            except StorageError as failure:
                log.warning("row %d (%s) cannot be noted now: %r", row.id, row.kind, failure)
                await asyncio.sleep(seconds)
            else:
                return
        await noting(row, *args, **kwargs)


def pause(attempts: int) -> timedelta:
    """How long to wait after so many attempts: 1, 2, 4 ... seconds, at most ten minutes."""
    return min(timedelta(seconds=2 ** min(attempts - 1, 10)), LONGEST_WAIT)


def is_closed(row: OutboxMessage, failure: BaseException) -> bool:
    """Whether it is time to look for another place: the channel is gone, or has long refused."""
    if _is_refused(row, failure):
        return row.attempts >= TRIES_WITHOUT_PERMISSION
    return is_location_gone(failure)


def is_hopeless(row: OutboxMessage, failure: BaseException) -> bool:
    """Whether another attempt cannot help, where there is no other place."""
    if is_invalid_request(failure) or is_message_gone(failure):
        return True
    waits_on = _has_time(row) and _is_refused(row, failure)
    return is_closed(row, failure) and (not waits_on or row.attempts >= TRIES_OF_NOTIFICATIONS)


def _is_refused(row: OutboxMessage, failure: BaseException) -> bool:
    forbidden = isinstance(failure, discord.Forbidden) and failure.code != TOO_FAST
    code = getattr(failure, "code", 0)
    # elsewhere the thread is left; a message in it can only be changed there
    shut = row.kind == OutboxKind.CLOSE_MESSAGE and code in THREAD_CLOSED
    return forbidden or shut or code == BLOCKED


def _has_time(row: OutboxMessage) -> bool:
    """Return whether a row that is refused may wait for long, as nothing waits behind it."""
    return row.user_id is not None or row.kind == OutboxKind.CLOSE_MESSAGE


def wait_after(row: OutboxMessage, failure: BaseException) -> timedelta:
    """How long to wait before the next attempt."""
    if isinstance(failure, discord.RateLimited):
        return timedelta(seconds=failure.retry_after)
    if row.attempts >= TRIES_WITHOUT_PERMISSION and _has_time(row):
        return NOTIFICATIONS_WAIT
    return pause(row.attempts)
