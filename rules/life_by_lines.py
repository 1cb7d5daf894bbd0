"""Life by lines, for Liflina: straight empty runs to the edge or to a friendly stone."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.board import Board, Patch
from rules.colour import Colour
from rules.topology import Bitboard, Cell, Topology, bits
from rules.values import Link


class Run(NamedTuple):
    """Straight run of empty cells that starts next to the stone ``start``.

    ``end`` is the stone behind the run as a bitboard, or 0 if the run ends at the edge.
    """

    start: Cell
    cells: Bitboard
    end: Bitboard


def runs(topology: Topology, occupied: Bitboard, cell: Cell) -> Iterator[Run]:
    """Yield the straight runs of empty cells that start next to a cell, at most one per direction.

    :param occupied: all cells with stones; a run ends before the first of them.
    """
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
    """Yield the lifelines of a group: its straight runs to the edge or to a stone of its colour."""
    black, white = board.stones
    occupied, enemies = black | white, board.stones[colour.other]
    for cell in bits(group):
        for run in runs(board.topology, occupied, cell):
            if not run.end & enemies:
                yield run


def as_link(board: Board, group: Bitboard, run: Run, colour: Colour) -> Link:
    """Convert a lifeline of a group to a link, whose path begins next to the group."""
    path = tuple(bits(run.cells))
    if path[0] < run.start:
        path = path[::-1]
    if not run.end:
        return Link(group, 0, run.start, path, None)
    end = run.end.bit_length() - 1
    return Link(group, board.group_of(end, colour)[0], run.start, path, end)


def has_own_line(board: Board, cell: Cell, colour: Colour) -> bool:
    """Return whether a stone of a colour on this cell would itself have a lifeline."""
    black, white = board.stones
    enemies = board.stones[colour.other]
    return any(not run.end & enemies for run in runs(board.topology, black | white, cell))


def has_lifeline(board: Board, group: Bitboard, colour: Colour) -> bool:
    """Return whether a group has at least one lifeline, and so is alive."""
    return any(True for _ in lifelines(board, group, colour))


def dead_groups(board: Board, colour: Colour) -> list[Patch]:
    """Return the groups of a colour that have no lifeline."""
    return [group for group in board.groups[colour] if not has_lifeline(board, group[0], colour)]


def vital_cells(board: Board, group: Bitboard, colour: Colour) -> Bitboard:
    """Return the cells shared by all lifelines of a living group; an enemy stone there kills it."""
    common = board.topology.full
    for run in lifelines(board, group, colour):
        common &= run.cells
        if not common:
            break
    return common


def groups_cut_off(board: Board, cell: Cell, colour: Colour) -> list[Patch]:
    """Return the groups of a colour whose last lifeline the new stone on a cell has cut.

    All of them were alive before the stone. Only a group with a stone on one of the cell's runs, or
    next to the cell, can have lost a lifeline.
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
