"""Queries for waiting and sent outbox messages, so that no event is announced twice."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import TypeVar

from sqlalchemy import ColumnElement, Text, cast, exists, func, literal, or_, select, true

from bot.store.engine.database import Transaction
from bot.store.tables.notification_kinds import read_payload
from bot.store.tables.outbox import (
    AWAITING_INTERACTION,
    OPEN,
    SENDING,
    SENT,
    WAITING,
    NewOutboxMessage,
)
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import OfChallenge, Payload, Personal, from_json
from bot.store.tables.schema import outbox

P = TypeVar("P", bound=Payload)

TURN_KINDS = (OutboxKind.TURN, OutboxKind.UNDONE)


async def is_notification_waiting(tx: Transaction, user_id: int, kind: str) -> bool:
    """Return whether a notification of a kind to a person is waiting and not being sent yet."""
    stream = NewOutboxMessage.notification_stream(user_id, kind)
    query = select(outbox.c.id).where(outbox.c.stream == stream, outbox.c.status == WAITING)
    return (await tx.connection.execute(query.limit(1))).first() is not None


def has_open_notification(user_id: ColumnElement[int], kind: str) -> ColumnElement[bool]:
    """Return the SQL condition that a notification of a kind to a person is not closed yet."""
    stream = literal("user:") + cast(user_id, Text) + literal(f":{kind}")
    is_open = outbox.c.status.in_((*OPEN, AWAITING_INTERACTION))
    return exists().where(outbox.c.stream == stream, is_open)


async def last_arrival(tx: Transaction, user_id: int, kind: str) -> datetime | None:
    """Return when the last notification of a kind to a person was sent, or None."""
    stream = outbox.c.stream == NewOutboxMessage.notification_stream(user_id, kind)
    # a notification that was obsolete when it was due has no message
    arrived = (outbox.c.status == SENT, outbox.c.message_id.is_not(None))
    query = select(func.max(outbox.c.closed_at)).where(stream, *arrived)
    at: datetime | None = (await tx.connection.execute(query)).scalar_one()
    return at


async def find_notifications(
    tx: Transaction, user_id: int, kind: str, family: type[P], game_id: int | None = None
) -> list[tuple[bool, P]]:
    """Return the notifications of a kind to a person as (still waits, payload), oldest first.

    Notifications that were given up, or that were obsolete when they were due, are omitted.
    """
    waits = outbox.c.status.in_((WAITING, AWAITING_INTERACTION))
    arrives = or_(outbox.c.status == SENDING, outbox.c.message_id.is_not(None))
    stream = outbox.c.stream == NewOutboxMessage.notification_stream(user_id, kind)
    about = true() if game_id is None else outbox.c.game_id == game_id
    query = select(waits, outbox.c.payload).where(stream, about, or_(waits, arrives))
    rows = await tx.connection.execute(query.order_by(outbox.c.id))
    return [(bool(waiting), from_json(family, payload)) for waiting, payload in rows]


async def find_recent(
    tx: Transaction, user_id: int, kind: str, family: type[P], since: datetime
) -> list[P]:
    """Return the notifications of a kind to a person that wait, or were added after a moment."""
    stream = outbox.c.stream == NewOutboxMessage.notification_stream(user_id, kind)
    waits = outbox.c.status.in_((*OPEN, AWAITING_INTERACTION))
    query = select(outbox.c.payload).where(stream, or_(waits, outbox.c.created_at > since))
    rows = await tx.connection.execute(query.order_by(outbox.c.id))
    return [from_json(family, payload) for (payload,) in rows]


async def has_refused_notification(tx: Transaction, user_id: int, kinds: Iterable[str]) -> bool:
    """Return whether a person has a waiting notification that was refused as a direct message."""
    streams = [NewOutboxMessage.notification_stream(user_id, kind) for kind in kinds]
    waits = outbox.c.status.in_((WAITING, AWAITING_INTERACTION))
    payloads = await _payloads(tx, outbox.c.stream.in_(streams), waits)
    return any(isinstance(each, Personal) and each.refusals for each in payloads)


async def challenges_in_notifications(tx: Transaction) -> frozenset[int]:
    """Return the ids of challenges named in undelivered notifications."""
    waits = (outbox.c.status.in_((*OPEN, AWAITING_INTERACTION)), outbox.c.user_id.is_not(None))
    payloads = await _payloads(tx, *waits, outbox.c.game_id.is_(None))
    return frozenset(each.challenge for each in payloads if isinstance(each, OfChallenge))


async def _payloads(tx: Transaction, *conditions: ColumnElement[bool]) -> list[Payload]:
    rows = await tx.connection.execute(select(outbox.c.kind, outbox.c.payload).where(*conditions))
    return [read_payload(kind, payload) for kind, payload in rows]


async def is_turn_waiting(tx: Transaction, game_id: int, ply: int) -> bool:
    """Return whether the message of a turn is waiting or being sent."""
    turn = (outbox.c.game_id == game_id, outbox.c.ply == ply, outbox.c.kind.in_(TURN_KINDS))
    query = select(outbox.c.id).where(*turn, outbox.c.status.in_(OPEN))
    return (await tx.connection.execute(query.limit(1))).first() is not None


async def turns_waiting(tx: Transaction, games: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return the turns, as (game, ply), whose message is waiting or being sent."""
    if not games:
        return frozenset()
    turns = (outbox.c.game_id.in_(games), outbox.c.kind.in_(TURN_KINDS))
    query = select(outbox.c.game_id, outbox.c.ply).where(*turns, outbox.c.status.in_(OPEN))
    return frozenset((game_id, ply) for game_id, ply in await tx.connection.execute(query))


async def games_of_waiting_notifications(
    tx: Transaction, user_id: int, kinds: Iterable[str]
) -> frozenset[int]:
    """Return the games of a person's notifications that are waiting and not being sent yet."""
    streams = [NewOutboxMessage.notification_stream(user_id, kind) for kind in kinds]
    waiting = (outbox.c.stream.in_(streams), outbox.c.status == WAITING)
    query = select(outbox.c.game_id).where(*waiting, outbox.c.game_id.is_not(None))
    return frozenset((await tx.connection.execute(query)).scalars())


async def is_being_sent(tx: Transaction, games: Iterable[int], notification: str) -> bool:
    """Return whether a turn message, or a notification of a kind, is being sent for these games."""
    of_games = (outbox.c.game_id.in_(games), outbox.c.kind.in_((*TURN_KINDS, notification)))
    query = select(outbox.c.id).where(*of_games, outbox.c.status == SENDING)
    return (await tx.connection.execute(query.limit(1))).first() is not None


async def belongs_to_another(tx: Transaction, outbox_id: int, message_id: int) -> bool:
    """Return whether a posted message was sent for another outbox message of the same stream.

    :param outbox_id: the outbox message that gives the stream.
    :param message_id: the posted message's id on Discord.
    """
    own = select(outbox.c.stream).where(outbox.c.id == outbox_id).scalar_subquery()
    sent = (outbox.c.status == SENT, outbox.c.message_id == message_id)
    query = select(outbox.c.id).where(outbox.c.stream == own, *sent, outbox.c.id != outbox_id)
    return (await tx.connection.execute(query.limit(1))).first() is not None
