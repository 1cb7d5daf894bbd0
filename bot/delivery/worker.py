"""Outbox worker: takes due outbox messages, delivers them and retries failures."""

import asyncio
import contextlib
import contextvars
import logging
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from datetime import timedelta
from math import ceil
from typing import Concatenate, ParamSpec, TypeVar

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import (
    BLOCKED,
    DISCORD_ERRORS,
    THREAD_CLOSED,
    TOO_FAST,
    UNKNOWN_CHANNEL,
    discord_code,
    is_invalid_request,
    is_location_gone,
    is_message_gone,
    retry_after,
)
from bot.context.request_limit import Urgency, urgency
from bot.context.timeouts import at_most
from bot.delivery.channels import Sent
from bot.delivery.direct_messages import DirectMessageRefused
from bot.delivery.dispatch import DeliverLater, Dispatcher
from bot.delivery.interaction_token_messages import NoInteractionToken
from bot.errors.refusals import PlayerError
from bot.errors.storage import StorageError
from bot.operations.failure_log import FailureLog
from bot.operations.logs import described
from bot.services.use_cases.delivery.outbox import TakenTurn
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.outbox import CHANGES, EDITS, OutboxMessage, targets_of
from bot.store.tables.outbox_kinds import OutboxKind

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# Simultaneous deliveries, each for another game or challenge. By Little's law, a rate of requests
# needs as many slots as requests of that rate begin in the time that a delivery takes.
FEWEST_SLOTS, MOST_SLOTS = 8, 64
WORK = 0.15  # seconds of a delivery without its request: reading, drawing, storing
POLL_INTERVAL = 1.0  # seconds between queries when nothing wakes the worker
TIMEOUT = 20.0  # seconds for one delivery
# Seconds between attempts to store an outcome. `TIMEOUT` plus one interval is shorter than the
# worker's lease. If the lease expires all the same, the next worker finds the message in the
# channel and does not send it twice.
STORE_RETRIES = (0.5, 1.0, 2.0, 4.0, 8.0)
SHUTDOWN_TIMEOUT = 2.0  # seconds for running deliveries when the program stops
LONGEST_BACKOFF = timedelta(minutes=10)
TRIES_WITHOUT_PERMISSION = 15  # about an hour with the delays of `backoff`
# Notifications without another channel to their reader are retried hourly for a week. So are edits
# of old messages. Those that say that it is the reader's turn are then retried daily.
PATIENT_DELAY = timedelta(hours=1)
PATIENT_TRIES = TRIES_WITHOUT_PERMISSION + 7 * 24
LATE_DELAY = timedelta(days=1)
PATIENT_EDITS = frozenset({*EDITS, OutboxKind.DAILY_RESULTS})
OF_TURN = frozenset(kind for kind in NotificationKind if kind.has(Trait.OF_TURN))
# Discord accepts about 5 messages in 5 seconds per channel (X-RateLimit headers of the route).
MOST = 5
SECONDS = 5.0


class Pacing:
    """Counter of the messages sent to each channel or person in the last `SECONDS` seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started: dict[int, deque[float]] = defaultdict(deque)

    def add(self, target_id: int) -> None:
        """Count a message that is sent to a channel or a person now."""
        self._started[target_id].append(self._clock())

    def used(self) -> Mapping[int, int]:
        """Return how many messages went to each channel or person in the last `SECONDS` seconds.

        Channels and people without messages are missing.
        """
        old = self._clock() - SECONDS
        for target_id, started in list(self._started.items()):
            while started and started[0] <= old:
                started.popleft()
            if not started:
                del self._started[target_id]
        return {target_id: len(started) for target_id, started in self._started.items()}

    def room_in(self) -> float | None:
        """Return the seconds until the first full channel or person has room; None if none is full.

        A channel or person is full after `MOST` messages within `SECONDS` seconds.
        """
        full = [self._started[target] for target, number in self.used().items() if number >= MOST]
        ends = [started[-MOST] + SECONDS for started in full]
        return min(ends) - self._clock() if ends else None


class Worker:
    """Worker that delivers several outbox messages at a time, but those of one game in order."""

    def __init__(self, client: BotClient, pacing: Pacing | None = None) -> None:
        context = client.context
        self._client = client
        self._outbox = context.services.outbox
        self._notifications = context.services.notifications
        self._metrics = context.metrics
        self._filled = context.outbox_filled
        self._limit = context.request_limit
        self._dispatcher = Dispatcher(client)
        self._pacing = pacing or Pacing()
        self._tasks: set[asyncio.Task[bool]] = set()
        # a turn's request also starts deliveries: neither its language nor its limits are theirs
        self._own_context = contextvars.copy_context()
        self._changes: set[asyncio.Task[bool]] = set()  # those that change old messages
        self._more_due = False  # the last query may have left due messages that were not limited
        self._failure_log = FailureLog(log, "the outbox cannot be read")

    async def run(self) -> None:
        """Deliver outbox messages until cancelled; then let deliveries in progress finish."""
        await self._outbox.recover()
        self._outbox.on_turn(self._start_turn)
        try:
            while True:
                self._filled.clear()
                if not await self._try_to_start():
                    await self._wait()
        finally:
            self._outbox.on_turn(lambda _: self._filled.set())
            await self._finish()

    async def _finish(self) -> None:
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=SHUTDOWN_TIMEOUT)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def once(self) -> bool:
        """Deliver one batch of due outbox messages; return False if none may be sent now."""
        started = await self._start_due()
        await asyncio.gather(*self._tasks)
        return started

    async def _try_to_start(self) -> bool:
        """Start the due deliveries; return whether more can be started at once."""
        try:
            started = await self._start_due()
        except StorageError as error:
            self._failure_log.failed(error)
            return False
        self._failure_log.recovered()
        return started and self._more_due and self._free() > 0

    def _free(self) -> int:
        if self._limit.held_for() > 0:
            return 0
        return slots(self._limit.rate, self._limit.latency) - len(self._tasks)

    def _free_for_changes(self) -> int:
        return slots(self._limit.rate, self._limit.latency) // 2 - len(self._changes)

    async def _start_due(self) -> bool:
        free, changes = max(self._free(), 0), max(self._free_for_changes(), 0)
        due = await self._outbox.take_due(free, self._pacing.used(), MOST, changes) if free else []
        for message in due:
            self._start(message)
        # messages for a full channel, or changes, may have filled the batch
        is_limited = self._pacing.room_in() is not None or self._free_for_changes() <= 0
        self._more_due = len(due) >= free or is_limited
        return bool(due)

    def _start(self, message: OutboxMessage) -> None:
        for target in targets_of(message.kind, message.location.channel_id, message.user_id):
            self._pacing.add(target)
        task = self._begin(self._deliver(message), message.id)
        if message.kind in CHANGES:
            self._changes.add(task)

    def _start_turn(self, message_id: int) -> None:
        """Start to deliver the message of a turn just played, without a query for due messages.

        If too many deliveries are in progress, the next round of the loop delivers the message.
        """
        if self._free() > 0:
            self._begin(self._deliver_turn(message_id), message_id)
        else:
            self._filled.set()

    def _begin(self, delivery: Coroutine[None, None, bool], message_id: int) -> asyncio.Task[bool]:
        context = self._own_context.copy()
        task = asyncio.create_task(delivery, name=f"outbox-{message_id}", context=context)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def _wait(self) -> None:
        room_in = self._pacing.room_in()
        seconds = POLL_INTERVAL if room_in is None else min(POLL_INTERVAL, max(room_in, 0.0))
        # `wait_for` can swallow a cancellation in Python 3.11
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._filled.wait()

    def _ended(self, task: asyncio.Task[bool]) -> None:
        self._tasks.discard(task)
        self._changes.discard(task)
        # the next message of the game may now be due, or one that found no free slot
        if self._more_due or task.cancelled() or task.exception() is not None or task.result():
            self._filled.set()
        if not task.cancelled() and task.exception() is not None:
            log.error("%s failed", task.get_name(), exc_info=task.exception())

    async def _deliver_turn(self, message_id: int) -> bool:
        """Deliver a turn's message, unless it must wait; return whether others may be due now."""
        try:
            taken = await self._outbox.take_turn(message_id, self._pacing.used(), MOST)
        except (StorageError, PlayerError) as error:
            reason = type(error).__name__  # the text may contain names, which must not be logged
            log.info("outbox message %d is left to the next query: %s", message_id, reason)
            return True
        if taken is None:
            return True
        self._pacing.add(taken.message.location.channel_id)
        return await self._deliver(taken.message, taken)

    async def _deliver(self, message: OutboxMessage, taken: TakenTurn | None = None) -> bool:
        """Deliver an outbox message and store the outcome; return whether others may be due now."""
        try:
            level = Urgency.EDIT if message.kind in CHANGES else Urgency.NEW
            async with at_most(self._client, TIMEOUT):
                with urgency(level):
                    sent = await self._dispatcher.deliver(message, taken)
        except DeliverLater as later:
            await self._store(self._notifications.postpone, message, later.delay)
        except DirectMessageRefused as refused:
            await self._store(self._outbox.retry, message, refused.delay, str(refused))
        except NoInteractionToken as missing:
            await self._store(self._outbox.await_interaction, message, missing.message_id)
        except (*DISCORD_ERRORS, StorageError) as error:
            await self._failed(message, error)
        except PlayerError as error:
            # the error's text may contain names, which must not be logged
            reason = type(error).__name__
            log.warning("outbox message %d (%s) is obsolete: %s", message.id, message.kind, reason)
            await self._store(self._outbox.mark_dead, message, reason)
        except Exception as error:
            self._metrics.count_failure(error)
            log.exception("outbox message %d (%s) failed", message.id, message.kind)
            delay = backoff(message.attempts)
            await self._store(self._outbox.retry, message, delay, type(error).__name__)
        else:
            return await self._store_sent(message, sent)
        return True

    async def _store_sent(self, message: OutboxMessage, sent: Sent | None) -> bool:
        message_id, text = (None, None) if sent is None else (sent.id, sent.text)
        if sent is not None and sent.location is not None:
            message = replace(message, location=sent.location)
        return await self._store(self._outbox.mark_sent, message, message_id, text)

    async def _failed(self, message: OutboxMessage, error: BaseException) -> None:
        self._metrics.discord_errors.labels(discord_code(error)).inc()
        reason = described(error)
        log.warning(
            "outbox message %d (%s), attempt %d: %s",
            message.id,
            message.kind,
            message.attempts,
            reason,
        )
        if await self._may_be_mistaken(message, error):
            await self._store(self._outbox.retry, message, backoff(message.attempts), reason)
        elif await self._find_another_way(message, error):
            await self._store(self._outbox.retry, message, timedelta(0), reason)
        elif not is_hopeless(message, error):
            await self._store(self._outbox.retry, message, retry_delay(message, error), reason)
        else:
            await self._dispatcher.notify_undeliverable(message)
            await self._store(self._outbox.mark_dead, message, reason)

    async def _may_be_mistaken(self, message: OutboxMessage, error: BaseException) -> bool:
        """Return whether to retry a channel that Discord calls unknown but the cache contains.

        Retries end after `TRIES_WITHOUT_PERMISSION` attempts, about an hour.
        """
        return (
            discord_code(error) == str(UNKNOWN_CHANNEL)
            and message.attempts < TRIES_WITHOUT_PERMISSION
            and await self._dispatcher.sees_channel(message)
        )

    async def _find_another_way(self, message: OutboxMessage, error: BaseException) -> bool:
        if is_invalid_request(error):
            return await self._simplify(message, error)
        return is_closed(message, error) and await self._dispatcher.find_other_location(message)

    async def _simplify(self, message: OutboxMessage, error: BaseException) -> bool:
        """Reduce a rejected message to plain text; return False if that would change nothing."""
        self._metrics.count_failure(error)
        text = "outbox message %d (%s): Discord rejects it (%s); report this"
        log.error(text, message.id, message.kind, discord_code(error))
        return await self._store(self._outbox.simplify, message)

    async def _store(
        self,
        store_outcome: Callable[Concatenate[OutboxMessage, P], Awaitable[T]],
        message: OutboxMessage,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Store the outcome of an attempt; retry while the database fails.

        The game's other messages wait until the outcome is stored or the lease expires.
        """
        for seconds in STORE_RETRIES:
            try:
                return await store_outcome(message, *args, **kwargs)
            except StorageError as error:
                log.warning(
                    "the outcome of outbox message %d (%s) cannot be stored: %r",
                    message.id,
                    message.kind,
                    error,
                )
                await asyncio.sleep(seconds)
        return await store_outcome(message, *args, **kwargs)


def slots(rate: float, latency: float) -> int:
    """Return how many deliveries must run at the same time to use a rate of requests fully.

    :param rate: requests a second.
    :param latency: the mean time of a response in seconds.
    """
    return min(max(ceil(rate * (latency + WORK)), FEWEST_SLOTS), MOST_SLOTS)


def backoff(attempts: int) -> timedelta:
    """Return the delay before the next attempt: 1, 2, 4 ... seconds, at most ten minutes."""
    return min(timedelta(seconds=2 ** min(attempts - 1, 10)), LONGEST_BACKOFF)


def is_closed(message: OutboxMessage, error: BaseException) -> bool:
    """Return whether a message needs another location because its channel is deleted or closed.

    A channel that refuses the bot counts as closed after `TRIES_WITHOUT_PERMISSION` attempts.
    """
    if _is_refused(message, error):
        return message.attempts >= TRIES_WITHOUT_PERMISSION
    return is_location_gone(error)


def is_hopeless(message: OutboxMessage, error: BaseException) -> bool:
    """Return whether to give up an outbox message after an error, if no other location is left."""
    if is_invalid_request(error):
        return message.kind not in OF_TURN  # our mistake, and still their turn
    if not _waits(message, error):
        return is_message_gone(error) or is_closed(message, error)
    return message.attempts >= PATIENT_TRIES and message.kind not in OF_TURN


def _is_refused(message: OutboxMessage, error: BaseException) -> bool:
    forbidden = isinstance(error, discord.Forbidden) and error.code != TOO_FAST
    code = getattr(error, "code", 0)
    # New messages reopen an archived thread; edits of old messages do not.
    shut = message.kind in PATIENT_EDITS and code in THREAD_CLOSED
    return forbidden or shut or code == BLOCKED


def _waits(message: OutboxMessage, error: BaseException) -> bool:
    """Return whether a message may wait for days until its recipient or channel accepts it."""
    # its reader may accept direct messages again before they move
    lost = message.kind in OF_TURN and is_location_gone(error)
    return lost or (_blocks_nothing(message) and _is_refused(message, error))


def _blocks_nothing(message: OutboxMessage) -> bool:
    return message.user_id is not None or message.kind in PATIENT_EDITS


def retry_delay(message: OutboxMessage, error: BaseException) -> timedelta:
    """Return the delay before the next attempt to deliver an outbox message after an error."""
    if seconds := retry_after(error):
        return timedelta(seconds=seconds)
    lost = is_location_gone(error) or is_invalid_request(error)
    if _blocks_nothing(message) and (lost or message.attempts >= TRIES_WITHOUT_PERMISSION):
        return PATIENT_DELAY if message.attempts < PATIENT_TRIES else LATE_DELAY
    return backoff(message.attempts)
