"""The legal moves nearest to one that was refused: what a person may have meant."""

from collections.abc import Iterator

from rules.moves import Move, Place, format_move
from rules.position import Position
from rules.topology import Cell, bits

OFFERED = 3


def nearest_moves(position: Position, refused: Move, limit: int = OFFERED) -> list[str]:
    """Return a few legal cells around the refused one, the nearest first; none for other moves."""
    if not isinstance(refused, Place) or not 0 <= refused.cell < len(position.topology):
        return []
    found: list[str] = []
    for cell in _outwards(position, refused.cell):
        move = Place(cell)
        if position.is_legal(move):
            found.append(format_move(move, position.topology).upper())
        if len(found) == limit:
            break
    return found


def _outwards(position: Position, centre: Cell) -> Iterator[Cell]:
    """Visit all cells ring by ring around one."""
    topology = position.topology
    seen = ring = 1 << centre
    while ring:
        yield from bits(ring)
        ring = topology.border(ring) & ~seen
        seen |= ring
