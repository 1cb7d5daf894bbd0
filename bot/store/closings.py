"""Old messages of games that still have controls and ask for a move: which, where, and until when.

Closing a message takes both away. It is owed until Discord has done it, or refuses it for good.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, or_, select

from bot.store.database import Transaction
from bot.store.kinds import Payload, RowKind
from bot.store.outbox import OPEN, UNHEARD, NewRow, add
from bot.store.schema import outbox


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
    asked = and_(outbox.c.kind == RowKind.UNDO_REQUEST, outbox.c.message_id > turn_message_id)
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
        place = (message.guild_id, message.channel_id)
        row = NewRow(RowKind.CLOSE_MESSAGE, *place, now, game_id, payload=payload)
        owed = (outbox.c.stream == row.stream, outbox.c.status.in_((*OPEN, UNHEARD)))
        if (await tx.connection.execute(select(outbox.c.id).where(*owed))).first() is None:
            await add(tx, row)
