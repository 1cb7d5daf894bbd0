"""Old messages of games that still have controls and ask for a move: which, where, and until when.

Closing a message takes both away. It is owed until Discord has done it, or refuses it for good.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, or_, select

from bot.store.engine.database import Transaction
from bot.store.tables.outbox import AWAITING_INTERACTION, OPEN, NewOutboxMessage, add
from bot.store.tables.outbox_kinds import OutboxKind, Payload
from bot.store.tables.schema import outbox


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message that was posted in a game, and its channel or thread."""

    id: int
    guild_id: int | None
    channel_id: int


async def to_close(tx: Transaction, game_id: int, turn_message_id: int) -> list[PostedMessage]:
    """Return the message of a turn that has passed, and those that have asked for an undo since.

    Without what was posted so long ago that its outbox row has been dropped.
    """
    asked = and_(outbox.c.kind == OutboxKind.UNDO_REQUEST, outbox.c.message_id > turn_message_id)
    query = select(outbox.c.message_id, outbox.c.guild_id, outbox.c.channel_id).where(
        outbox.c.stream == f"game:{game_id}",
        or_(outbox.c.message_id == turn_message_id, asked),
    )
    rows = await tx.connection.execute(query.order_by(outbox.c.id))
    found = {row.message_id: PostedMessage(*row) for row in rows}
    return list(found.values())


async def owe(
    tx: Transaction, game_id: int, messages: Iterable[PostedMessage], now: datetime
) -> None:
    """Let messages be closed as soon as Discord takes it; each is owed once."""
    for message in messages:
        payload = Payload(message=message.id)
        location = (message.guild_id, message.channel_id)
        row = NewOutboxMessage(OutboxKind.CLOSE_MESSAGE, *location, now, game_id, payload=payload)
        owed = (outbox.c.stream == row.stream, outbox.c.status.in_((*OPEN, AWAITING_INTERACTION)))
        if (await tx.connection.execute(select(outbox.c.id).where(*owed))).first() is None:
            await add(tx, row)
