"""Last looks: the number of moves that a person has seen of each game whose board they opened."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    and_,
    bindparam,
    case,
    delete,
    insert,
    select,
    update,
)

from bot.store.engine.database import Transaction
from bot.store.tables.schema import games, last_looks

_USER: Any = bindparam("user", type_=BigInteger)
# built once, because building takes longer than running
_FIND = (
    select(
        last_looks.c.ply,
        case(
            (games.c.seat0 == _USER, games.c.by_hand0), (games.c.seat1 == _USER, games.c.by_hand1)
        ),
    )
    .select_from(games)
    .outerjoin(last_looks, and_(last_looks.c.game_id == games.c.id, last_looks.c.user_id == _USER))
    .where(games.c.id == bindparam("game"))
)


async def find(tx: Transaction, game_id: int, user_id: int) -> tuple[int | None, int | None]:
    """Return how many moves a game had at a person's last look, and after their last turn.

    A number is None if the person never looked, or never moved. Turns that were played for the
    person automatically do not count.

    :raises NoResultFound: the game does not exist.
    """
    row = (await tx.connection.execute(_FIND, {"user": user_id, "game": game_id})).one()
    return row[0], row[1]


async def put(tx: Transaction, game_id: int, user_id: int, ply: int, at: datetime) -> None:
    """Store the number of moves that a person has seen of a game."""
    values = {"ply": ply, "looked_at": at}
    same = update(last_looks).where(
        last_looks.c.game_id == game_id, last_looks.c.user_id == user_id
    )
    if (await tx.connection.execute(same.values(values))).rowcount == 0:
        new = insert(last_looks).values(game_id=game_id, user_id=user_id, **values)
        await tx.connection.execute(new)


async def limit_to(tx: Transaction, game_id: int, ply: int) -> None:
    """Record that a game's moves from `ply` on were undone, so that they count as unseen."""
    later = (last_looks.c.game_id == game_id, last_looks.c.ply > ply)
    await tx.connection.execute(update(last_looks).where(*later).values(ply=ply))


async def delete_before(tx: Transaction, moment: datetime) -> int:
    """Delete last looks from before a moment; return their number."""
    return (
        await tx.connection.execute(delete(last_looks).where(last_looks.c.looked_at < moment))
    ).rowcount
