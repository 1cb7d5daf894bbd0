"""Taking of outbox messages: the choice of the messages that a worker sends next.

Only the first open message of a stream is taken, except that a postponed notification does not hold
up the next one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    true,
    update,
)

from bot.store.engine.database import Transaction
from bot.store.engine.shard_assignment import ALL, GUILD_SHIFT, ShardAssignment
from bot.store.tables.notification_kinds import read_payload
from bot.store.tables.outbox import (
    CHANGES,
    DEAD,
    EDITS,
    OPEN,
    SENDING,
    OutboxMessage,
    close,
    targets_of,
)
from bot.store.tables.outbox_kinds import NO_CHANNEL, Location, OutboxKind
from bot.store.tables.payloads import NO_DATA, InvalidPayload, Payload
from bot.store.tables.schema import outbox, user_install_channels

# sent before all other kinds, because a player is waiting for them
URGENT = (OutboxKind.TURN, OutboxKind.RESULT, OutboxKind.UNDONE)
# An edit due for this long is as urgent. The worker gives edits half of its slots, so with one for
# each new message none waits more than twice as long.
OVERDUE = timedelta(seconds=10)
# a message overdue for this long may be taken by a process that does not serve its shard
ABANDONED = timedelta(seconds=10)
# a notification due later than this does not hold up the next one of its stream
POSTPONED = timedelta(minutes=1)
CANDIDATES = 4  # messages read per message taken, because some channels are at their limit


@dataclass(frozen=True, slots=True)
class Capacity:
    """Number of messages that a worker may take now, in total and per channel or person.

    A notification counts towards its channel and its recipient, because its destination is chosen
    when it is sent.

    :param total: the limit on all messages together.
    :param used: the number of messages sent recently, by channel id or user id (`targets_of`).
    :param per_target: the limit for each channel or person, including `used`.
    :param changes: the limit on changes of old messages.
    :param shards: the shards of this process; their messages are taken first.
    """

    total: int
    used: Mapping[int, int] = field(default_factory=dict)
    per_target: int = 1000
    changes: int = 1000
    shards: ShardAssignment = ALL

    def full(self) -> list[int]:
        """Return the ids of channels and people at their limit."""
        return [target for target, number in self.used.items() if number >= self.per_target]

    def fitting(self, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the rows that fit into the limits, in the same order."""
        used: Counter[int] = Counter(self.used)
        taken: list[dict[str, Any]] = []
        changes = self.changes
        for row in rows:
            targets = targets_of(row["kind"], row["channel_id"], row["user_id"])
            is_change = row["kind"] in CHANGES
            has_room = all(used[each] < self.per_target for each in targets)
            if has_room and len(taken) < self.total and changes >= is_change:
                used.update(targets)
                taken.append(row)
                changes -= is_change
        return taken


def _is_held_up() -> ColumnElement[bool]:
    earlier = outbox.alias("earlier")
    same_stream = and_(earlier.c.stream == outbox.c.stream, earlier.c.status.in_(OPEN))
    # A notification may be retried for a week and must not hold up notifications for other
    # channels. Notifications postponed to the same moment, such as a morning, keep their order.
    waits_for = or_(outbox.c.user_id.is_(None), earlier.c.due_at <= bindparam("soon"))
    # after an outage, the clock updates of all games may take an hour
    blocks = or_(earlier.c.status == SENDING, and_(waits_for, earlier.c.kind != OutboxKind.CLOCK))
    return select(earlier.c.id).where(same_stream, earlier.c.id < outbox.c.id, blocks).exists()


# Statements needed in every turn are built once, because building takes longer than running.
_IS_HELD_UP = _is_held_up()
_FULL = bindparam("full", type_=BigInteger, expanding=True)
_IS_BELOW_LIMIT = (
    case((outbox.c.kind.in_(CHANGES), -outbox.c.channel_id), else_=outbox.c.channel_id).not_in(
        _FULL
    ),
    or_(outbox.c.user_id.is_(None), outbox.c.user_id.not_in(_FULL)),
)
_IS_USER_INSTALL = or_(
    outbox.c.channel_id == NO_CHANNEL,
    select(user_install_channels.c.channel_id)
    .where(user_install_channels.c.channel_id == outbox.c.channel_id)
    .exists(),
)
_URGENCY = case(
    (outbox.c.kind.in_(URGENT), 0),
    (and_(outbox.c.kind.in_(EDITS), outbox.c.due_at <= bindparam("overdue")), 0),
    (outbox.c.kind.in_(CHANGES), 2),
    else_=1,
)
_DUE = (
    select(outbox, _IS_USER_INSTALL.label("user_install"))
    .where(outbox.c.status.in_(OPEN), outbox.c.due_at <= bindparam("now"))
    .where(~_IS_HELD_UP, *_IS_BELOW_LIMIT)
    .where(or_(bindparam("changes", type_=Integer) > 0, outbox.c.kind.not_in(CHANGES)))
    .order_by(_URGENCY, outbox.c.id)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
)
_BEGIN = (
    update(outbox)
    .where(outbox.c.id.in_(bindparam("ids", expanding=True)))
    .values(status=SENDING, attempts=outbox.c.attempts + 1, due_at=bindparam("until"))
)
_NEXT_DUE = (
    select(outbox.c.due_at)
    .where(outbox.c.status.in_(OPEN), ~_IS_HELD_UP)
    .order_by(outbox.c.due_at)
    .limit(1)
)


@cache
def _due_for(shards: ShardAssignment) -> Select[Any]:
    """Return the query for the due messages that a process with these shards may take."""
    return _DUE.where(_is_ours(shards))


@cache
def _due_turn_for(shards: ShardAssignment) -> Select[Any]:
    return _due_for(shards).where(outbox.c.id == bindparam("turn"), outbox.c.attempts == 0)


async def take(
    tx: Transaction,
    now: datetime,
    until: datetime,
    capacity: Capacity,
    message_id: int | None = None,
) -> list[OutboxMessage]:
    """Mark due messages as being sent and return them: urgent ones first, then oldest first.

    Only the first open message of a stream is taken, except that a postponed notification does not
    hold up the next one.

    :param until: the end of the lease, when a message that is still being sent becomes due again.
    :param message_id: take only this message, and only if it has not been tried before.
    """
    moments = {
        "now": now,
        "soon": now + POSTPONED,
        "abandoned": now - ABANDONED,
        "overdue": now - OVERDUE,
    }
    limits = {
        "full": capacity.full(),
        "most": capacity.total * CANDIDATES,
        "changes": capacity.changes,
    }
    query, about = _due_for(capacity.shards), moments | limits
    if message_id is not None:
        query, about = _due_turn_for(capacity.shards), about | {"turn": message_id}
    found = (await tx.connection.execute(query, about)).mappings()
    rows = capacity.fitting([dict(row) for row in found])
    if not rows:
        return []
    await tx.connection.execute(_BEGIN, {"ids": [row["id"] for row in rows], "until": until})
    taken = [await _take(tx, row, now) for row in rows]
    return [each for each in taken if each is not None]


async def _take(tx: Transaction, row: dict[str, Any], now: datetime) -> OutboxMessage | None:
    """Convert a row to the message that a worker receives.

    :returns: None if the payload is damaged; the message is then marked DEAD.
    """
    message = _taken(row, NO_DATA)
    try:
        return replace(message, payload=read_payload(message.kind, row["payload"]))
    except InvalidPayload as error:
        await close(tx, message, DEAD, error=str(error), closed_at=now)
        return None


async def recover(tx: Transaction, now: datetime) -> int:
    """Make all messages that are being sent due again; return their number.

    Only a process that delivers alone may call this, at its start.
    """
    begun = update(outbox).where(outbox.c.status == SENDING).values(due_at=now)
    return (await tx.connection.execute(begun)).rowcount


async def next_due(tx: Transaction, now: datetime) -> datetime | None:
    """Return when the next message may be taken; None if all are closed."""
    found = await tx.connection.execute(_NEXT_DUE, {"soon": now + POSTPONED})
    due: datetime | None = found.scalar_one_or_none()
    return due


def _is_ours(shards: ShardAssignment) -> ColumnElement[bool]:
    if shards.is_all:
        return true()
    # PostgreSQL can shift a bigint only by an integer
    shift = literal(GUILD_SHIFT, Integer)
    shard = func.coalesce(outbox.c.guild_id, 0).op(">>")(shift).op("%")(shards.count)
    return or_(shard.in_(shards.ids), outbox.c.due_at <= bindparam("abandoned"))


def _taken(row: dict[str, Any], payload: Payload) -> OutboxMessage:
    return OutboxMessage(
        id=row["id"],
        kind=row["kind"],
        game_id=row["game_id"],
        challenge_id=row["challenge_id"],
        ply=row["ply"],
        payload=payload,
        attempts=row["attempts"] + 1,
        created_at=row["created_at"],
        location=Location(row["guild_id"], row["channel_id"]),
        user_id=row["user_id"],
        user_install=bool(row["user_install"]),
    )
