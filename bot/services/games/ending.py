"""Ending a game otherwise than by a move or a resignation."""

from datetime import datetime

from bot.services.clocks.game_clocks import update_clock
from bot.services.games.actions import announce
from bot.store.engine.database import Transaction
from bot.store.tables import games
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import OutboxKind


async def end_game(
    tx: Transaction, row: GameRow, ending: str, winner_seat: int | None, at: datetime
) -> GameRow:
    """End a running game; its clock stops, and its place is told the result.

    :raises LostRace: when it has been moved in or ended since it was read.
    """
    after = await games.finish(tx, row, ending, winner_seat, at)
    await update_clock(tx, row, after, at)
    await announce(tx, after, OutboxKind.RESULT, at)
    return after
