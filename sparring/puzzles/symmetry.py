"""Symmetries of boards, and a key that is equal for symmetric puzzles."""

from collections.abc import Callable, Iterator
from functools import cache

from rules.colour import Colour
from rules.games.asli import Asli
from rules.position import Position
from rules.topology import Bitboard, Cell, Point, Topology, bits

Key = tuple[object, ...]
_Turn = Callable[[Point, int], Point]


@cache
def symmetries(topology: Topology) -> tuple[tuple[Cell, ...], ...]:
    """Return the rotations and reflections of a board.

    Each is a tuple with the cell to which it moves cell 0, cell 1 and so on.
    """
    cells = {point: cell for cell, point in enumerate(topology.points)}
    turn = _turn_hexhex if topology.shape == "hexhex" else _turn_square
    return tuple(tuple(cells[point] for point in image) for image in _images(topology, turn))


def canonical_key(position: Position) -> Key:
    """Return a key shared by positions that differ only by a symmetry or exchanged colours.

    If White has komi points, positions with exchanged colours have other keys, because only White
    can have such points.
    """
    mover = position.to_move
    own, enemy = position.stones[mover], position.stones[mover.other]
    prison = position.prison[mover], position.prison[mover.other]
    flags: tuple[bool, ...] = (getattr(position, "minimal_incursion", False),)
    if isinstance(position, Asli):
        ever = position.ever_two_groups
        flags = (*flags, ever[mover], ever[mover.other])
    white_points = (position.komi, mover) if _has_komi_points(position) else (0, Colour.BLACK)
    stones = min(
        (_image(own, image), _image(enemy, image)) for image in symmetries(position.topology)
    )
    return (position.game, position.topology.size, *stones, *prison, *flags, *white_points)


def _has_komi_points(position: Position) -> bool:
    return position.game in ("lifeline", "cornered") and position.komi > 0


def _image(cells: Bitboard, image: tuple[Cell, ...]) -> Bitboard:
    return sum(1 << image[cell] for cell in bits(cells))


def _images(topology: Topology, turn: _Turn) -> Iterator[list[Point]]:
    for mirrored in (False, True):
        image = [(y, x) if mirrored else (x, y) for x, y in topology.points]
        for _ in range(6 if topology.shape == "hexhex" else 4):
            image = [turn(point, topology.size) for point in image]
            yield image


def _turn_hexhex(point: Point, size: int) -> Point:  # noqa: ARG001 - one signature
    q, r = point
    return -r, q + r


def _turn_square(point: Point, size: int) -> Point:
    column, row = point
    return size - 1 - row, column
