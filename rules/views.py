"""What pictures and help show about a position: threatened groups, and threads between friends."""

from collections import deque
from collections.abc import Iterator, Mapping

from rules import life
from rules.board import Board
from rules.colour import Colour
from rules.moves import Place
from rules.position import Danger, Link, Position
from rules.topology import Bitboard, Cell, bits


def threatened(attacker: Position, colour: Colour) -> tuple[Danger, ...]:
    """List the groups alive by region that one placement of the side to move would cut off."""
    cells = dict.fromkeys(attacker.groups(colour), 0)
    for cell in bits(attacker.board.empty):
        dead = life.cut_off(attacker.board.place(cell, attacker.to_move), colour)
        if dead and attacker.is_legal(Place(cell)):
            for group, _ in dead:
                cells[group] |= 1 << cell
    return dangers(cells)


def dangers(killers: Mapping[Bitboard, Bitboard]) -> tuple[Danger, ...]:
    """List the groups that some cell kills."""
    return tuple(Danger(group, cells) for group, cells in killers.items() if cells)


def threads(board: Board, colour: Colour) -> tuple[Link, ...]:
    """Link each group of a colour to each friend it sees, by a shortest way through empty cells."""
    groups = sorted((cells for cells, _ in board.groups[colour]), key=lambda mask: mask & -mask)
    return tuple(link for group in groups for link in _threads_of(board, group, groups))


def _threads_of(board: Board, group: Bitboard, groups: list[Bitboard]) -> Iterator[Link]:
    unseen = [other for other in groups if other != group]
    for cell, way in _walk(board, group):
        near = board.topology.neighbours[cell]
        for friend in [other for other in unseen if other & near]:
            unseen.remove(friend)
            path = _path(cell, way)
            start = _first(board.topology.neighbours[path[0]] & group)
            yield Link(group, friend, start, path, _first(near & friend))


def _walk(board: Board, group: Bitboard) -> Iterator[tuple[Cell, dict[Cell, Cell]]]:
    """Visit the empty cells around a group, nearest first; with the way back from each."""
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
