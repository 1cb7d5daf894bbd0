"""The servers that the bot is or was in, and the end of everything that belongs to one."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.challenges import OPEN
from bot.store.tables.games import RUNNING, GameRow, games_with_names
from bot.store.tables.notes import of_guild
from bot.store.tables.schema import (
    challenges,
    games,
    meta,
    outbox,
    server_blocks,
    servers,
    user_install_channels,
)

NO_CHANNEL = 0  # the channel of a game whose server is gone


async def find_all(tx: Transaction) -> dict[int, datetime | None]:
    """Return every server, with when the bot was removed from it, None where it is."""
    rows = (await tx.connection.execute(select(servers))).mappings()
    return {row["guild_id"]: row["left_at"] for row in rows}


async def left_at(tx: Transaction, guild_id: int) -> datetime | None:
    """Return when the bot was removed from a server; None where it is, and where it never was."""
    query = select(servers.c.left_at).where(servers.c.guild_id == guild_id)
    return (await tx.connection.execute(query)).scalar_one_or_none()


async def add(tx: Transaction, guild_ids: Collection[int]) -> None:
    """Note servers that are new."""
    rows = [{"guild_id": guild_id, "left_at": None} for guild_id in guild_ids]
    if rows:
        await tx.connection.execute(insert(servers), rows)


async def set_left(tx: Transaction, guild_id: int, at: datetime | None) -> None:
    """Note when the bot was removed from a known server; None when it is there again."""
    changed = update(servers).where(servers.c.guild_id == guild_id).values(left_at=at)
    await tx.connection.execute(changed)


async def find_running_games(
    tx: Transaction, guild_id: int, before: datetime, limit: int
) -> list[GameRow]:
    """Return some running games of a server that began before a moment."""
    here = (games.c.guild_id == guild_id, games.c.status == RUNNING, games.c.created_at <= before)
    query = games_with_names().where(*here).order_by(games.c.id).limit(limit)
    return [GameRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def erase(tx: Transaction, guild_id: int, before: datetime, closed_as: str) -> None:
    """Take a server out of every table; its games, all over by now, keep their moves.

    :param before: when the bot was removed. What began there later is played by its guests, and
        theirs.
    :param closed_as: the status of its challenges that are still open.
    """
    nowhere = {"guild_id": None, "channel_id": NO_CHANNEL}
    played = update(games).where(games.c.guild_id == guild_id, games.c.created_at <= before)
    await tx.connection.execute(played.values(turn_message_id=None, **nowhere))
    made = and_(challenges.c.guild_id == guild_id, challenges.c.created_at <= before)
    still_open = update(challenges).where(made, challenges.c.status == OPEN)
    await tx.connection.execute(still_open.values(status=closed_as))
    await tx.connection.execute(update(challenges).where(made).values(message_id=None, **nowhere))
    await tx.connection.execute(delete(outbox).where(*_of_none_left(guild_id)))
    visited = (
        user_install_channels.c.guild_id == guild_id,
        user_install_channels.c.since <= before,
    )
    await tx.connection.execute(delete(user_install_channels).where(*visited))
    for table in (server_blocks, servers):
        await tx.connection.execute(delete(table).where(table.c.guild_id == guild_id))
    await tx.connection.execute(delete(meta).where(meta.c.key == of_guild(guild_id)))


def _of_none_left(guild_id: int) -> tuple[ColumnElement[bool], ...]:
    """Find what is to be told in a server, but for games and challenges that are still there."""
    playing = select(games.c.id).where(games.c.guild_id == guild_id)
    asking = select(challenges.c.id).where(challenges.c.guild_id == guild_id)
    return (
        outbox.c.guild_id == guild_id,
        or_(outbox.c.game_id.is_(None), outbox.c.game_id.not_in(playing)),
        or_(outbox.c.challenge_id.is_(None), outbox.c.challenge_id.not_in(asking)),
    )
