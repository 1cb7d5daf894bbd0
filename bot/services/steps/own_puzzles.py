"""Puzzles from people's own mistakes within a transaction: storing them, and their attempts."""

from collections.abc import Iterable
from datetime import datetime

from bot.services.values.puzzles.own import (
    MOST_KEPT,
    comes_back,
    is_own,
    number_of,
    row_id_of,
)
from bot.store.engine.database import Transaction
from bot.store.tables import mistakes, puzzles
from bot.store.tables.games import GameRow
from bot.store.tables.mistakes import NewMistake
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.puzzles import AttemptRow
from rules.position import Position
from sparring.review import Mistake


async def add_mistakes(
    tx: Transaction,
    game: GameRow,
    found: Iterable[Mistake],
    final: Position,
    now: datetime,
) -> None:
    """Store the mistakes of a reviewed game for the people who made them, each once.

    A person's oldest puzzles beyond `MOST_KEPT` are deleted.

    :param final: the last position of the game, which gives the colour of each seat.
    """
    for each in found:
        seat = next(seat for seat in (0, 1) if final.colour_of(seat) is each.by)
        user_id = game.players[seat]
        if user_id == DELETED_USER_ID or seat == game.engine_seat:
            continue
        new = NewMistake(user_id, game.id, each.ply, each.puzzle, now)
        await mistakes.add(tx, new)
        await _remove_surplus(tx, user_id)


async def _remove_surplus(tx: Transaction, user_id: int) -> None:
    surplus = await mistakes.find_surplus(tx, user_id, MOST_KEPT)
    if surplus:
        await mistakes.remove(tx, surplus)
        await puzzles.delete_attempts(tx, user_id, [number_of(row_id) for row_id in surplus])


async def note_own_result(tx: Transaction, attempt: AttemptRow, now: datetime) -> None:
    """Store when a puzzle from a person's own mistake is due again, after a finished attempt.

    Do nothing if the puzzle is not from the person's own mistakes.
    """
    if not is_own(attempt.puzzle):
        return
    row = await mistakes.find(tx, attempt.user_id, row_id_of(attempt.puzzle))
    if row is None:
        return
    failures = row.failures + (not attempt.solved)
    due_at = None if attempt.solved else comes_back(failures, now)
    await mistakes.set_next(tx, row.id, failures, due_at)
