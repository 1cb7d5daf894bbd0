"""Try-boards after an undo: lines that begin in undone moves are kept."""

import asyncio
from collections.abc import Sequence

from bot.services.values.try_board.tree import TryTree, graft
from bot.store.engine.database import Transaction
from bot.store.tables import try_board
from bot.store.tables.games import GameRow
from rules.moves import Move
from rules.position import Position


async def keep_lines(
    tx: Transaction, row: GameRow, position: Position, moves: Sequence[Move]
) -> None:
    """Keep the lines on people's try-boards that begin after moves which are now undone.

    The undone moves are added to those try-boards as tried moves, so that they lead to the lines.

    :param position: the position that the game returns to.
    :param moves: the undone moves.
    """
    people = await try_board.people_with_lines_after(tx, row.id, position.ply)
    if not people:
        return
    # in a thread, because a chain of planned turns can have hundreds of moves
    positions = await asyncio.to_thread(_positions, position, moves)
    for user_id in people:
        tree = TryTree(await try_board.find_nodes(tx, row.id, user_id))
        grafted = graft(tree, positions, moves)
        await try_board.remove_nodes(tx, row.id, user_id, grafted.removed)
        if grafted.added:
            await try_board.add_nodes(tx, row.id, user_id, grafted.added)


def _positions(position: Position, moves: Sequence[Move]) -> list[Position]:
    """Return a position, and the position after each of the moves that follow it."""
    positions = [position]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions
