"""Servers that have or had the bot as a member, and the deletion of a server's data."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.challenges import OPEN
from bot.store.tables.games import GAMES_WITH_NAMES, RUNNING, GameRow
from bot.store.tables.key_values import of_guild, remove
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.schema import (
    challenges,
    daily_channels,
    daily_entries,
    daily_posts,
    games,
    last_looks,
    lobby_members,
    offers,
    outbox,
    rated_members,
    server_blocks,
    servers,
    user_install_channels,
    week_channels,
)


async def find_all(tx: Transaction) -> dict[int, datetime | None]:
    """Return, by server id, when the bot was removed; None while the bot is in the server."""
    query = select(servers.c.guild_id, servers.c.left_at)
    return {row.guild_id: row.left_at for row in await tx.connection.execute(query)}


async def left_at(tx: Transaction, guild_id: int) -> datetime | None:
    """Return when the bot was removed from a server; None while the bot is there or never was."""
    query = select(servers.c.left_at).where(servers.c.guild_id == guild_id)
    return (await tx.connection.execute(query)).scalar_one_or_none()


async def find_left(tx: Transaction, guild_ids: Collection[int]) -> dict[int, datetime]:
    """Return when the bot was removed, by id, from those of the given servers that it has left."""
    query = select(servers.c.guild_id, servers.c.left_at).where(
        servers.c.guild_id.in_(guild_ids), servers.c.left_at.is_not(None)
    )
    return {row.guild_id: row.left_at for row in await tx.connection.execute(query)}


async def add(tx: Transaction, guild_ids: Collection[int]) -> None:
    """Insert servers that the bot has joined for the first time."""
    rows = [{"guild_id": guild_id, "left_at": None} for guild_id in guild_ids]
    if rows:
        await tx.connection.execute(insert(servers), rows)


async def set_left(tx: Transaction, guild_id: int, at: datetime | None) -> None:
    """Set when the bot was removed from a known server; None after the bot joins again."""
    changed = update(servers).where(servers.c.guild_id == guild_id).values(left_at=at)
    await tx.connection.execute(changed)


async def count_finished(tx: Transaction, guild_id: int, most: int) -> int | None:
    """Increment a server's number of finished games, up to `most`, and return the new number.

    :returns: None if `most` was reached before, or the bot is not a member of the server.
    """
    counted = (
        update(servers)
        .where(servers.c.guild_id == guild_id, servers.c.left_at.is_(None))
        .where(servers.c.finished < most)
        .values(finished=servers.c.finished + 1)
        .returning(servers.c.finished)
    )
    number: int | None = (await tx.connection.execute(counted)).scalar_one_or_none()
    return number


async def find_running_games(
    tx: Transaction, guild_id: int, before: datetime, limit: int
) -> list[GameRow]:
    """Return up to `limit` of a server's games in progress that began at or before a moment."""
    is_running = (
        games.c.guild_id == guild_id,
        games.c.status == RUNNING,
        games.c.created_at <= before,
    )
    query = GAMES_WITH_NAMES.where(*is_running).order_by(games.c.id).limit(limit)
    return [GameRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def erase(tx: Transaction, guild_id: int, before: datetime, closed_as: str) -> None:
    """Erase a server from every table; its games, which must be over, keep their moves.

    :param before: when the bot was removed. Games and challenges that began later belong to user
        installs, and remain.
    :param closed_as: the new status of its open challenges.
    """
    no_location = {"guild_id": None, "channel_id": NO_CHANNEL}
    watched = select(games.c.id).where(games.c.guild_id == guild_id, games.c.created_at <= before)
    await tx.connection.execute(delete(last_looks).where(last_looks.c.game_id.in_(watched)))
    old_games = update(games).where(games.c.guild_id == guild_id, games.c.created_at <= before)
    await tx.connection.execute(old_games.values(turn_message_id=None, **no_location))
    made = and_(challenges.c.guild_id == guild_id, challenges.c.created_at <= before)
    still_open = update(challenges).where(made, challenges.c.status == OPEN)
    await tx.connection.execute(still_open.values(status=closed_as))
    await tx.connection.execute(
        update(challenges).where(made).values(message_id=None, **no_location)
    )
    await tx.connection.execute(delete(outbox).where(*_is_orphaned(guild_id)))
    is_unused = (
        user_install_channels.c.guild_id == guild_id,
        user_install_channels.c.since <= before,
    )
    await tx.connection.execute(delete(user_install_channels).where(*is_unused))
    from_here = update(offers).where(offers.c.guild_id == guild_id)
    await tx.connection.execute(from_here.values(guild_id=None))
    posted = (daily_entries, daily_posts, daily_channels, week_channels)
    for table in (*posted, server_blocks, rated_members, lobby_members, servers):
        await tx.connection.execute(delete(table).where(table.c.guild_id == guild_id))
    await remove(tx, of_guild(guild_id))


def _is_orphaned(guild_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return the SQL conditions, all of which hold for a server's outbox messages to delete.

    Such a message is about no game and no challenge that still belongs to the server.
    """
    present_games = select(games.c.id).where(games.c.guild_id == guild_id)
    present_challenges = select(challenges.c.id).where(challenges.c.guild_id == guild_id)
    return (
        outbox.c.guild_id == guild_id,
        or_(outbox.c.game_id.is_(None), outbox.c.game_id.not_in(present_games)),
        or_(outbox.c.challenge_id.is_(None), outbox.c.challenge_id.not_in(present_challenges)),
    )
