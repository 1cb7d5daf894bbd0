"""Tap zones: parts of the board, so that two taps choose a cell: first a zone, then a cell in it.

Zones lie in at most five rows of at most five, like the buttons of a message. A hexhex board is
divided into hexagonal patches: 7 (2, 3, 2) up to size 8, and 19 (3, 4, 5, 4, 3) above. A
flat-topped hexhex board is divided into bands and a square board into blocks. A board of at most 25
cells has one zone per cell.

A zone has at most 25 cells, the limit for the options of a select menu. The exceptions are square
boards of more than 625 cells, for which 25 such zones do not suffice: there a zone has up to 36
cells, and :func:`pages` splits them into several menus. Zones depend on the orientation of the
board.
"""

import cmath
import math
from dataclasses import dataclass
from functools import lru_cache

from renderer.orientation import Orientation, steps_from_middle
from rules.topology import Bitboard, Cell, Point, Topology, bits, hexhex

MOST = 25

# For each size: the distance between the middles of neighbouring patches, in cells, and the
# rotation of the pattern, in radians, at which no cell is equally far from two middles. Found by
# search, so that the patches of a board differ by at most two cells.
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
# Number of zones in each band of a flat-topped board; a band with too many cells gets more.
_IN_BANDS = {3: (2, 3, 2), 5: (3, 4, 5, 4, 3)}
_SEVEN = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Zone:
    """Set of neighbouring cells with a label; row and column count from 0 at the upper left."""

    cells: Bitboard
    label: str
    row: int
    column: int
    middle: Cell
    """The cell nearest to the middle, for the close-up and the label."""


@lru_cache(maxsize=128)
def zones(topology: Topology, orientation: Orientation = Orientation.UPRIGHT) -> tuple[Zone, ...]:
    """Divide a board into zones, in reading order; every cell belongs to exactly one zone."""
    cut = []
    parts = _parts(topology, orientation)
    heights = sorted({y for _, y in parts}, reverse=True)
    for row, height in enumerate(heights):
        in_row = sorted(point for point in parts if point[1] == height)
        cut += [(parts[point], row, column) for column, point in enumerate(in_row)]
    single = len(topology) <= MOST
    return tuple(
        Zone(
            cells=cells,
            label=topology.label(cells.bit_length() - 1) if single else str(number),
            row=row,
            column=column,
            middle=_middle(topology, cells),
        )
        for number, (cells, row, column) in enumerate(cut, start=1)
    )


def zone_of(topology: Topology, cell: Cell, orientation: Orientation) -> Zone:
    """Return the zone that contains a cell."""
    return next(zone for zone in zones(topology, orientation) if zone.cells >> cell & 1)


def pages(cells: Bitboard) -> tuple[tuple[Cell, ...], ...]:
    """Split cells, such as a zone's legal cells, into lists of about equal length, at most 25."""
    listed = list(bits(cells))
    count = math.ceil(len(listed) / MOST)
    return tuple(
        tuple(listed[len(listed) * i // count : len(listed) * (i + 1) // count])
        for i in range(count)
    )


def _parts(topology: Topology, orientation: Orientation) -> dict[Point, Bitboard]:
    """Return the cells of each zone, by the zone's coordinates (right, up).

    The coordinates determine the order of the zones.
    """
    seen = [steps_from_middle(topology, cell, orientation) for cell in range(len(topology))]
    if len(topology) <= MOST:
        return {place: 1 << cell for cell, place in enumerate(seen)}
    if topology.shape == "square":
        return _blocks(topology.size, seen)
    return _bands(topology.size, seen) if orientation.sideways else _patches(topology.size, seen)


def _patches(size: int, seen: list[Point]) -> dict[Point, Bitboard]:
    """Divide a hexhex board into 7 or 19 patches, whose middles form a hexagonal pattern.

    Each cell belongs to the patch with the nearest middle. The keys of the result are the
    coordinates of the middles in the pattern.
    """
    spacing, turn = _PATCHES[size]
    pattern = _SEVEN if size <= 8 else hexhex(3).points
    tilt = cmath.rect(spacing, turn)
    middles = {(q, r): _in_plane(2 * q + r, r) * tilt for q, r in pattern}
    parts = dict.fromkeys(middles, 0)
    for cell, (x, y) in enumerate(seen):
        middle_of_cell = _in_plane(x, y)
        parts[min(pattern, key=lambda p: abs(middle_of_cell - middles[p]))] |= 1 << cell
    return parts


def _bands(size: int, seen: list[Point]) -> dict[Point, Bitboard]:
    """Divide a flat-topped board into bands of equal height, and each band into parts."""
    wanted = _IN_BANDS[3 if size <= 8 else 5]
    height = 4 * size - 3  # half steps from the lowest cells to the highest
    bands: list[list[Cell]] = [[] for _ in wanted]
    for cell, (_, y) in enumerate(seen):
        bands[(y + 2 * size - 2) * len(wanted) // height].append(cell)
    parts: dict[Point, Bitboard] = {}
    for row, (band, usual) in enumerate(zip(bands, wanted, strict=True)):
        count = max(usual, math.ceil(len(band) / MOST))
        for number, cell in enumerate(sorted(band, key=lambda cell: seen[cell])):
            part = number * count // len(band), row
            parts[part] = parts.get(part, 0) | 1 << cell
    return parts


def _blocks(size: int, seen: list[Point]) -> dict[Point, Bitboard]:
    """Divide a square board into the fewest rows and columns of blocks of at most 5 by 5 cells.

    With the limit of five rows and columns, the largest boards have blocks of 6 by 6.
    """
    bands = min(5, math.ceil(size / 5))
    parts: dict[Point, Bitboard] = {}
    for cell, (x, y) in enumerate(seen):
        block = (x + size - 1) // 2 * bands // size, (y + size - 1) // 2 * bands // size
        parts[block] = parts.get(block, 0) | 1 << cell
    return parts


def _in_plane(half_steps: int, rows: int) -> complex:
    """Return a point of a hexagonal grid as a complex number, in units of the width of a cell.

    :param half_steps: how far the point is to the right of the middle, in half cells.
    :param rows: how many rows the point is above the middle.
    """
    return complex(half_steps / 2, rows * math.sqrt(3) / 2)


def _place(topology: Topology, cell: Cell) -> complex:
    x, y = topology.points[cell]
    return _in_plane(2 * x + y, y) if topology.shape == "hexhex" else complex(x, y)


def _middle(topology: Topology, cells: Bitboard) -> Cell:
    places = {cell: _place(topology, cell) for cell in bits(cells)}
    centre = sum(places.values()) / len(places)
    return min(places, key=lambda cell: (round(abs(places[cell] - centre), 6), cell))
