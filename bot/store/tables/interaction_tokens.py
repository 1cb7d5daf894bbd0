"""Where the bot is no member, and the interactions that can still be answered there."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import datetime

from sqlalchemy import Select, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import challenges, games, interaction_tokens, user_install_channels


@dataclass(frozen=True, slots=True)
class InteractionTokenRow:
    """An interaction's token; `left` is how many messages may still be sent with it.

    It can change the messages that it has `sent`, and the one whose control was used.
    """

    interaction_id: int
    channel_id: int
    message_id: int | None
    token: str = field(repr=False)
    expires_at: datetime
    left: int
    sent: list[int] = field(default_factory=list)


async def is_user_install(tx: Transaction, channel_id: int) -> bool:
    """Say whether the bot has only the answers to interactions in a channel."""
    query = select(user_install_channels.c.channel_id).where(
        user_install_channels.c.channel_id == channel_id
    )
    return (await tx.connection.execute(query)).first() is not None


async def is_noted(tx: Transaction, channel_id: int, since: datetime) -> bool:
    """Return whether `enter` has noted a channel since a moment."""
    noted = (
        user_install_channels.c.channel_id == channel_id,
        user_install_channels.c.since >= since,
    )
    return (
        await tx.connection.execute(select(user_install_channels.c.channel_id).where(*noted))
    ).first() is not None


async def note_use(tx: Transaction, channel_id: int, guild_id: int | None, at: datetime) -> None:
    """Note that the bot is no member of a channel, and that it was used there at a moment."""
    known = (
        update(user_install_channels)
        .where(user_install_channels.c.channel_id == channel_id)
        .values(since=at)
    )
    if (await tx.connection.execute(known)).rowcount == 0:
        row = {"channel_id": channel_id, "guild_id": guild_id, "since": at}
        await tx.connection.execute(insert(user_install_channels).values(row))


async def delete_unused_channels(tx: Transaction, moment: datetime) -> int:
    """Drop channels that were not used since a moment, unless they have a game or a challenge.

    A finished game keeps its channel: a review or a rematch may be asked for elsewhere. In any
    other channel the next interaction notes it again before anything is stored about it.

    :returns: how many were dropped.
    """
    played = (
        select(games.c.id).where(games.c.channel_id == user_install_channels.c.channel_id).exists()
    )
    asked = select(challenges.c.channel_id).where(challenges.c.game_id.is_(None))
    unused = (
        user_install_channels.c.since < moment,
        ~played,
        user_install_channels.c.channel_id.not_in(asked),
    )
    return (await tx.connection.execute(delete(user_install_channels).where(*unused))).rowcount


async def remove_channels_of(tx: Transaction, guild_ids: Collection[int]) -> list[int]:
    """Forget the channels of servers where the bot has become a member; return them."""
    query = select(user_install_channels.c.channel_id, user_install_channels.c.guild_id)
    rows = await tx.connection.execute(query.where(user_install_channels.c.guild_id.is_not(None)))
    home = [row.channel_id for row in rows if row.guild_id in guild_ids]
    if home:
        await tx.connection.execute(
            delete(user_install_channels).where(user_install_channels.c.channel_id.in_(home))
        )
    return home


async def add(tx: Transaction, new: InteractionTokenRow, now: datetime) -> None:
    """Keep a token, unless it is kept already, and drop those that are too old."""
    await delete_expired(tx, now)
    known = select(interaction_tokens.c.interaction_id).where(
        interaction_tokens.c.interaction_id == new.interaction_id
    )
    if (await tx.connection.execute(known)).first() is None:
        await tx.connection.execute(insert(interaction_tokens).values(asdict(new)))


async def delete_expired(tx: Transaction, now: datetime) -> None:
    """Drop the tokens that Discord no longer takes."""
    await tx.connection.execute(
        delete(interaction_tokens).where(interaction_tokens.c.expires_at <= now)
    )


async def find_newest(
    tx: Transaction, channel_id: int, now: datetime
) -> InteractionTokenRow | None:
    """Return the newest token that can still send a message to a channel."""
    return await _first(tx, _alive(channel_id, now).where(interaction_tokens.c.left > 0))


async def find_for_message(
    tx: Transaction, channel_id: int, message_id: int, now: datetime
) -> InteractionTokenRow | None:
    """Return the newest token that can change a message."""
    rows = (await tx.connection.execute(_alive(channel_id, now))).mappings()
    for interaction_token in (InteractionTokenRow(**row) for row in rows):
        if message_id in (interaction_token.message_id, *interaction_token.sent):
            return interaction_token
    return None


async def note_sent(tx: Transaction, interaction_id: int, message_id: int) -> None:
    """Note that a token, should it still be kept, has sent a message."""
    mine = interaction_tokens.c.interaction_id == interaction_id
    sent = (
        await tx.connection.execute(select(interaction_tokens.c.sent).where(mine))
    ).scalar_one_or_none()
    if sent is not None:
        await tx.connection.execute(
            update(interaction_tokens).where(mine).values(sent=[*sent, message_id])
        )


async def count_message(tx: Transaction, interaction_token: InteractionTokenRow) -> None:
    """Note that a token sends one message more."""
    mine = update(interaction_tokens).where(
        interaction_tokens.c.interaction_id == interaction_token.interaction_id
    )
    await tx.connection.execute(mine.values(left=interaction_tokens.c.left - 1))


async def remove(tx: Transaction, interaction_id: int) -> None:
    """Forget a token that Discord no longer takes."""
    await tx.connection.execute(
        delete(interaction_tokens).where(interaction_tokens.c.interaction_id == interaction_id)
    )


def _alive(channel_id: int, now: datetime) -> Select[tuple[object, ...]]:
    alive = (interaction_tokens.c.channel_id == channel_id, interaction_tokens.c.expires_at > now)
    return (
        select(interaction_tokens)
        .where(*alive)
        .order_by(interaction_tokens.c.interaction_id.desc())
    )


async def _first(tx: Transaction, query: Select[tuple[object, ...]]) -> InteractionTokenRow | None:
    row = (await tx.connection.execute(query.limit(1))).mappings().first()
    return None if row is None else InteractionTokenRow(**row)
