"""Life by region, for Lifeline, cornered and Asli: who sees whom through empty cells.

A group is alive by region when a region touches it and another group of its colour.
"""

from rules.board import Board, Patch, Placement
from rules.colour import Colour
from rules.topology import Bitboard


def sees_friend(board: Board, group: Bitboard, colour: Colour) -> bool:
    """Tell whether some region touches the group and another group of its colour."""
    friends = board.stones[colour] & ~group
    return any(border & group and border & friends for _, border in board.regions)


def dead(board: Board, colour: Colour) -> list[Patch]:
    """List the groups of a colour that are not alive by region."""
    return [group for group in board.groups[colour] if not sees_friend(board, group[0], colour)]


def cut_off(placement: Placement, colour: Colour) -> list[Patch]:
    """List the groups of a colour that an enemy stone has just cut from every friend.

    All of them were alive by region before. Only a group that touched the stone's region can
    die, and only if the region fell apart or lost touch with a stone of the colour.
    """
    board, region, pieces = placement.board, placement.region, placement.pieces
    stones = board.stones[colour]
    touched = region[1] & stones
    if len(pieces) == 1 and pieces[0][1] & stones == touched:
        return []
    safe = 0
    for _, border in pieces:
        seen = border & stones
        if not _one_group(board, seen, colour):
            safe |= seen
    return [
        group
        for group in board.groups[colour]
        if group[0] & touched and not group[0] & safe and not sees_friend(board, group[0], colour)
    ]


def in_reach(board: Board, colour: Colour) -> Bitboard:
    """Find the empty cells whose region touches a group of the colour."""
    stones = board.stones[colour]
    reach = 0
    for cells, border in board.regions:
        if border & stones:
            reach |= cells
    return reach


def joints(board: Board, colour: Colour) -> Bitboard:
    """Find the empty cells next to two or more groups of the colour."""
    once = twice = 0
    for _, border in board.groups[colour]:
        twice |= once & border
        once |= border
    return twice & board.empty


def _one_group(board: Board, stones: Bitboard, colour: Colour) -> bool:
    """Tell whether stones of a colour, perhaps none, belong to one group."""
    first = stones & -stones
    return not any(cells & first and stones & ~cells for cells, _ in board.groups[colour])
