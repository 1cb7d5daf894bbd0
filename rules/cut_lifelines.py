"""Cut lifelines: the last paths that kept captured groups alive, each with the stone that cut it.

All functions take the board before the stone. A captured group without a lifeline on that board has
no entry: during the opening a group may be alone, and in cornered Lifeline it may touch no region.
"""

from collections.abc import Iterator

from rules import life_by_lines
from rules.board import Board
from rules.colour import Colour
from rules.topology import Bitboard, Cell, bits
from rules.values import CutLifeline, Link


def cut_between_groups(
    board: Board, cell: Cell, colour: Colour, captured: Bitboard
) -> Iterator[CutLifeline]:
    """Yield, for each captured group, its shortest path to a friend through a new stone's cell.

    All paths of a captured enemy group to its friends led through the stone's cell. If the stone
    captured a group of its own colour, it touches both groups, so the path is only that cell.

    :param board: the board before the stone.
    :param colour: the colour of the captured groups.
    :param captured: the stones of the colour that were removed; the new stone may be among them.
    """
    groups = [group for group, _ in board.groups[colour] if group & captured]
    if not groups:
        return
    way = _empty_cells_by_distance(board, cell)
    for group in groups:
        near = _nearest(board, way, group)
        far = _nearest(board, way, board.stones[colour] & ~group)
        if near is None or far is None:
            continue
        path = (*_path(near, way), *reversed(_path(far, way)[:-1]))
        end = _first(board.topology.neighbours[far] & board.stones[colour] & ~group)
        start = _first(board.topology.neighbours[near] & group)
        friend = board.group_of(end, colour)[0]
        yield CutLifeline(Link(group, friend, start, path, end), cell)


def cut_along_lines(
    board: Board, cell: Cell, colour: Colour, captured: Bitboard
) -> Iterator[CutLifeline]:
    """Yield, for each captured group, its shortest straight lifeline through a new stone's cell.

    The rules are those of Liflina: every lifeline of a captured group led through the cell.

    :param board: the board before the stone.
    :param colour: the colour of the captured groups.
    :param captured: the stones of the colour that were removed.
    """
    for group, _ in board.groups[colour]:
        if not group & captured:
            continue
        broken = [
            run for run in life_by_lines.lifelines(board, group, colour) if run.cells >> cell & 1
        ]
        if broken:
            run = min(broken, key=lambda each: each.cells.bit_count())
            yield CutLifeline(life_by_lines.as_link(board, group, run, colour), cell)


def _empty_cells_by_distance(board: Board, cell: Cell) -> dict[Cell, Cell]:
    """Return the empty cells connected to a cell, nearest first, as the keys of a mapping.

    The value of a cell is the next cell on a shortest path back. The first cell maps to itself.
    """
    neighbours, empty = board.topology.neighbours, board.empty
    way, order = {cell: cell}, [cell]
    for here in order:
        for after in bits(neighbours[here] & empty):
            if after not in way:
                way[after] = here
                order.append(after)
    return way


def _nearest(board: Board, way: dict[Cell, Cell], stones: Bitboard) -> Cell | None:
    """Return the nearest empty cell that touches one of the stones; None if no cell does.

    :param way: the empty cells to search, nearest first.
    """
    border = board.topology.border(stones)
    return next((cell for cell in way if border >> cell & 1), None)


def _path(cell: Cell, way: dict[Cell, Cell]) -> tuple[Cell, ...]:
    """Return the path from a cell back to the first cell of the mapping ``way``, including both."""
    path = [cell]
    while way[cell] != cell:
        cell = way[cell]
        path.append(cell)
    return tuple(path)


def _first(mask: Bitboard) -> Cell:
    return (mask & -mask).bit_length() - 1
