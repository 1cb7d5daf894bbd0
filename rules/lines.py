"""Life by lines, for Liflina: straight empty runs to the edge or to a friend."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.board import Board, Patch
from rules.colour import Colour
from rules.topology import Bitboard, Cell, Topology, bits


class Run(NamedTuple):
    """A straight run of empty cells from a stone; ``end`` is the stone behind it, 0 the edge."""

    start: Cell
    cells: Bitboard
    end: Bitboard


def runs(topology: Topology, occupied: Bitboard, cell: Cell) -> Iterator[Run]:
    """List the runs of one or more empty cells that begin beside a cell."""
    near = topology.neighbours[cell] & ~occupied
    rays = topology.rays[cell]
    rising = len(rays) // 2
    for direction, ray in enumerate(rays):
        if not ray & near:
            continue
        hits = ray & occupied
        if not hits:
            yield Run(cell, ray, 0)
        elif direction < rising:
            end = hits & -hits
            yield Run(cell, ray & (end - 1), end)
        else:
            end = 1 << hits.bit_length() - 1
            yield Run(cell, ray & -(end << 1), end)


def lifelines(board: Board, group: Bitboard, colour: Colour) -> Iterator[Run]:
    """List the lifelines of a group: its runs to the edge or to a stone of its colour."""
    black, white = board.stones
    occupied, enemies = black | white, board.stones[colour.other]
    for cell in bits(group):
        for run in runs(board.topology, occupied, cell):
            if not run.end & enemies:
                yield run


def has_own_line(board: Board, cell: Cell, colour: Colour) -> bool:
    """Tell whether a stone of a colour on this cell has or would have a lifeline itself."""
    black, white = board.stones
    enemies = board.stones[colour.other]
    return any(not run.end & enemies for run in runs(board.topology, black | white, cell))


def has_lifeline(board: Board, group: Bitboard, colour: Colour) -> bool:
    """Tell whether a group is alive by lines."""
    return any(True for _ in lifelines(board, group, colour))


def dead(board: Board, colour: Colour) -> list[Patch]:
    """List the groups of a colour without a lifeline."""
    return [group for group in board.groups[colour] if not has_lifeline(board, group[0], colour)]


def vital(board: Board, group: Bitboard, colour: Colour) -> Bitboard:
    """Find the cells on every lifeline of a living group: an enemy stone there kills it."""
    common = board.topology.full
    for run in lifelines(board, group, colour):
        common &= run.cells
        if not common:
            break
    return common


def cut_off(board: Board, cell: Cell, colour: Colour) -> list[Patch]:
    """List the groups of a colour that the stone on a cell has just robbed of every lifeline.

    All of them were alive before. Only a stone that the cell looks at along a line can lose one.
    """
    black, white = board.stones
    seen = board.topology.neighbours[cell]
    for run in runs(board.topology, black | white, cell):
        seen |= run.end
    return [
        group
        for group in board.groups[colour]
        if group[0] & seen and not has_lifeline(board, group[0], colour)
    ]
