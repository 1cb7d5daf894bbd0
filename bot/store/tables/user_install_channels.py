"""Channels of user installs, where the bot is not a member."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.schema import challenges, games, user_install_channels

# built once, because every turn runs it
_IS_USER_INSTALL = select(user_install_channels.c.channel_id).where(
    user_install_channels.c.channel_id == bindparam("channel")
)


async def is_user_install(tx: Transaction, channel_id: int) -> bool:
    """Return whether the bot can only respond to interactions in a channel; True for NO_CHANNEL."""
    if channel_id == NO_CHANNEL:
        return True
    found = await tx.connection.execute(_IS_USER_INSTALL, {"channel": channel_id})
    return found.first() is not None


async def find_user_installs(tx: Transaction, channels: Collection[int]) -> frozenset[int]:
    """Return the ids of the given channels in which the bot can only respond to interactions."""
    query = select(user_install_channels.c.channel_id).where(
        user_install_channels.c.channel_id.in_(channels)
    )
    found = frozenset((await tx.connection.execute(query)).scalars())
    return found | ({NO_CHANNEL} & set(channels))


async def has_recent_use(tx: Transaction, channel_id: int, since: datetime) -> bool:
    """Return whether `record_use` has stored a use of the channel since a moment."""
    noted = (
        user_install_channels.c.channel_id == channel_id,
        user_install_channels.c.since >= since,
    )
    return (
        await tx.connection.execute(select(user_install_channels.c.channel_id).where(*noted))
    ).first() is not None


async def record_use(tx: Transaction, channel_id: int, guild_id: int | None, at: datetime) -> None:
    """Store a use of the bot in a channel where it is not a member."""
    update_existing = (
        update(user_install_channels)
        .where(user_install_channels.c.channel_id == channel_id)
        .values(since=at)
    )
    if (await tx.connection.execute(update_existing)).rowcount == 0:
        row = {"channel_id": channel_id, "guild_id": guild_id, "since": at}
        await tx.connection.execute(insert(user_install_channels).values(row))


async def delete_unused(tx: Transaction, moment: datetime) -> int:
    """Delete channels that were not used since a moment and have no game or challenge.

    A channel with a finished game stays, because a review or a rematch may be requested elsewhere.
    Any other channel is stored again by the next interaction in it, before it is needed.

    :returns: the number of deleted channels.
    """
    has_game = (
        select(games.c.id).where(games.c.channel_id == user_install_channels.c.channel_id).exists()
    )
    challenged = select(challenges.c.channel_id).where(challenges.c.game_id.is_(None))
    unused = (
        user_install_channels.c.since < moment,
        ~has_game,
        user_install_channels.c.channel_id.not_in(challenged),
    )
    return (await tx.connection.execute(delete(user_install_channels).where(*unused))).rowcount


async def remove_joined(tx: Transaction, guild_ids: Collection[int]) -> list[int]:
    """Delete the channels of servers that the bot has joined; return their ids."""
    query = select(user_install_channels.c.channel_id, user_install_channels.c.guild_id)
    rows = await tx.connection.execute(query.where(user_install_channels.c.guild_id.is_not(None)))
    joined = [row.channel_id for row in rows if row.guild_id in guild_ids]
    if joined:
        await tx.connection.execute(
            delete(user_install_channels).where(user_install_channels.c.channel_id.in_(joined))
        )
    return joined
