"""Guesses: the cell where a spectator expects a stone in the present turn of a game."""

from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import guesses

# built once, because building takes longer than running
_TAKE = (
    delete(guesses)
    .where(guesses.c.game_id == bindparam("game"))
    .returning(guesses.c.ply, guesses.c.move)
)


async def find(tx: Transaction, game_id: int, user_id: int, ply: int) -> str | None:
    """Return a person's guess of the turn at a ply; None if they have not guessed it."""
    same = (guesses.c.game_id == game_id, guesses.c.user_id == user_id, guesses.c.ply == ply)
    found: str | None = (
        await tx.connection.execute(select(guesses.c.move).where(*same))
    ).scalar_one_or_none()
    return found


async def put(tx: Transaction, game_id: int, user_id: int, ply: int, move: str) -> None:
    """Store a person's guess, in place of an earlier one in the same game."""
    values = {"ply": ply, "move": move}
    same = update(guesses).where(guesses.c.game_id == game_id, guesses.c.user_id == user_id)
    if (await tx.connection.execute(same.values(values))).rowcount == 0:
        new = insert(guesses).values(game_id=game_id, user_id=user_id, **values)
        await tx.connection.execute(new)


async def take_all(tx: Transaction, game_id: int) -> list[tuple[int, str]]:
    """Delete the guesses in a game, and return them as (ply, move)."""
    rows = await tx.connection.execute(_TAKE, {"game": game_id})
    return [(row.ply, row.move) for row in rows]
