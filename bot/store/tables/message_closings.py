"""Closing of old game messages: removal of buttons and prompt when their turn is over.

A closing is an outbox message, so it is retried until Discord accepts or finally refuses it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, and_, bindparam, or_, select

from bot.store.engine.database import Transaction
from bot.store.tables.outbox import AWAITING_INTERACTION, OPEN, NewOutboxMessage, add
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import Closing
from bot.store.tables.schema import outbox


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """Message posted in a game, with its channel or thread, and its stored text."""

    id: int
    guild_id: int | None
    channel_id: int
    text: str | None = None


REQUEST_KINDS = (OutboxKind.UNDO_REQUEST, OutboxKind.END_REQUEST)
_LAST = bindparam("last", type_=BigInteger)
# built once, because every turn runs it
_FIND_MESSAGES = (
    select(outbox.c.message_id, outbox.c.guild_id, outbox.c.channel_id, outbox.c.text)
    .where(
        outbox.c.stream == bindparam("of"),
        or_(
            outbox.c.message_id == _LAST,
            and_(outbox.c.kind.in_(REQUEST_KINDS), outbox.c.message_id > _LAST),
        ),
    )
    .order_by(outbox.c.id)
)


async def find_messages(tx: Transaction, game_id: int, last: PostedMessage) -> list[PostedMessage]:
    """Return a game's last turn message, and the requests (undo, end) posted since.

    :param last: the last turn message, in the game's current channel. It is returned unchanged if
        the outbox, which deletes old messages, no longer has it.
    """
    about = {"of": f"game:{game_id}", "last": last.id}
    rows = await tx.connection.execute(_FIND_MESSAGES, about)
    found = {row.message_id: PostedMessage(*row) for row in rows}
    return list((found if last.id in found else {last.id: last} | found).values())


async def find_text(tx: Transaction, game_id: int, message_id: int) -> str | None:
    """Return the stored text of a message of a game; None if none is stored."""
    last = PostedMessage(message_id, None, NO_CHANNEL)
    found = await find_messages(tx, game_id, last)
    return next(each.text for each in found if each.id == message_id)


async def request_closing(
    tx: Transaction, game_id: int | None, messages: Iterable[PostedMessage], now: datetime
) -> None:
    """Add an outbox message to close each posted message, unless one for it is undelivered."""
    for message in messages:
        payload = Closing(message=message.id)
        location = (message.guild_id, message.channel_id)
        closing = NewOutboxMessage(
            OutboxKind.CLOSE_MESSAGE, *location, now, game_id, payload=payload
        )
        is_open = (
            outbox.c.stream == closing.stream,
            outbox.c.status.in_((*OPEN, AWAITING_INTERACTION)),
        )
        if (await tx.connection.execute(select(outbox.c.id).where(*is_open))).first() is None:
            await add(tx, closing)
