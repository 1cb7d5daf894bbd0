"""How a board is turned for whoever looks at it: by quarter turns, and as in a mirror.

The public picture is upright. A hexhex board turned by a quarter stands on a corner: it is taller
than wide and its cells are larger, as a phone shows it best.
"""

from collections.abc import Iterable
from enum import StrEnum

from rules.topology import Cell, Point, Topology


class Orientation(StrEnum):
    """Degrees clockwise; the mirror, which exchanges left and right, comes after the turn."""

    UPRIGHT = "0"
    RIGHT = "90"
    HALF = "180"
    LEFT = "270"
    MIRRORED = "mirror"
    MIRRORED_RIGHT = "mirror-90"
    MIRRORED_HALF = "mirror-180"
    MIRRORED_LEFT = "mirror-270"

    @property
    def mirrored(self) -> bool:
        return self.value.startswith("mirror")

    @property
    def quarters(self) -> int:
        """Count the quarter turns clockwise."""
        degrees = self.value.removeprefix("mirror").removeprefix("-")
        return int(degrees or "0") // 90

    @property
    def sideways(self) -> bool:
        """Tell whether rows have become columns; a hexhex board then stands on a corner."""
        return self.quarters % 2 == 1


def steps_from_middle(topology: Topology, cell: Cell, orientation: Orientation) -> Point:
    """Say where a cell is seen, in half steps right of the middle and up from it.

    On a hexhex board neighbours in a row are two steps apart and rows one, so that a turned board
    has them the other way round; on a square board all neighbours are two steps apart.
    """
    x, y = topology.points[cell]
    if topology.shape == "hexhex":
        x = 2 * x + y
    else:
        x, y = 2 * x - topology.size + 1, 2 * y - topology.size + 1
    for _ in range(orientation.quarters):
        x, y = y, -x
    return (-x if orientation.mirrored else x), y


def in_reading_order(
    topology: Topology, cells: Iterable[Cell], orientation: Orientation
) -> tuple[Cell, ...]:
    """Sort cells from the top row down and from left to right, as they are seen."""

    def place(cell: Cell) -> tuple[int, int]:
        x, y = steps_from_middle(topology, cell, orientation)
        return -y, x

    return tuple(sorted(cells, key=place))
