"""Long lines of tried and planned moves, stored at once."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.services.values.try_board.tree import position_key
from bot.store.engine.database import Database, Transaction
from bot.store.tables import try_board
from bot.store.tables.try_board import TryNode
from rules.moves import Place, format_move
from rules.position import Position

STEP = 97  # legal placements between two moves of a line


def long_line(position: Position, most: int) -> Iterator[tuple[TryNode, int]]:
    """Yield the nodes of a line of scattered placements, each with the seat that plays it."""
    for number in range(1, most + 1):
        legal = list(position.legal_moves())
        if not legal or position.outcome() is not None:
            return
        places = [each for each in legal if isinstance(each, Place)] or legal
        move = places[number * STEP % len(places)]
        key, text = position_key(position), format_move(move, position.topology)
        yield TryNode(number, number - 1, position.ply, key, text), position.seat_to_move
        position = position.play(move)


async def add_planned_line(
    database: Database,
    game_id: int,
    people: tuple[int, int],
    position: Position,
    most: int,
    now: datetime,
) -> list[TryNode]:
    """Store a line for both players, each turn planned except the first.

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
