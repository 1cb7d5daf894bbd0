"""The outbox: what Discord must still hear, in order within a stream (one game, one challenge).

Letters of one kind to one person are a stream, too; there a row that is put off is overtaken.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol
from sqlalchemy import (
    ColumnElement,
    Integer,
    Text,
    and_,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    update,
)
from bot.store.engine.database import Transaction
from bot.store.engine.shard_assignment import GUILD_SHIFT, ShardAssignment
from bot.store.tables.outbox_kinds import Location, OutboxKind, Payload
from bot.store.tables.schema import games, outbox, user_install_channels
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from bot.store.engine.shard_assignment import ALL, ShardAssignment
from collections.abc import Iterable
from datetime import datetime
from sqlalchemy import case, literal, or_, update
from bot.store.engine.database import Transaction
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.revisions import undone_at
from bot.store.tables.schema import Moment, outbox

WAITING = "waiting"
SENDING = "sending"
SENT = "sent"
DEAD = "dead"
DROPPED = "dropped"
# the bot is no member there, and nobody has used it lately: it waits for somebody who does
AWAITING_INTERACTION = "awaiting_interaction"
OPEN = (WAITING, SENDING)
# SQL: the board of a game will be changed anyway, because of what became of its clock
CLOCK_WAITS = exists().where(
    outbox.c.stream == literal("game:") + cast(games.c.id, Text),
    outbox.c.status == WAITING,
    outbox.c.kind == OutboxKind.CLOCK,
)
# what a player waits for goes before what is merely good to know
URGENT = (OutboxKind.TURN, OutboxKind.RESULT, OutboxKind.UNDONE)
# changes of messages, which as a guest the bot can only make with some tokens; others are sent
EDITS = (OutboxKind.CHALLENGE_CLOSED, OutboxKind.CLOSE_MESSAGE)
# nobody waits for these
LEISURELY = (OutboxKind.CLOCK, OutboxKind.CLOSE_MESSAGE)
# what a process has left lying for so long, another one takes
ABANDONED = timedelta(seconds=10)
PUT_OFF = timedelta(minutes=1)  # a letter that waits for longer lets those after it pass
CANDIDATES = 4  # rows looked at for each that is taken: some may be of channels that are full


@dataclass(frozen=True, slots=True)
class NewOutboxMessage:
    """Something Discord must hear, about a game or a challenge; by default it is due at once."""

    kind: str
    guild_id: int | None
    channel_id: int
    created_at: datetime
    game_id: int | None = None
    challenge_id: int | None = None
    ply: int | None = None
    payload: Payload = field(default_factory=Payload)
    user_id: int | None = None
    due_at: datetime | None = None

    @property
    def stream(self) -> str:
        if self.kind == OutboxKind.CLOSE_MESSAGE:
            return self.stream_of_message(self.payload["message"])
        if self.user_id is not None:
            return self.stream_of(self.user_id, self.kind)
        if self.game_id is not None:
            return f"game:{self.game_id}"
        return f"challenge:{self.challenge_id}"

    @staticmethod
    def stream_of_message(message_id: int) -> str:
        # changes of old messages may have to wait for an hour, and no turn waits with them
        return f"message:{message_id}"

    @staticmethod
    def stream_of(user_id: int, kind: str) -> str:
        # a letter that waits for the morning holds up no other kind
        return f"user:{user_id}:{kind}"


class TakenMessage(Protocol):
    """An outbox message that a worker has taken.

    Ids are never reused and `attempts` grows each time a message is taken, so the two together
    show whether a worker still holds the message that it reports about.
    """

    @property
    def id(self) -> int: ...
    @property
    def attempts(self) -> int: ...


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """A message to post or edit, as the worker that took it receives it.

    `attempts` counts the attempt that now begins: above 1, an earlier one may have arrived.
    `user_install`: the bot is not a member of the channel and can only answer interactions there.
    """

    id: int
    kind: str
    game_id: int | None
    challenge_id: int | None
    ply: int | None
    payload: Payload
    attempts: int
    created_at: datetime
    location: Location
    user_id: int | None = None
    user_install: bool = False

    @property
    def nonce(self) -> str:
        """The nonce that lets Discord recognise a repeated attempt: at most 25 characters.

        The time of creation is part of it because a new database counts ids from 1 again.
        """
        return f"{self.id:x}-{int(self.created_at.timestamp() * 1000):x}"[:25]


async def add(tx: Transaction, *new: NewOutboxMessage) -> None:
    """Store rows; the worker is woken after the commit."""
    begun = {"status": WAITING, "attempts": 0}
    rows = [
        asdict(each) | begun | {"stream": each.stream, "due_at": each.due_at or each.created_at}
        for each in new
    ]
    if rows:
        await tx.connection.execute(insert(outbox), rows)
        tx.told = True


async def take(
    tx: Transaction, now: datetime, until: datetime, room: Capacity
) -> list[OutboxMessage]:
    """Mark due rows as being sent and return them: turns before the rest, the first made first.

    Only the first open row of a stream is taken; a letter that is put off for more than a moment
    lets the next one pass. A row whose worker has not come back by `until` becomes due again.
    """
    due = (outbox.c.status.in_(OPEN), outbox.c.due_at <= now, ~_overtakes(now))
    query = select(outbox, _is_user_install().label("user_install")).where(*due)
    query = query.where(*_has_room(room.full()), _is_ours(room.share, now))
    urgent = case((outbox.c.kind.in_(URGENT), 0), else_=1)
    ordered = query.order_by(urgent, outbox.c.id).limit(room.rows * CANDIDATES)
    found = (await tx.connection.execute(ordered.with_for_update(skip_locked=True))).mappings()
    rows = room.fitting([dict(row) for row in found])
    if not rows:
        return []
    taken = update(outbox).where(outbox.c.id.in_([row["id"] for row in rows]))
    begun = {"status": SENDING, "attempts": outbox.c.attempts + 1, "due_at": until}
    await tx.connection.execute(taken.values(begun))
    return [_taken(row) for row in rows]


def _taken(row: dict[str, Any]) -> OutboxMessage:
    return OutboxMessage(
        id=row["id"],
        kind=row["kind"],
        game_id=row["game_id"],
        challenge_id=row["challenge_id"],
        ply=row["ply"],
        payload=row["payload"],
        attempts=row["attempts"] + 1,
        created_at=row["created_at"],
        location=Location(row["guild_id"], row["channel_id"]),
        user_id=row["user_id"],
        user_install=bool(row["user_install"]),
    )


async def drop_clock(tx: Transaction, game_id: int, before: int, now: datetime) -> None:
    """Drop what would change an old board because of its clock: a newer message shows that."""
    stream = f"game:{game_id}"
    waits = (
        outbox.c.stream == stream,
        outbox.c.status == WAITING,
        outbox.c.kind == OutboxKind.CLOCK,
    )
    dropped = update(outbox).where(*waits, outbox.c.id < before)
    await tx.connection.execute(dropped.values(status=DROPPED, closed_at=now))


async def close(tx: Transaction, row: TakenMessage, status: str, **values: Any) -> bool:
    """Mark a row that is being sent as SENT or DEAD; False when it is no longer this worker's."""
    closed = update(outbox).where(*_is_held(row)).values(status=status, **values)
    return (await tx.connection.execute(closed)).rowcount == 1


async def postpone(tx: Transaction, row: TakenMessage, due_at: datetime, error: str) -> None:
    """Let a row that is being sent wait until `due_at`."""
    values = {"status": WAITING, "due_at": due_at, "error": error}
    await tx.connection.execute(update(outbox).where(*_is_held(row)).values(values))


async def await_interaction(tx: Transaction, row: TakenMessage, error: str) -> None:
    """Let a row wait for an interaction; what follows in its stream does not wait."""
    values = {"status": AWAITING_INTERACTION, "error": error}
    await tx.connection.execute(update(outbox).where(*_is_held(row)).values(values))


async def heard(
    tx: Transaction, channel_id: int, now: datetime, message_id: int | None = None
) -> None:
    """Make what waits for an interaction in a channel due.

    :param message_id: the message whose control was used; without one no message can be changed.
    """
    possible: list[ColumnElement[bool]] = [outbox.c.kind.not_in(EDITS)]
    if message_id is not None:
        possible += [
            outbox.c.kind == OutboxKind.CHALLENGE_CLOSED,
            outbox.c.stream == NewOutboxMessage.stream_of_message(message_id),
        ]
    await _free(tx, channel_id, now, or_(*possible))


async def heard_as_member(tx: Transaction, channel_id: int, now: datetime) -> None:
    """Make everything due that waits for an interaction in a channel: none is needed any more."""
    await _free(tx, channel_id, now, true())


async def change(tx: Transaction, row: TakenMessage, **values: Any) -> None:
    """Change the channel or the payload of a row that is being sent."""
    await tx.connection.execute(update(outbox).where(*_is_held(row)).values(values))


async def payload_of(tx: Transaction, row: TakenMessage) -> Payload:
    """Return the present payload of a row; an empty one if the row has been deleted meanwhile."""
    query = select(outbox.c.payload).where(outbox.c.id == row.id)
    carried: Payload | None = (await tx.connection.execute(query)).scalar_one_or_none()
    return Payload() if carried is None else carried


async def recover(tx: Transaction, now: datetime) -> int:
    """Make rows that a dead process was sending due at once; return how many."""
    begun = update(outbox).where(outbox.c.status == SENDING).values(due_at=now)
    return (await tx.connection.execute(begun)).rowcount


async def forget_before(tx: Transaction, moment: datetime) -> int:
    """Drop old rows that are no longer open: told, given up or never heard; return how many."""
    old = (
        outbox.c.status.in_((SENT, DEAD, DROPPED, AWAITING_INTERACTION)),
        outbox.c.due_at < moment,
    )
    return (await tx.connection.execute(delete(outbox).where(*old))).rowcount


async def next_due(tx: Transaction, now: datetime) -> datetime | None:
    """Return when the next row may be taken, None when all are closed."""
    query = select(outbox.c.due_at).where(outbox.c.status.in_(OPEN), ~_overtakes(now))
    first = query.order_by(outbox.c.due_at).limit(1)
    due: datetime | None = (await tx.connection.execute(first)).scalar_one_or_none()
    return due


async def counts(tx: Transaction) -> dict[str, int]:
    """Return how many rows there are of each status."""
    query = select(outbox.c.status, func.count()).group_by(outbox.c.status)
    rows = (await tx.connection.execute(query)).all()
    return {str(status): int(number) for status, number in rows}


async def backlog(tx: Transaction) -> tuple[dict[str, int], datetime | None]:
    """Return how many rows wait, are being sent, or are dead, and when the oldest one was made.

    Letters, which may have to wait, and changes of old messages do not count for the latter.
    """
    left = (WAITING, SENDING, DEAD)
    counted = select(outbox.c.status, func.count()).where(outbox.c.status.in_(left))
    rows = (await tx.connection.execute(counted.group_by(outbox.c.status))).all()
    first = select(func.min(outbox.c.created_at).label("first"))
    awaited = (outbox.c.user_id.is_(None), outbox.c.kind.not_in(LEISURELY))
    query = first.where(outbox.c.status.in_(OPEN), *awaited)
    oldest: datetime | None = (await tx.connection.execute(query)).scalar_one()
    return dict.fromkeys(left, 0) | {str(status): int(number) for status, number in rows}, oldest


async def _free(
    tx: Transaction, channel_id: int, now: datetime, which: ColumnElement[bool]
) -> None:
    waiting = (outbox.c.channel_id == channel_id, outbox.c.status == AWAITING_INTERACTION, which)
    freed = await tx.connection.execute(
        update(outbox).where(*waiting).values(status=WAITING, due_at=now)
    )
    tx.told = tx.told or freed.rowcount > 0


def _is_held(row: TakenMessage) -> tuple[ColumnElement[bool], ...]:
    # the lease of a slow worker may be over, and the row with another one, or closed
    return (
        outbox.c.id == row.id,
        outbox.c.attempts == row.attempts,
        outbox.c.status == SENDING,
    )


def _is_ours(share: ShardAssignment, now: datetime) -> ColumnElement[bool]:
    if share.is_all:
        return true()
    # PostgreSQL shifts a bigint by an integer, nothing else
    shift = literal(GUILD_SHIFT, Integer)
    shard = func.coalesce(outbox.c.guild_id, 0).op(">>")(shift).op("%")(share.count)
    return or_(shard.in_(share.ids), outbox.c.due_at <= now - ABANDONED)


def _is_user_install() -> ColumnElement[bool]:
    return (
        select(user_install_channels.c.channel_id)
        .where(user_install_channels.c.channel_id == outbox.c.channel_id)
        .exists()
    )


def _has_room(full: Sequence[int]) -> tuple[ColumnElement[bool], ...]:
    reader = or_(outbox.c.user_id.is_(None), outbox.c.user_id.not_in(full))
    return outbox.c.channel_id.not_in(full), reader


def _overtakes(now: datetime) -> ColumnElement[bool]:
    earlier = outbox.alias("earlier")
    same_stream = and_(earlier.c.stream == outbox.c.stream, earlier.c.status.in_(OPEN))
    # a letter may wait for its channel for a week: others go on, which may have other channels;
    # but letters that were put off to one moment, a morning, keep their order
    waits_for = or_(outbox.c.user_id.is_(None), earlier.c.due_at <= now + PUT_OFF)
    # one that changes a clock may wait for an hour, with those of all other games, after an outage
    in_the_way = or_(
        earlier.c.status == SENDING, and_(waits_for, earlier.c.kind != OutboxKind.CLOCK)
    )
    return select(earlier.c.id).where(same_stream, earlier.c.id < outbox.c.id, in_the_way).exists()



@dataclass(frozen=True, slots=True)
class Capacity:
    """How many rows may be taken; `used` is what channels were sent lately, of `most` each.

    A letter counts for its channel and for its reader: where it goes is decided as it is sent.
    `share`: the servers whose rows this process takes first.
    """

    rows: int
    used: Mapping[int, int] = field(default_factory=dict)
    most: int = 1000
    share: ShardAssignment = ALL

    def full(self) -> list[int]:
        """Return the channels and people that take nothing more for now."""
        return [target for target, number in self.used.items() if number >= self.most]

    def fitting(self, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the first rows for which there is room where they go."""
        used: Counter[int] = Counter(self.used)
        taken: list[dict[str, Any]] = []
        for row in rows:
            goes_to = {row["channel_id"], row["user_id"] or row["channel_id"]}
            if all(used[each] < self.most for each in goes_to) and len(taken) < self.rows:
                used.update(goes_to)
                taken.append(row)
        return taken



async def recall(tx: Transaction, game: GameRow, to_ply: int, now: datetime) -> None:
    """Close what was still to be told about a game's plies from `to_ply` on.

    What has been tried may have arrived: it is looked for before anything that follows is sent,
    or its buttons would stay.

    :param game: as it was before they were taken back.
    """
    late = (outbox.c.stream == f"game:{game.id}", outbox.c.ply > to_ply)
    untried = or_(outbox.c.attempts == 0, outbox.c.status == AWAITING_INTERACTION)
    dropped = update(outbox).where(
        *late, outbox.c.status.in_((*OPEN, AWAITING_INTERACTION)), untried
    )
    await tx.connection.execute(dropped.values(status=DROPPED, closed_at=now))
    # one that is being sent stays with its worker
    at_once = case((outbox.c.status == WAITING, literal(now, Moment)), else_=outbox.c.due_at)
    # together with the ply, `undone` names what such a row told: the turn at hand, for all to see
    tried = {
        "kind": OutboxKind.TAKEN_BACK,
        "payload": {"undone": undone_at(game.turn_revision)},
        "due_at": at_once,
    }
    still_open = update(outbox).where(*late, outbox.c.status.in_(OPEN))
    await tx.connection.execute(still_open.values(tried))


async def hurry(tx: Transaction, user_id: int, kinds: Iterable[str], now: datetime) -> None:
    """Make letters to a person due that wait: their reader may be back, or want no quiet now."""
    streams = [NewOutboxMessage.stream_of(user_id, kind) for kind in kinds]
    waiting = (outbox.c.stream.in_(streams), outbox.c.status == WAITING, outbox.c.due_at > now)
    await tx.connection.execute(update(outbox).where(*waiting).values(due_at=now))
    tx.told = True
