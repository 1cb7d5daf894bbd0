"""Guesses of spectators in a game: counted when the guessed turn is played, then deleted."""

from collections.abc import Iterable
from datetime import datetime

from bot.store.engine.database import Transaction
from bot.store.tables import guesses
from bot.store.tables.games import GameRow


async def count_guesses(
    tx: Transaction, game_id: int, ply: int, placed: Iterable[str]
) -> tuple[int, int]:
    """Delete all guesses in a game; return how many were about a turn, and how many were right.

    :param ply: the number of moves before the turn.
    :param placed: the cells of the turn's stones; a guess of any of them is right.
    """
    cells = frozenset(placed)
    taken = [move for at, move in await guesses.take_all(tx, game_id) if at == ply]
    return len(taken), sum(move in cells for move in taken)


async def forget_guesses(tx: Transaction, game: GameRow, _at: datetime) -> None:
    """Delete the guesses in a game that has ended, or whose last moves were undone."""
    await guesses.take_all(tx, game.id)
