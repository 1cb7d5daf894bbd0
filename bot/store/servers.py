"""The servers that the bot is or was in, and the end of everything that belongs to one."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from bot.store.block_schema import server_blocks
from bot.store.challenges import OPEN
from bot.store.database import Transaction
from bot.store.games import RUNNING, GameRow, games_with_names
from bot.store.notes import of_guild
from bot.store.schema import challenges, games, meta, outbox
from bot.store.server_schema import servers
from bot.store.voice_schema import outside

NOWHERE = 0  # the channel of a game whose server is gone


async def known(tx: Transaction) -> dict[int, datetime | None]:
    """Return every server, with when the bot was removed from it, None where it is."""
    rows = (await tx.connection.execute(select(servers))).mappings()
    return {row["guild_id"]: row["left_at"] for row in rows}


async def add(tx: Transaction, guild_ids: Collection[int]) -> None:
    """Note servers that are new."""
    rows = [{"guild_id": guild_id, "left_at": None} for guild_id in guild_ids]
    if rows:
        await tx.connection.execute(insert(servers), rows)


async def set_left(tx: Transaction, guild_id: int, at: datetime | None) -> None:
    """Note when the bot was removed from a known server; None when it is there again."""
    changed = update(servers).where(servers.c.guild_id == guild_id).values(left_at=at)
    await tx.connection.execute(changed)


async def running_in(tx: Transaction, guild_id: int, limit: int) -> list[GameRow]:
    """Return some running games of a server."""
    here = (games.c.guild_id == guild_id, games.c.status == RUNNING)
    query = games_with_names().where(*here).order_by(games.c.id).limit(limit)
    return [GameRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def erase(tx: Transaction, guild_id: int, closed_as: str) -> None:
    """Take a server out of every table; its games, all over by now, keep their moves.

    :param closed_as: the status of its challenges that are still open.
    """
    nowhere = {"guild_id": None, "channel_id": NOWHERE}
    played = update(games).where(games.c.guild_id == guild_id)
    await tx.connection.execute(played.values(turn_message_id=None, **nowhere))
    made = challenges.c.guild_id == guild_id
    still_open = update(challenges).where(made, challenges.c.status == OPEN)
    await tx.connection.execute(still_open.values(status=closed_as))
    await tx.connection.execute(update(challenges).where(made).values(message_id=None, **nowhere))
    for table in (outbox, server_blocks, outside, servers):
        await tx.connection.execute(delete(table).where(table.c.guild_id == guild_id))
    await tx.connection.execute(delete(meta).where(meta.c.key == of_guild(guild_id)))
