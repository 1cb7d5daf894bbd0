"""Handling of direct messages that Discord refuses, until the person can be reached again."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.steps.notification_settings import reschedule_notifications
from bot.services.values.notifications.notification import Notification
from bot.services.values.notifications.settings import DM_REST
from bot.store.engine.database import Transaction
from bot.store.tables import outbox, outbox_queries, players
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import Personal

# Discord refuses some direct messages by mistake: such a refusal is believed after these retries
RETRIES = (timedelta(minutes=1), timedelta(hours=1), timedelta(hours=6))
# a message that a channel can show is posted there after this many, rather than hours late
RETRIES_BEFORE_POSTING = 1
TURN_DELAY = timedelta(hours=1)  # between attempts to tell of a turn that no channel shows
TURN_TRIES = 24  # after so many, `LATE_TURN_DELAY` passes between them
LATE_TURN_DELAY = timedelta(days=1)
LONGEST_WAIT = timedelta(days=60)  # of other news that no channel shows


async def record_refusal(
    tx: Transaction,
    message: OutboxMessage,
    notification: Notification,
    now: datetime,
    *,
    sure: bool,
) -> timedelta | None:
    """Record that Discord refused a direct message; return the delay until it is tried again.

    :param sure: whether the refusal says that the person accepts no direct messages; after other
        refusals the message is tried again.
    :returns: None if the message goes to its channel now, or is dropped because the channel
        already shows it.
    """
    payload = await outbox.find_payload(tx, message, Personal)
    refusals = 1 if payload is None else payload.refusals + 1
    if payload is not None:
        await outbox.change_payload(tx, message, replace(payload, refusals=refusals))
    retries = RETRIES[:RETRIES_BEFORE_POSTING] if _is_urgent(notification) else RETRIES
    if not sure and refusals <= len(retries):
        return retries[refusals - 1]
    if sure or retries == RETRIES:
        # without rescheduling: a refusal is no reason to try other messages now
        await players.set_dm_refused_at(tx, notification.to.user_id, now)
    return _next_attempt(notification, refusals, now - message.created_at)


def _is_urgent(notification: Notification) -> bool:
    return notification.can_be_posted and not notification.is_shown


def turn_delay(refusals: int) -> timedelta:
    """Return the delay before the next direct message about a turn that no channel shows.

    :param refusals: the number of messages refused so far; after `TURN_TRIES` the delay is longer.
    """
    return TURN_DELAY if refusals <= TURN_TRIES else LATE_TURN_DELAY


def leave_to_channel(notification: Notification) -> Notification:
    """Return a notification, without its direct message if that was refused too often.

    It then goes only to its channel. If the channel refuses it as well, the retries must not repeat
    the direct message. A notification that cannot or need not be posted in a channel is unchanged.
    """
    if _is_urgent(notification) and notification.payload.refusals > RETRIES_BEFORE_POSTING:
        return replace(notification, write=False, rests=True)
    return notification


def _next_attempt(notification: Notification, refusals: int, age: timedelta) -> timedelta | None:
    is_direct = notification.location.channel_id == NO_CHANNEL
    if is_direct and notification.kind.has(Trait.OF_TURN):
        return turn_delay(refusals)
    waits = is_direct or (notification.user_install and notification.kind is NotificationKind.TURN)
    return DM_REST if waits and age < LONGEST_WAIT else None


async def waits_for_contact(tx: Transaction, user_id: int) -> bool:
    """Return whether notifications of a person wait because Discord refused a direct message."""
    state = await players.state_of(tx, user_id)
    return state.dm_refused_at is not None or await outbox_queries.has_refused_notification(
        tx, user_id, NotificationKind
    )


async def record_contact(tx: Transaction, user_id: int, now: datetime) -> None:
    """Allow direct messages to a person again after refusals, and make delayed ones due."""
    if await waits_for_contact(tx, user_id):
        await players.set_dm_refused_at(tx, user_id, None)
        await reschedule_notifications(tx, user_id, now)
