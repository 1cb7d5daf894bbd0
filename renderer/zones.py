"""The board cut into tap zones, so that a cell can be chosen by two taps: a zone, then a cell.

Zones lie in at most five rows of at most five, like the buttons of a message. A hexhex board is
cut into hexagonal patches, 7 (2, 3, 2) up to size 8 and 19 (3, 4, 5, 4, 3) above; a square board
into blocks. A board of at most 25 cells has a zone for each cell. Zones hold at most 25 cells, the
options of one select, but for square boards over 625 cells, where no 25 zones could: there a zone
has up to 36 cells, and :func:`pages` cuts what is to be offered into selects.
"""

import cmath
import math
from dataclasses import dataclass
from functools import lru_cache

from rules.topology import Bitboard, Cell, Point, Topology, bits, hexhex

MOST = 25

# Distance between the middles of neighbouring patches, in cells, and a turn of the pattern in
# radians that leaves no cell equally far from two. Found by search: patches of a board differ by
# two cells at most.
_PATCHES = {
    4: (2.0, 0.01),
    5: (2.0, 0.01),
    6: (3.05, 0.01),
    7: (4.0, 0.01),
    8: (4.85, 0.10),
    9: (3.35, 0.01),
    10: (3.6, 0.03),
    11: (4.05, 0.01),
    12: (4.4, 0.06),
}
_SEVEN = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Zone:
    """Some neighbouring cells under one label; ``row`` and ``column`` count from the upper left."""

    cells: Bitboard
    label: str
    row: int
    column: int
    middle: Cell
    """The cell nearest to the middle: where a close-up looks and the label stands."""


@lru_cache(maxsize=64)
def zones(topology: Topology) -> tuple[Zone, ...]:
    """Cut a board into zones, in reading order; every cell lies in exactly one."""
    if len(topology) <= MOST:
        parts = {point: 1 << cell for cell, point in enumerate(topology.points)}
    elif topology.shape == "hexhex":
        parts = _patches(topology)
    else:
        parts = _blocks(topology)
    cut = []
    heights = sorted({y for _, y in parts}, reverse=True)
    for row, height in enumerate(heights):
        in_row = sorted(point for point in parts if point[1] == height)
        cut += [(parts[point], row, column) for column, point in enumerate(in_row)]
    single = len(topology) <= MOST
    return tuple(
        Zone(
            cells=cells,
            label=topology.names[cells.bit_length() - 1].upper() if single else str(number),
            row=row,
            column=column,
            middle=_middle(topology, cells),
        )
        for number, (cells, row, column) in enumerate(cut, start=1)
    )


def pages(cells: Bitboard) -> tuple[tuple[Cell, ...], ...]:
    """Cut some cells, such as the legal ones of a zone, into even lists of at most 25."""
    listed = list(bits(cells))
    count = math.ceil(len(listed) / MOST)
    return tuple(
        tuple(listed[len(listed) * i // count : len(listed) * (i + 1) // count])
        for i in range(count)
    )


def _patches(topology: Topology) -> dict[Point, Bitboard]:
    """Give every cell to the nearest middle of a hexagonal pattern of middles."""
    spacing, turn = _PATCHES[topology.size]
    pattern = _SEVEN if topology.size <= 8 else hexhex(3).points
    tilt = cmath.rect(spacing, turn)
    middles = {point: _place(topology, point) * tilt for point in pattern}
    parts = dict.fromkeys(pattern, 0)
    for cell, point in enumerate(topology.points):
        here = _place(topology, point)
        parts[min(pattern, key=lambda p: abs(here - middles[p]))] |= 1 << cell
    return parts


def _blocks(topology: Topology) -> dict[Point, Bitboard]:
    """Cut rows and columns into as few bands as hold five or, on the largest boards, six."""
    size = topology.size
    bands = min(5, math.ceil(size / 5))
    parts: dict[Point, Bitboard] = {}
    for cell, (x, y) in enumerate(topology.points):
        block = x * bands // size, y * bands // size
        parts[block] = parts.get(block, 0) | 1 << cell
    return parts


def _place(topology: Topology, point: Point) -> complex:
    """Where a point lies in the plane, in cells."""
    x, y = point
    return complex(x + y / 2, y * math.sqrt(3) / 2) if topology.shape == "hexhex" else complex(x, y)


def _middle(topology: Topology, cells: Bitboard) -> Cell:
    places = {cell: _place(topology, topology.points[cell]) for cell in bits(cells)}
    centre = sum(places.values()) / len(places)
    return min(places, key=lambda cell: (round(abs(places[cell] - centre), 6), cell))
