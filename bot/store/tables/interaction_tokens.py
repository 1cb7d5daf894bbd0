"""User-install channels, where the bot is not a member, and the interaction tokens valid there."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import datetime

from sqlalchemy import Select, bindparam, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.schema import challenges, games, interaction_tokens, user_install_channels


@dataclass(frozen=True, slots=True)
class InteractionTokenRow:
    """Interaction token; `left` is the number of messages it may still send.

    It can edit the messages that it has `sent`, and `message_id`, the message of the interaction.
    `game_id`: the practice game that the private answer shows; `wide`: the answer's layout.
    """

    interaction_id: int
    channel_id: int
    message_id: int | None
    token: str = field(repr=False)
    expires_at: datetime
    left: int
    sent: list[int] = field(default_factory=list)
    game_id: int | None = None
    wide: bool = False


# built once, because every turn runs it
_IS_USER_INSTALL = select(user_install_channels.c.channel_id).where(
    user_install_channels.c.channel_id == bindparam("channel")
)


async def is_user_install(tx: Transaction, channel_id: int) -> bool:
    """Return whether a channel's game depends on interactions: a user install, or no channel."""
    if channel_id == NO_CHANNEL:
        return True
    found = await tx.connection.execute(_IS_USER_INSTALL, {"channel": channel_id})
    return found.first() is not None


async def find_user_installs(tx: Transaction, channels: Collection[int]) -> frozenset[int]:
    """Return the channels for which `is_user_install` is true."""
    query = select(user_install_channels.c.channel_id).where(
        user_install_channels.c.channel_id.in_(channels)
    )
    found = frozenset((await tx.connection.execute(query)).scalars())
    return found | ({NO_CHANNEL} & set(channels))


async def is_noted(tx: Transaction, channel_id: int, since: datetime) -> bool:
    """Return whether `note_use` has stored a use of the channel since a moment."""
    noted = (
        user_install_channels.c.channel_id == channel_id,
        user_install_channels.c.since >= since,
    )
    return (
        await tx.connection.execute(select(user_install_channels.c.channel_id).where(*noted))
    ).first() is not None


async def note_use(tx: Transaction, channel_id: int, guild_id: int | None, at: datetime) -> None:
    """Store a use of the bot in a channel where it is not a member."""
    known = (
        update(user_install_channels)
        .where(user_install_channels.c.channel_id == channel_id)
        .values(since=at)
    )
    if (await tx.connection.execute(known)).rowcount == 0:
        row = {"channel_id": channel_id, "guild_id": guild_id, "since": at}
        await tx.connection.execute(insert(user_install_channels).values(row))


async def delete_unused_channels(tx: Transaction, moment: datetime) -> int:
    """Delete channels that were not used since a moment and have no game or challenge.

    A finished game keeps its channel, because a review or a rematch may be requested elsewhere. For
    other channels, the next interaction stores the channel again first.

    :returns: the number of deleted channels.
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
    """Delete the channels of servers that the bot has joined; return their ids."""
    query = select(user_install_channels.c.channel_id, user_install_channels.c.guild_id)
    rows = await tx.connection.execute(query.where(user_install_channels.c.guild_id.is_not(None)))
    joined = [row.channel_id for row in rows if row.guild_id in guild_ids]
    if joined:
        await tx.connection.execute(
            delete(user_install_channels).where(user_install_channels.c.channel_id.in_(joined))
        )
    return joined


async def add(tx: Transaction, new: InteractionTokenRow, now: datetime) -> None:
    """Store a token unless it is already stored, and delete expired ones."""
    await delete_expired(tx, now)
    known = select(interaction_tokens.c.interaction_id).where(
        interaction_tokens.c.interaction_id == new.interaction_id
    )
    if (await tx.connection.execute(known)).first() is None:
        await tx.connection.execute(insert(interaction_tokens).values(asdict(new)))


async def delete_expired(tx: Transaction, now: datetime) -> None:
    """Delete expired tokens."""
    await tx.connection.execute(
        delete(interaction_tokens).where(interaction_tokens.c.expires_at <= now)
    )


async def find_newest(
    tx: Transaction, channel_id: int, now: datetime
) -> InteractionTokenRow | None:
    """Return the newest valid token that may still send a message to a channel, or None."""
    return await _first(tx, _valid_tokens(channel_id, now).where(interaction_tokens.c.left > 0))


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

    :param since: the oldest interaction that counts; an older answer no longer shows the game.
    """
    usable = (
        interaction_tokens.c.game_id == game_id,
        interaction_tokens.c.interaction_id >= since,
        interaction_tokens.c.expires_at > now,
    )
    newest = interaction_tokens.c.interaction_id.desc()
    return await _first(tx, select(interaction_tokens).where(*usable).order_by(newest))


async def note_sent(tx: Transaction, interaction_id: int, message_id: int) -> None:
    """Store that a token has sent a message, if the token still exists."""
    mine = interaction_tokens.c.interaction_id == interaction_id
    sent = (
        await tx.connection.execute(select(interaction_tokens.c.sent).where(mine))
    ).scalar_one_or_none()
    if sent is not None:
        await tx.connection.execute(
            update(interaction_tokens).where(mine).values(sent=[*sent, message_id])
        )


async def count_message(tx: Transaction, interaction_token: InteractionTokenRow) -> None:
    """Subtract one from the messages that a token may still send."""
    mine = update(interaction_tokens).where(
        interaction_tokens.c.interaction_id == interaction_token.interaction_id
    )
    await tx.connection.execute(mine.values(left=interaction_tokens.c.left - 1))


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
