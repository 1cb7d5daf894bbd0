"""Watchers: people who are notified of the turns and the end of a game that others play."""

from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select

from bot.store.engine.database import Transaction
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_queries import has_open_notification
from bot.store.tables.revisions import PLIES_APART
from bot.store.tables.schema import games, plies, watchers

# built once, because building takes longer than running
_WITHOUT_NEWS = (
    select(watchers.c.user_id)
    .where(
        watchers.c.game_id == bindparam("game"),
        ~has_open_notification(watchers.c.user_id, NotificationKind.WATCHED_TURNS),
    )
    .order_by(watchers.c.user_id)
)


async def is_watching(tx: Transaction, game_id: int, user_id: int) -> bool:
    """Return whether a person watches a game."""
    same = (watchers.c.game_id == game_id, watchers.c.user_id == user_id)
    return (
        await tx.connection.execute(select(watchers.c.user_id).where(*same))
    ).first() is not None


async def add(tx: Transaction, game_id: int, user_id: int, at: datetime) -> None:
    """Insert a person who does not watch the game yet."""
    row = {"game_id": game_id, "user_id": user_id, "since": at}
    await tx.connection.execute(insert(watchers).values(row))


async def remove(tx: Transaction, user_id: int, *game_ids: int) -> None:
    """Delete a person from the watchers of games."""
    same = (watchers.c.game_id.in_(game_ids), watchers.c.user_id == user_id)
    await tx.connection.execute(delete(watchers).where(*same))


async def find_without_news(tx: Transaction, game_id: int) -> list[int]:
    """Return the ids of a game's watchers who have no undelivered notification of turns."""
    return list((await tx.connection.execute(_WITHOUT_NEWS, {"game": game_id})).scalars())


async def find_moved(tx: Transaction, user_id: int, since: datetime) -> list[int]:
    """Return the ids of watched games with turns since a moment, latest turn first.

    Turns that were undone, and turns before the person began to watch a game, do not count.
    """
    start = games.c.turn_revision % PLIES_APART
    last = (plies.c.game_id == games.c.id) & (plies.c.ply == start - 1)
    moved = plies.c.played_at >= since, plies.c.played_at >= watchers.c.since
    watched = select(games.c.id).join(watchers).where(watchers.c.user_id == user_id)
    query = watched.join(plies, last).where(*moved)
    ordered = query.order_by(plies.c.played_at.desc(), games.c.id)
    return list((await tx.connection.execute(ordered)).scalars())


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
