"""Counting rows, for /about."""

from sqlalchemy import func, select

from bot.store.database import Transaction
from bot.store.games import FINISHED, RUNNING
from bot.store.players import STAND_IN
from bot.store.schema import games, players


async def count(tx: Transaction) -> tuple[int, int, int]:
    """Return how many players there are, and games running and finished."""
    known = select(func.count()).select_from(players).where(players.c.id != STAND_IN)
    people: int = (await tx.connection.execute(known)).scalar_one()
    by_status = select(games.c.status, func.count()).group_by(games.c.status)
    found = {str(status): int(number) for status, number in await tx.connection.execute(by_status)}
    return people, found.get(RUNNING, 0), found.get(FINISHED, 0)
