"""Interaction tokens, with which the bot answers where it is not a member."""

from dataclasses import asdict, dataclass, field
from datetime import datetime

from sqlalchemy import Select, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import interaction_tokens


@dataclass(frozen=True, slots=True)
class InteractionTokenRow:
    """Token with which the bot can answer an interaction and edit its messages, for a short time.

    :ivar message_id: the public message whose button was used, which the token can edit.
    :ivar uses_left: the number of messages that the token may still send.
    :ivar sent: the ids of the messages sent with the token, which it can edit.
    :ivar game_id: the practice game that the private answer to the interaction shows.
    :ivar wide: whether that answer has the layout Components V2, which an edit cannot change.
    """

    interaction_id: int
    channel_id: int
    message_id: int | None
    token: str = field(repr=False)
    expires_at: datetime
    uses_left: int
    sent: list[int] = field(default_factory=list)
    game_id: int | None = None
    wide: bool = False


async def add(tx: Transaction, new: InteractionTokenRow, now: datetime) -> None:
    """Store an interaction token unless it is stored already, and delete expired tokens."""
    await delete_expired(tx, now)
    existing = select(interaction_tokens.c.interaction_id).where(
        interaction_tokens.c.interaction_id == new.interaction_id
    )
    if (await tx.connection.execute(existing)).first() is None:
        await tx.connection.execute(insert(interaction_tokens).values(asdict(new)))


async def delete_expired(tx: Transaction, now: datetime) -> None:
    """Delete the interaction tokens that have expired."""
    await tx.connection.execute(
        delete(interaction_tokens).where(interaction_tokens.c.expires_at <= now)
    )


async def find_newest(
    tx: Transaction, channel_id: int, now: datetime
) -> InteractionTokenRow | None:
    """Return the newest valid token that may still send a message to a channel, or None."""
    return await _first(
        tx, _valid_tokens(channel_id, now).where(interaction_tokens.c.uses_left > 0)
    )


async def find_for_message(
    tx: Transaction, channel_id: int, message_id: int, now: datetime
) -> InteractionTokenRow | None:
    """Return the newest valid token that can edit a message, or None."""
    rows = (await tx.connection.execute(_valid_tokens(channel_id, now))).mappings()
    for interaction_token in (InteractionTokenRow(**row) for row in rows):
        if message_id in (interaction_token.message_id, *interaction_token.sent):
            return interaction_token
    return None


async def find_for_game(
    tx: Transaction, game_id: int, since: int, now: datetime
) -> InteractionTokenRow | None:
    """Return the newest valid token whose private answer shows a game, or None.

    :param since: the id of the oldest interaction whose answer counts; answers to older
        interactions no longer show the game.
    """
    usable = (
        interaction_tokens.c.game_id == game_id,
        interaction_tokens.c.interaction_id >= since,
        interaction_tokens.c.expires_at > now,
    )
    newest = interaction_tokens.c.interaction_id.desc()
    return await _first(tx, select(interaction_tokens).where(*usable).order_by(newest))


async def record_sent(tx: Transaction, interaction_id: int, message_id: int) -> None:
    """Store that a token has sent a message, if the token still exists."""
    this_token = interaction_tokens.c.interaction_id == interaction_id
    sent = (
        await tx.connection.execute(select(interaction_tokens.c.sent).where(this_token))
    ).scalar_one_or_none()
    if sent is not None:
        await tx.connection.execute(
            update(interaction_tokens).where(this_token).values(sent=[*sent, message_id])
        )


async def use_once(tx: Transaction, interaction_token: InteractionTokenRow) -> None:
    """Subtract one from the messages that a token may still send."""
    this_token = update(interaction_tokens).where(
        interaction_tokens.c.interaction_id == interaction_token.interaction_id
    )
    await tx.connection.execute(this_token.values(uses_left=interaction_tokens.c.uses_left - 1))


async def remove(tx: Transaction, interaction_id: int) -> None:
    """Delete a token that Discord has refused."""
    await tx.connection.execute(
        delete(interaction_tokens).where(interaction_tokens.c.interaction_id == interaction_id)
    )


def _valid_tokens(channel_id: int, now: datetime) -> Select[tuple[object, ...]]:
    is_valid = (
        interaction_tokens.c.channel_id == channel_id,
        interaction_tokens.c.expires_at > now,
    )
    return (
        select(interaction_tokens)
        .where(*is_valid)
        .order_by(interaction_tokens.c.interaction_id.desc())
    )


async def _first(tx: Transaction, query: Select[tuple[object, ...]]) -> InteractionTokenRow | None:
    row = (await tx.connection.execute(query.limit(1))).mappings().first()
    return None if row is None else InteractionTokenRow(**row)
