"""Empty boards as graphs: cells, names, neighbours, straight lines and flood fills.

A cell is an int. A set of cells is a *bitboard*, an int in which bit i stands for cell i. Cells are
numbered row by row from the bottom, each row from the left. Nothing here depends on stones or
rules.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import compress
from typing import TypeVar

Cell = int
Bitboard = int
Point = tuple[int, int]
T = TypeVar("T")

SMALLEST_HEXHEX = 3
LARGEST_HEXHEX = 12
SMALLEST_SQUARE = 2
LARGEST_SQUARE = 27

_HEX_STEPS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_SQUARE_STEPS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
_NAME = re.compile(r"[\s-]*([a-z]{1,2})[\s-]*0*([1-9][0-9]?)[\s-]*", re.IGNORECASE | re.ASCII)
_BITS = bytes.maketrans(b"01", b"\x00\x01")


def bits(mask: Bitboard) -> Iterator[Cell]:
    """Yield the cells of a bitboard in ascending order.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def select(items: Sequence[T], mask: Bitboard) -> Iterator[T]:
    """Yield the items at the indices in a bitboard, in ascending order.

    >>> list(select("abcd", 0b1010))
    ['b', 'd']
    """
    return compress(items, bin(mask)[:1:-1].encode().translate(_BITS))


def column_name(index: int) -> str:
    """Return the name of a column: a to z, then aa, ab and so on.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return alphabet[index] if index < 26 else alphabet[index // 26 - 1] + alphabet[index % 26]


class Topology:
    """Empty board: its cells and their adjacency. Only `hexhex` and `square` create it.

    ``shape`` is "hexhex" or "square", ``size`` the number of cells along a side. ``names[cell]`` is
    the cell's name in lower case ("e6"). ``points[cell]`` are its axial coordinates (q, r) on a
    hexhex board, and its (column, row) from the lower left corner on a square one.
    ``neighbours[cell]`` is the bitboard of adjacent cells, and ``full`` the bitboard of all cells.
    ``rays[cell][direction]`` is the bitboard of the straight line from a cell (excluded) to the
    edge; cell numbers increase in the first half of the directions and decrease in the second.
    ``rings[cell]`` are the neighbours plus, on a square board, the diagonally adjacent cells.
    """

    __slots__ = (
        "_indices",
        "full",
        "names",
        "neighbours",
        "points",
        "rays",
        "rings",
        "shape",
        "size",
    )

    def __init__(self, shape: str, size: int, points: tuple[Point, ...]) -> None:
        """Compute names, neighbours and lines of a board from its points, given in cell order."""
        steps = _HEX_STEPS if shape == "hexhex" else _SQUARE_STEPS
        index = {point: cell for cell, point in enumerate(points)}
        self.shape = shape
        self.size = size
        self.points = points
        self.full: Bitboard = (1 << len(points)) - 1
        self.names = tuple(_name(shape, size, point) for point in points)
        self.rays = tuple(tuple(_ray(point, step, index) for step in steps) for point in points)
        self.neighbours = tuple(_around(point, steps, index) for point in points)
        diagonal = steps if shape == "hexhex" else (*steps, (1, 1), (-1, 1), (-1, -1), (1, -1))
        self.rings = tuple(_around(point, diagonal, index) for point in points)
        self._indices = {name: cell for cell, name in enumerate(self.names)}

    def __len__(self) -> int:
        """Return the number of cells of the board."""
        return len(self.points)

    def __repr__(self) -> str:
        return f"{self.shape}({self.size})"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """Make copies and pickles resolve to the same cached board."""
        return (hexhex if self.shape == "hexhex" else square), (self.size,)

    def cell(self, name: str) -> Cell:
        """Return the cell with this name; case, spaces and dashes are ignored.

        >>> hexhex(3).cell("C-3")
        9

        :raises KeyError: the board has no cell with this name.
        """
        match = _NAME.fullmatch(name)
        if match is None:
            raise KeyError(name)
        return self._indices[match[1].lower() + match[2]]

    def label(self, cell: Cell) -> str:
        """Return the display name of a cell.

        >>> hexhex(3).label(9)
        'C3'
        """
        return self.names[cell].upper()

    def labels(self, mask: Bitboard) -> list[str]:
        """Return the display names of the cells in a bitboard, in ascending order."""
        return [self.label(cell) for cell in bits(mask)]

    def mask(self, names: Iterable[str]) -> Bitboard:
        """Return the bitboard of these cells, given by name.

        :raises KeyError: the board has no cell with one of the names.
        """
        mask = 0
        for name in names:
            mask |= 1 << self.cell(name)
        return mask

    def border(self, mask: Bitboard) -> Bitboard:
        """Return the cells outside a set that are adjacent to a cell in the set."""
        around = 0
        for cell in bits(mask):
            around |= self.neighbours[cell]
        return around & ~mask

    def flood(self, seed: Bitboard, within: Bitboard) -> Bitboard:
        """Return every cell of `within` connected to `seed` through `within`.

        The seed must lie inside `within`.
        """
        return self.walk(seed, within, self.full)

    def walk(self, seed: Bitboard, within: Bitboard, goal: Bitboard) -> Bitboard:
        """Return the cells that a flood fill from `seed` through `within` finds.

        The fill stops early once it has found all cells of `goal`.
        """
        neighbours = self.neighbours
        seen = frontier = seed
        while frontier and goal & ~seen:
            around = 0
            while frontier:
                low = frontier & -frontier
                around |= neighbours[low.bit_length() - 1]
                frontier ^= low
            frontier = around & within & ~seen
            seen |= frontier
        return seen

    def components(self, mask: Bitboard) -> tuple[Bitboard, ...]:
        """Return the connected components of a set, ordered by their first cells."""
        parts = []
        while mask:
            part = self.flood(mask & -mask, mask)
            parts.append(part)
            mask ^= part
        return tuple(parts)


@cache
def hexhex(size: int) -> Topology:
    """Return the hexagonal board with `size` hexagonal cells on a side.

    >>> hexhex(3).names[:7]
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'd2')

    :raises ValueError: the size is not 3 to 12.
    """
    _check_size(size, SMALLEST_HEXHEX, LARGEST_HEXHEX)
    span = range(1 - size, size)
    return Topology("hexhex", size, tuple((q, r) for r in span for q in span if abs(q + r) < size))


@cache
def square(size: int) -> Topology:
    """Return the square board of `size` by `size` points.

    >>> square(2).names
    ('a1', 'b1', 'a2', 'b2')

    :raises ValueError: the size is not 2 to 27.
    """
    _check_size(size, SMALLEST_SQUARE, LARGEST_SQUARE)
    return Topology("square", size, tuple((x, y) for y in range(size) for x in range(size)))


def _check_size(size: int, smallest: int, largest: int) -> None:
    if not smallest <= size <= largest:
        raise ValueError(f"The size must be a whole number from {smallest} to {largest}.")


def _name(shape: str, size: int, point: Point) -> str:
    column, row = point
    if shape == "square":
        return f"{column_name(column)}{row + 1}"
    number = row + size
    return f"{column_name(column + number - 1)}{number}"


def _ray(point: Point, step: Point, index: dict[Point, Cell]) -> Bitboard:
    mask = 0
    x, y = point[0] + step[0], point[1] + step[1]
    while (x, y) in index:
        mask |= 1 << index[x, y]
        x, y = x + step[0], y + step[1]
    return mask


def _around(point: Point, steps: tuple[Point, ...], index: dict[Point, Cell]) -> Bitboard:
    mask = 0
    for dx, dy in steps:
        cell = index.get((point[0] + dx, point[1] + dy))
        if cell is not None:
            mask |= 1 << cell
    return mask
