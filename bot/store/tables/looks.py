"""Looks: how far people have seen the games whose boards they opened."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, case, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.looks_schema import looks
from bot.store.tables.schema import games

_USER: Any = bindparam("user", type_=BigInteger)
# built once: that takes longer than to run it
_FIND = (
    select(
        looks.c.ply,
        case(
            (games.c.seat0 == _USER, games.c.by_hand0), (games.c.seat1 == _USER, games.c.by_hand1)
        ),
    )
    .select_from(games)
    .outerjoin(looks, and_(looks.c.game_id == games.c.id, looks.c.user_id == _USER))
    .where(games.c.id == bindparam("game"))
)


async def find(tx: Transaction, game_id: int, user_id: int) -> tuple[int | None, int | None]:
    """Return how many moves of a game a person had seen when they last opened it and last played.

    None stands for never. Turns that were played for the person do not count.
    """
    row = (await tx.connection.execute(_FIND, {"user": user_id, "game": game_id})).one()
    return row[0], row[1]


async def put(tx: Transaction, game_id: int, user_id: int, ply: int, at: datetime) -> None:
    """Insert or replace how many moves of a game a person has seen."""
    values = {"ply": ply, "looked_at": at}
    same = update(looks).where(looks.c.game_id == game_id, looks.c.user_id == user_id)
    if (await tx.connection.execute(same.values(values))).rowcount == 0:
        new = insert(looks).values(game_id=game_id, user_id=user_id, **values)
        await tx.connection.execute(new)


async def limit_to(tx: Transaction, game_id: int, ply: int) -> None:
    """Note that the moves of a game from `ply` on were taken back, so that nobody has seen them."""
    later = (looks.c.game_id == game_id, looks.c.ply > ply)
    await tx.connection.execute(update(looks).where(*later).values(ply=ply))


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Delete looks before a moment; return their number."""
    return (await tx.connection.execute(delete(looks).where(looks.c.looked_at < moment))).rowcount
