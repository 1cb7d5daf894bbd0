"""Life by region: a group lives while an empty region connects it to a friendly group.

This is the rule of Lifeline, cornered Lifeline and Asli. A group *sees* a friend when an empty
region touches both.
"""

from rules.board import Board, Patch, Placement
from rules.colour import Colour
from rules.topology import Bitboard


def sees_friend(board: Board, group: Bitboard, colour: Colour) -> bool:
    """Return whether an empty region touches both the group and another group of its colour."""
    friends = board.stones[colour] & ~group
    return any(border & group and border & friends for _, border in board.regions)


def dead_groups(board: Board, colour: Colour) -> list[Patch]:
    """Return the groups of a colour that are not alive by region."""
    return [group for group in board.groups[colour] if not sees_friend(board, group[0], colour)]


def groups_cut_off(placement: Placement, colour: Colour) -> list[Patch]:
    """Return the groups of a colour that an enemy stone has just cut off from every friend.

    All of them were alive by region before the stone. Only a group that touched the stone's region
    can die, and only if the region split or no longer touches a stone of the colour.
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


def cells_in_reach(board: Board, colour: Colour) -> Bitboard:
    """Return the empty cells whose region touches a group of the colour."""
    stones = board.stones[colour]
    reach = 0
    for cells, border in board.regions:
        if border & stones:
            reach |= cells
    return reach


def joining_cells(board: Board, colour: Colour) -> Bitboard:
    """Return the empty cells next to two or more groups of the colour."""
    once = twice = 0
    for _, border in board.groups[colour]:
        twice |= once & border
        once |= border
    return twice & board.empty


def _one_group(board: Board, stones: Bitboard, colour: Colour) -> bool:
    """Return whether these stones of a colour, possibly none, all belong to one group."""
    first = stones & -stones
    return not any(cells & first and stones & ~cells for cells, _ in board.groups[colour])
