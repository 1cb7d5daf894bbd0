"""Counting rows, for /about."""

from sqlalchemy import func, select, union

from bot.store.engine.database import Transaction
from bot.store.tables.games import FINISHED, RUNNING
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import games, players


async def count(tx: Transaction) -> tuple[int, int, int]:
    """Return how many players there are, but for the bot itself, and games running and finished."""
    engines = union(
        select(games.c.seat0).where(games.c.engine_seat == 0),
        select(games.c.seat1).where(games.c.engine_seat == 1),
    )
    are_people = players.c.id != DELETED_USER_ID, players.c.id.not_in(engines)
    known = select(func.count()).select_from(players).where(*are_people)
    people: int = (await tx.connection.execute(known)).scalar_one()
    by_status = select(games.c.status, func.count()).group_by(games.c.status)
    found = {str(status): int(number) for status, number in await tx.connection.execute(by_status)}
    return people, found.get(RUNNING, 0), found.get(FINISHED, 0)
