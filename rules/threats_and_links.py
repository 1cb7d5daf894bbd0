"""Threatened groups and links between groups, for pictures, hints and descriptions."""

from collections import deque
from collections.abc import Iterator, Mapping

from rules import life_by_region
from rules.board import Board
from rules.colour import Colour
from rules.moves import Place
from rules.position import Danger, Link, Position
from rules.topology import Bitboard, Cell, bits


def threatened_groups(attacker: Position, colour: Colour) -> tuple[Danger, ...]:
    """Return the groups of a colour that one stone of the attacker would cut off.

    Each group is returned with the cells on which such a stone is legal.

    :param attacker: a position in which the enemy of the colour is to move.
    """
    cells = dict.fromkeys(attacker.groups(colour), 0)
    for cell in bits(attacker.board.empty):
        dead = life_by_region.groups_cut_off(attacker.board.place(cell, attacker.to_move), colour)
        if dead and attacker.is_legal(Place(cell)):
            for group, _ in dead:
                cells[group] |= 1 << cell
    return as_dangers(cells)


def as_dangers(killers: Mapping[Bitboard, Bitboard]) -> tuple[Danger, ...]:
    """Return a `Danger` for each group that a single enemy stone can kill.

    :param killers: the cells where an enemy stone kills a group, possibly none, by group.
    """
    return tuple(Danger(group, cells) for group, cells in killers.items() if cells)


def links_between_groups(board: Board, colour: Colour) -> tuple[Link, ...]:
    """Return a link from each group of a colour to each friend it sees, along a shortest path."""
    groups = sorted((cells for cells, _ in board.groups[colour]), key=lambda mask: mask & -mask)
    return tuple(link for group in groups for link in _links_of(board, group, groups))


def _links_of(board: Board, group: Bitboard, groups: list[Bitboard]) -> Iterator[Link]:
    unseen = [other for other in groups if other != group]
    for cell, way in _empty_cells_by_distance(board, group):
        near = board.topology.neighbours[cell]
        for friend in [other for other in unseen if other & near]:
            unseen.remove(friend)
            path = _path(cell, way)
            start = _first(board.topology.neighbours[path[0]] & group)
            yield Link(group, friend, start, path, _first(near & friend))


def _empty_cells_by_distance(
    board: Board, group: Bitboard
) -> Iterator[tuple[Cell, dict[Cell, Cell]]]:
    """Yield the empty cells around a group, nearest first, each with the paths found so far.

    The mapping gives the previous cell on the way from the group; cells next to the group map to
    themselves.
    """
    neighbours, empty = board.topology.neighbours, board.empty
    way = {cell: cell for cell in bits(board.topology.border(group) & empty)}
    queue = deque(way)
    while queue:
        cell = queue.popleft()
        yield cell, way
        for after in bits(neighbours[cell] & empty):
            if after not in way:
                way[after] = cell
                queue.append(after)


def _path(cell: Cell, way: dict[Cell, Cell]) -> tuple[Cell, ...]:
    path = [cell]
    while way[cell] != cell:
        cell = way[cell]
        path.append(cell)
    return tuple(reversed(path))


def _first(mask: Bitboard) -> Cell:
    return (mask & -mask).bit_length() - 1
