"""What has still to reach Discord, or has reached it: asked by whoever tells the same."""

from collections.abc import Iterable

from sqlalchemy import or_, select, true

from bot.store.database import Transaction
from bot.store.kinds import Payload, RowKind
from bot.store.outbox import OPEN, SENDING, SENT, UNHEARD, WAITING, NewRow
from bot.store.schema import outbox

TELL_TURN = (RowKind.TURN, RowKind.UNDONE)


async def letter_waits(
    tx: Transaction, user_id: int, kind: str, game_id: int | None = None
) -> bool:
    """Say whether a letter of a kind to a person waits, and is not being sent already."""
    stream = NewRow.stream_of(user_id, kind)
    about = true() if game_id is None else outbox.c.game_id == game_id
    query = select(outbox.c.id).where(outbox.c.stream == stream, outbox.c.status == WAITING, about)
    return (await tx.connection.execute(query.limit(1))).first() is not None


async def letters_to(
    tx: Transaction, user_id: int, kind: str, game_id: int | None = None
) -> list[tuple[bool, Payload]]:
    """Return what letters of a kind to a person carry, the first made first, and which still wait.

    Without those that were given up, or had nothing to tell when they were to be sent.
    """
    waits = outbox.c.status.in_((WAITING, UNHEARD))
    arrives = or_(outbox.c.status == SENDING, outbox.c.message_id.is_not(None))
    stream = outbox.c.stream == NewRow.stream_of(user_id, kind)
    about = true() if game_id is None else outbox.c.game_id == game_id
    query = select(waits, outbox.c.payload).where(stream, about, or_(waits, arrives))
    rows = await tx.connection.execute(query.order_by(outbox.c.id))
    return [(bool(waiting), payload) for waiting, payload in rows]


async def challenges_in_letters(tx: Transaction) -> frozenset[int]:
    """Return the challenges that letters which still wait are about."""
    waits = (outbox.c.status.in_((*OPEN, UNHEARD)), outbox.c.user_id.is_not(None))
    query = select(outbox.c.payload).where(*waits, outbox.c.game_id.is_(None))
    payloads = (await tx.connection.execute(query)).scalars()
    return frozenset(each["challenge"] for each in payloads if "challenge" in each)


async def turn_waits(tx: Transaction, game_id: int, ply: int) -> bool:
    """Say whether the message of a turn has still to be sent, or to arrive."""
    turn = (outbox.c.game_id == game_id, outbox.c.ply == ply, outbox.c.kind.in_(TELL_TURN))
    query = select(outbox.c.id).where(*turn, outbox.c.status.in_(OPEN))
    return (await tx.connection.execute(query.limit(1))).first() is not None


async def is_on_its_way(tx: Transaction, games: Iterable[int], letter: str) -> bool:
    """Say whether the message of a turn in one of these games, or such a letter, is being sent."""
    of_games = (outbox.c.game_id.in_(games), outbox.c.kind.in_((*TELL_TURN, letter)))
    query = select(outbox.c.id).where(*of_games, outbox.c.status == SENDING)
    return (await tx.connection.execute(query.limit(1))).first() is not None


async def is_of_another(tx: Transaction, row_id: int, message_id: int) -> bool:
    """Say whether a message is noted as that of another row of the same stream."""
    own = select(outbox.c.stream).where(outbox.c.id == row_id).scalar_subquery()
    noted = (outbox.c.status == SENT, outbox.c.message_id == message_id)
    query = select(outbox.c.id).where(outbox.c.stream == own, *noted, outbox.c.id != row_id)
    return (await tx.connection.execute(query.limit(1))).first() is not None
