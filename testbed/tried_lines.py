"""Creation of long lines of tried and planned moves on the try-board."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.services.values.try_board.tree import IN_GAME, position_key
from bot.store.engine.database import Database, Transaction
from bot.store.tables import try_board
from bot.store.tables.try_board import TryNode
from rules.moves import Move, Place, format_move
from rules.position import Position

STEP = 97  # cells between two moves of a line


def long_line(position: Position, most: int, first: int = 1) -> Iterator[tuple[TryNode, int]]:
    """Yield the nodes of a line of scattered placements, each with the seat that plays it.

    :param first: the number of the first node.
    """
    for number in range(first, most + first):
        move = _scattered_move(position, number)
        if move is None or position.outcome() is not None:
            return
        key, text = position_key(position), format_move(move, position.topology)
        parent = IN_GAME if number == first else number - 1
        yield TryNode(number, parent, position.ply, key, text), position.seat_to_move
        position = position.play(move)


def _scattered_move(position: Position, number: int) -> Move | None:
    """Return a legal placement far from the last one, else any legal move."""
    cells = len(position.topology)
    for each in range(cells):
        move = Place((number * STEP + each) % cells)
        if position.is_legal(move):
            return move
    return next(position.legal_moves(), None)


async def add_planned_line(
    database: Database,
    game_id: int,
    people: tuple[int, int],
    position: Position,
    most: int,
    now: datetime,
) -> list[TryNode]:
    """Store a try-board line for both players, with each own turn planned except the first.

    :param people: user ids by seat.
    """
    line = list(long_line(position, most))

    async def add(tx: Transaction) -> None:
        for seat, person in enumerate(people):
            nodes = [
                replace(node, planned_at=now if by == seat and node.parent else None)
                for node, by in line
            ]
            await try_board.add_nodes(tx, game_id, person, nodes)

    await database.write(add)
    return [node for node, _ in line]
