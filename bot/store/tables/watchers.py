"""Watchers: people who are told the end of a game that others play."""

from sqlalchemy import delete, func, insert, select

from bot.store.engine.database import Transaction
from bot.store.tables.schema import watchers


async def is_watching(tx: Transaction, game_id: int, user_id: int) -> bool:
    """Return whether a person watches a game."""
    same = (watchers.c.game_id == game_id, watchers.c.user_id == user_id)
    return (
        await tx.connection.execute(select(watchers.c.user_id).where(*same))
    ).first() is not None


async def add(tx: Transaction, game_id: int, user_id: int) -> None:
    """Insert a person who does not watch the game yet."""
    await tx.connection.execute(insert(watchers).values(game_id=game_id, user_id=user_id))


async def remove(tx: Transaction, game_id: int, user_id: int) -> None:
    """Delete a watcher of a game."""
    same = (watchers.c.game_id == game_id, watchers.c.user_id == user_id)
    await tx.connection.execute(delete(watchers).where(*same))


async def count_watched(tx: Transaction, user_id: int) -> int:
    """Return the number of games that a person watches."""
    query = select(func.count()).select_from(watchers).where(watchers.c.user_id == user_id)
    return (await tx.connection.execute(query)).scalar_one()


async def count(tx: Transaction, game_id: int) -> int:
    """Return the number of people who watch a game."""
    query = select(func.count()).select_from(watchers).where(watchers.c.game_id == game_id)
    return (await tx.connection.execute(query)).scalar_one()


async def take_all(tx: Transaction, game_id: int) -> list[int]:
    """Delete the watchers of a game, and return their ids."""
    of_game = watchers.c.game_id == game_id
    query = select(watchers.c.user_id).where(of_game).order_by(watchers.c.user_id)
    found = list((await tx.connection.execute(query)).scalars())
    if found:
        await tx.connection.execute(delete(watchers).where(of_game))
    return found
