"""The outbox: stored messages that Discord does not have yet, delivered in order per stream.

Each game and each challenge is a stream. So are the notifications of one kind to one person, but
there a postponed message does not hold up the next one.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Text,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    true,
    update,
)

from bot.store.engine.database import Transaction
from bot.store.tables.challenges import ChallengeStatus
from bot.store.tables.games import RUNNING, GameRow
from bot.store.tables.notification_kinds import read_payload
from bot.store.tables.outbox_kinds import NO_CHANNEL, Location, OutboxKind
from bot.store.tables.payloads import (
    NO_DATA,
    Closing,
    DailyResults,
    OfGroup,
    OfSeason,
    Payload,
    TakenBack,
    to_json,
)
from bot.store.tables.revisions import PLIES_APART, undone_at
from bot.store.tables.schema import Moment, challenges, games, outbox

P = TypeVar("P", bound=Payload)

WAITING = "waiting"
SENDING = "sending"
SENT = "sent"
DEAD = "dead"
DROPPED = "dropped"
# where the bot is only user-installed, the message waits for the next interaction in its channel
AWAITING_INTERACTION = "awaiting_interaction"
OPEN = (WAITING, SENDING)
# SQL condition on `games`: an outbox message that updates the clock on the game's board waits
HAS_CLOCK_CHANGE = exists().where(
    outbox.c.stream == literal("game:") + cast(games.c.id, Text),
    outbox.c.status == WAITING,
    outbox.c.kind == OutboxKind.CLOCK,
)
# edits of messages; where the bot is only user-installed, they need a token for that message
EDITS = (OutboxKind.CHALLENGE_CLOSED, OutboxKind.CLOSE_MESSAGE)
# messages that say nothing new once the turn has passed
BOUND_TO_TURN = (
    OutboxKind.TURN,
    OutboxKind.UNDONE,
    OutboxKind.UNDO_REQUEST,
    OutboxKind.UNDO_DECLINED,
    OutboxKind.END_REQUEST,
    OutboxKind.END_DECLINED,
)
# all changes of old messages, which come after new ones; their delay does not count as the age of
# the backlog
CHANGES = frozenset(
    {*EDITS, OutboxKind.CLOCK, OutboxKind.DAILY_RESULTS, OutboxKind.LEAGUE_CARD_CHANGED}
)


@dataclass(frozen=True, slots=True)
class NewOutboxMessage:
    """Message to add to the outbox; without `due_at` it is due at once."""

    kind: str
    guild_id: int | None
    channel_id: int
    created_at: datetime
    game_id: int | None = None
    challenge_id: int | None = None
    ply: int | None = None
    payload: Payload = NO_DATA
    user_id: int | None = None
    due_at: datetime | None = None

    @property
    def stream(self) -> str:
        if self.kind == OutboxKind.CLOSE_MESSAGE:
            return self.message_stream(Closing.of(self).message)
        if self.user_id is not None:
            return self.notification_stream(self.user_id, self.kind)
        if self.game_id is not None:
            return f"game:{self.game_id}"
        if self.kind == OutboxKind.DAILY_RESULTS:
            # Discord may delay edits of old messages, which must not delay the next message
            return f"results:{DailyResults.of(self).message}"
        if self.kind in (OutboxKind.WEEK, OutboxKind.DAILY):
            return self.server_stream(self.kind, self.guild_id)
        if isinstance(self.payload, OfGroup):
            return f"league:{self.payload.season}:{self.payload.group}"
        if isinstance(self.payload, OfSeason):
            return f"{self.kind}:{self.payload.season}"
        return f"challenge:{self.challenge_id}"

    @staticmethod
    def server_stream(kind: str, guild_id: int | None) -> str:
        return f"{kind}:{guild_id}"

    @staticmethod
    def message_stream(message_id: int) -> str:
        # a separate stream, because Discord may delay edits of old messages by an hour
        return f"message:{message_id}"

    @staticmethod
    def notification_stream(user_id: int, kind: str) -> str:
        # one stream per kind, because quiet hours may postpone one kind and not another
        return f"user:{user_id}:{kind}"


class TakenMessage(Protocol):
    """Outbox message that a worker holds, identified by its id and number of attempts.

    Ids are never reused, and `attempts` grows each time a message is taken. Together they show
    whether a worker still holds the message that it reports about.
    """

    @property
    def id(self) -> int: ...
    @property
    def attempts(self) -> int: ...


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """Message to post or edit, as a worker receives it.

    `attempts` counts the attempt that now begins; above 1, an earlier attempt may have arrived.
    `user_install` is True if the bot is not a member of the channel and can only respond to
    interactions there.
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
        """Nonce by which Discord recognises a repeated attempt: at most 25 characters.

        It contains the time of creation because a new database counts ids from 1 again.
        """
        return f"{self.id:x}-{int(self.created_at.timestamp() * 1000):x}"[:25]


# Statements needed in every turn are built once, because building takes longer than running.
_ADD = insert(outbox)
_ADD_ONE = _ADD.returning(outbox.c.id)
# after the lease of a slow worker, its message may be closed or held by another worker
_HELD = (
    outbox.c.id == bindparam("held"),
    outbox.c.attempts == bindparam("held_attempts"),
    outbox.c.status == SENDING,
)
_CHANGE_HELD = update(outbox).where(*_HELD)
_OF_CHANNEL = outbox.c.user_id.is_(None) & outbox.c.game_id.is_not(None)
_GAME = games.c.id == outbox.c.game_id
# as text, because SQLAlchemy names no tables in RETURNING and both are the outbox
_IS_FOLLOWED: ColumnElement[bool] = literal_column(
    "EXISTS (SELECT 1 FROM outbox AS other WHERE other.stream = outbox.stream"
    " AND other.id <> outbox.id AND other.status IN ('waiting', 'sending'))",
    Boolean,
).label("is_followed")
_CLOSE_SENT = (
    update(outbox)
    .where(*_HELD)
    .values(
        status=SENT,
        message_id=bindparam("message"),
        text=bindparam("shown"),
        closed_at=bindparam("now"),
        error=None,
        # the game may have moved to another channel after the message was added
        guild_id=case(
            (_OF_CHANNEL, select(games.c.guild_id).where(_GAME).scalar_subquery()),
            else_=outbox.c.guild_id,
        ),
        channel_id=case(
            (_OF_CHANNEL, select(games.c.channel_id).where(_GAME).scalar_subquery()),
            else_=outbox.c.channel_id,
        ),
    )
    .returning(_IS_FOLLOWED)
)
_DROP_CLOCK = (
    update(outbox)
    .where(
        outbox.c.stream == bindparam("of"),
        outbox.c.status == WAITING,
        outbox.c.kind == OutboxKind.CLOCK,
        outbox.c.id < bindparam("before"),
    )
    .values(status=DROPPED, closed_at=bindparam("now"))
)


def targets_of(kind: str, channel_id: int, user_id: int | None) -> set[int]:
    """Return the ids of the channel and the person whose rate limits a message uses up.

    Discord limits changes of old messages separately; for these, the id is negated.
    """
    if kind in CHANGES:
        return {-channel_id} - {NO_CHANNEL}
    return {channel_id, user_id or channel_id} - {NO_CHANNEL}


async def add(tx: Transaction, *new: NewOutboxMessage) -> None:
    """Add messages to the outbox; the worker is woken after the commit.

    :raises InvalidPayload: a payload does not fit its kind.
    """
    if new:
        await tx.connection.execute(_ADD, [_row(each) for each in new])
        tx.wakes_outbox = True


async def add_turn(tx: Transaction, new: NewOutboxMessage) -> None:
    """Add the message of a turn; after the commit, this process may take it directly by its id.

    :raises InvalidPayload: the payload does not fit its kind.
    """
    tx.turn = (await tx.connection.execute(_ADD_ONE, _row(new))).scalar_one()


async def add_unless_waiting(tx: Transaction, new: NewOutboxMessage) -> None:
    """Add a message unless one of its stream is waiting, which will show the same news."""
    await _add_unless(tx, new, (WAITING,))


async def add_unless_open(tx: Transaction, new: NewOutboxMessage) -> None:
    """Add a message unless one of its stream is waiting or being sent."""
    await _add_unless(tx, new, OPEN)


async def _add_unless(tx: Transaction, new: NewOutboxMessage, statuses: Iterable[str]) -> None:
    open_ = (outbox.c.stream == new.stream, outbox.c.status.in_(statuses))
    if (await tx.connection.execute(select(outbox.c.id).where(*open_))).first() is None:
        await add(tx, new)


def _row(new: NewOutboxMessage) -> dict[str, Any]:
    payload = to_json(new.payload)
    read_payload(new.kind, payload)
    return asdict(new) | {
        "status": WAITING,
        "attempts": 0,
        "stream": new.stream,
        "due_at": new.due_at or new.created_at,
        "payload": payload,
    }


async def drop_clock(tx: Transaction, game_id: int, before: int, now: datetime) -> None:
    """Drop waiting clock updates for a game's old board, because a newer message has the clock.

    :param before: the id of the outbox message with the newer board.
    """
    about = {"of": f"game:{game_id}", "before": before, "now": now}
    await tx.connection.execute(_DROP_CLOCK, about)


async def close_sent(
    tx: Transaction,
    message: TakenMessage,
    message_id: int | None,
    now: datetime,
    text: str | None = None,
) -> bool | None:
    """Mark a message that is being sent as SENT; store its Discord id and its game's channel.

    :param text: the text of the message, if a part of it must be removed when the turn is over.
    :returns: whether its stream has another open message; None if this worker no longer holds the
        message, and nothing was changed.
    """
    held = {"held": message.id, "held_attempts": message.attempts}
    about = held | {"message": message_id, "now": now, "shown": text}
    followed: bool | None = (await tx.connection.execute(_CLOSE_SENT, about)).scalar_one_or_none()
    return followed


async def close(tx: Transaction, message: TakenMessage, status: str, **values: Any) -> bool:
    """Mark a message that is being sent as SENT or DEAD.

    :returns: False if this worker no longer holds the message, and nothing was changed.
    """
    return await _change_held(tx, message, status=status, **values)


async def postpone(tx: Transaction, message: TakenMessage, due_at: datetime, error: str) -> None:
    """Put a message that is being sent back to waiting until `due_at`."""
    await _change_held(tx, message, status=WAITING, due_at=due_at, error=error)


async def await_interaction(tx: Transaction, message: TakenMessage, error: str) -> None:
    """Make a message that is being sent wait for the next interaction in its channel.

    Meanwhile, later messages of its stream can be sent.
    """
    await _change_held(tx, message, status=AWAITING_INTERACTION, error=error)


async def release_after_interaction(
    tx: Transaction, channel_id: int, now: datetime, message_id: int | None = None
) -> None:
    """Make the messages due that are waiting for an interaction in a channel; drop outdated ones.

    :param message_id: the message whose control was used; waiting edits of this message and of
        challenge cards become due too. None leaves all edits waiting.
    """
    possible: list[ColumnElement[bool]] = [outbox.c.kind.not_in(EDITS)]
    if message_id is not None:
        possible += [
            outbox.c.kind == OutboxKind.CHALLENGE_CLOSED,
            outbox.c.stream == NewOutboxMessage.message_stream(message_id),
        ]
    await _drop_outdated(tx, channel_id, now)
    await _free(tx, channel_id, now, or_(*possible))


async def release_game(tx: Transaction, game_id: int, now: datetime) -> None:
    """Make a practice game's waiting messages due, because a new private answer can show them."""
    await _free(tx, NO_CHANNEL, now, outbox.c.game_id == game_id)


async def release_notification(
    tx: Transaction, user_id: int, kind: str, channel_id: int, now: datetime
) -> None:
    """Make a person's notification of a kind due that waits for an interaction in a channel."""
    stream = NewOutboxMessage.notification_stream(user_id, kind)
    await _free(tx, channel_id, now, outbox.c.stream == stream)


async def release_all(tx: Transaction, channel_id: int, now: datetime) -> None:
    """Make the messages due that wait for an interaction in a channel that the bot has joined.

    Outdated messages are dropped.
    """
    await _drop_outdated(tx, channel_id, now)
    await _free(tx, channel_id, now, true())


async def change(tx: Transaction, message: TakenMessage, **values: Any) -> None:
    """Change columns of a message that is being sent, such as its channel."""
    await _change_held(tx, message, **values)


async def change_payload(tx: Transaction, message: TakenMessage, payload: Payload) -> None:
    """Replace the payload of a message that is being sent."""
    await _change_held(tx, message, payload=to_json(payload))


async def find_payload(tx: Transaction, message: TakenMessage, family: type[P]) -> P | None:
    """Return the stored payload of a message, which may have changed since the message was taken.

    :returns: None if the message was deleted, or was withdrawn and has a payload of another class.
    """
    query = select(outbox.c.kind, outbox.c.payload).where(outbox.c.id == message.id)
    row = (await tx.connection.execute(query)).one_or_none()
    payload = None if row is None else read_payload(row.kind, row.payload)
    return payload if isinstance(payload, family) else None


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Delete messages that are closed or await an interaction, and were due before a moment.

    The message of the current turn stays, because its text is needed when the turn is over.

    :returns: the number of deleted messages.
    """
    current = (games.c.id == outbox.c.game_id, games.c.turn_message_id == outbox.c.message_id)
    old = (
        outbox.c.status.in_((SENT, DEAD, DROPPED, AWAITING_INTERACTION)),
        outbox.c.due_at < moment,
        or_(outbox.c.text.is_(None), ~exists().where(*current)),
    )
    return (await tx.connection.execute(delete(outbox).where(*old))).rowcount


async def counts(tx: Transaction) -> dict[str, int]:
    """Return the number of outbox messages by status."""
    query = select(outbox.c.status, func.count()).group_by(outbox.c.status)
    rows = (await tx.connection.execute(query)).all()
    return {str(status): int(number) for status, number in rows}


async def backlog(tx: Transaction) -> tuple[dict[str, int], datetime | None]:
    """Return the number of undelivered messages by status, and the creation time of the oldest.

    Notifications, which quiet hours may postpone, and edits of old messages do not count as oldest.
    """
    undelivered = (WAITING, SENDING, DEAD)
    counted = select(outbox.c.status, func.count()).where(outbox.c.status.in_(undelivered))
    rows = (await tx.connection.execute(counted.group_by(outbox.c.status))).all()
    first = select(func.min(outbox.c.created_at).label("first"))
    awaited = (outbox.c.user_id.is_(None), outbox.c.kind.not_in(CHANGES))
    query = first.where(outbox.c.status.in_(OPEN), *awaited)
    oldest: datetime | None = (await tx.connection.execute(query)).scalar_one()
    return dict.fromkeys(undelivered, 0) | {
        str(status): int(number) for status, number in rows
    }, oldest


async def withdraw_messages(tx: Transaction, game: GameRow, to_ply: int, now: datetime) -> None:
    """Withdraw undelivered messages about a game's plies from `to_ply` on.

    A message that was tried before may have arrived. Its kind becomes TAKEN_BACK, so that it is
    searched for and loses its buttons before the game's next message is sent.

    :param game: the game before the undo.
    """
    late = (outbox.c.stream == f"game:{game.id}", outbox.c.ply > to_ply)
    untried = or_(outbox.c.attempts == 0, outbox.c.status == AWAITING_INTERACTION)
    dropped = update(outbox).where(
        *late, outbox.c.status.in_((*OPEN, AWAITING_INTERACTION)), untried
    )
    await tx.connection.execute(dropped.values(status=DROPPED, closed_at=now))
    # a message that is being sent stays with its worker
    at_once = case((outbox.c.status == WAITING, literal(now, Moment)), else_=outbox.c.due_at)
    # the ply of the message and this count identify its position
    tried = {
        "kind": OutboxKind.TAKEN_BACK,
        "payload": to_json(TakenBack(undone=undone_at(game.turn_revision))),
        "due_at": at_once,
    }
    still_open = update(outbox).where(*late, outbox.c.status.in_(OPEN))
    await tx.connection.execute(still_open.values(tried))


async def make_due(tx: Transaction, user_id: int, kinds: Iterable[str], now: datetime) -> None:
    """Make a person's waiting notifications due, because their settings or circumstances changed.

    A notification that must still wait is postponed again when its delivery is tried.
    """
    streams = [NewOutboxMessage.notification_stream(user_id, kind) for kind in kinds]
    postponed = (outbox.c.status == WAITING) & (outbox.c.due_at > now)
    waiting = or_(postponed, outbox.c.status == AWAITING_INTERACTION)
    changed = update(outbox).where(outbox.c.stream.in_(streams), waiting)
    await tx.connection.execute(changed.values(status=WAITING, due_at=now))
    tx.wakes_outbox = True


async def _drop_outdated(tx: Transaction, channel_id: int, now: datetime) -> None:
    """Drop awaiting messages of passed turns, and of challenges and requests no longer open."""
    is_current = exists().where(
        games.c.id == outbox.c.game_id,
        games.c.status == RUNNING,
        games.c.turn_revision % PLIES_APART == outbox.c.ply,
        or_(outbox.c.kind != OutboxKind.UNDO_REQUEST, games.c.undo_seat.is_not(None)),
        or_(
            outbox.c.kind != OutboxKind.END_REQUEST,
            and_(games.c.end_seat.is_not(None), ~games.c.end_declined),
        ),
    )
    is_open = exists().where(
        challenges.c.id == outbox.c.challenge_id, challenges.c.status == ChallengeStatus.OPEN
    )
    outdated = (
        outbox.c.channel_id == channel_id,
        outbox.c.status == AWAITING_INTERACTION,
        or_(
            and_(outbox.c.kind.in_(BOUND_TO_TURN), ~is_current),
            and_(outbox.c.kind == OutboxKind.CHALLENGE, ~is_open),
        ),
    )
    dropped = update(outbox).where(*outdated).values(status=DROPPED, closed_at=now)
    await tx.connection.execute(dropped)


async def _free(
    tx: Transaction, channel_id: int, now: datetime, which: ColumnElement[bool]
) -> None:
    waiting = (outbox.c.channel_id == channel_id, outbox.c.status == AWAITING_INTERACTION, which)
    freed = await tx.connection.execute(
        update(outbox).where(*waiting).values(status=WAITING, due_at=now)
    )
    tx.wakes_outbox = tx.wakes_outbox or freed.rowcount > 0


async def _change_held(tx: Transaction, message: TakenMessage, **values: Any) -> bool:
    """Set columns of a message that is being sent; return False if this worker has lost it."""
    held = {"held": message.id, "held_attempts": message.attempts}
    return (await tx.connection.execute(_CHANGE_HELD, held | values)).rowcount == 1
