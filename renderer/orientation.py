"""Orientations of a board for its viewer: quarter turns, mirrored or not.

Public pictures are upright. A hexhex board after a quarter turn is taller than wide and has larger
cells, which suits phones.
"""

from collections.abc import Iterable
from enum import StrEnum

from rules.topology import Cell, Point, Topology


class Orientation(StrEnum):
    """Orientation of a board: a clockwise turn in degrees, with or without mirroring after it."""

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
        """The number of clockwise quarter turns."""
        degrees = self.value.removeprefix("mirror").removeprefix("-")
        return int(degrees or "0") // 90

    @property
    def sideways(self) -> bool:
        """Whether rows have become columns; the cells of a hexhex board are then flat-topped."""
        return self.quarters % 2 == 1


def steps_from_middle(topology: Topology, cell: Cell, orientation: Orientation) -> Point:
    """Return a cell's position as the viewer sees it, counted right and up from the middle.

    On a square board, adjacent columns and adjacent rows differ by 2. On a hexhex board, neighbours
    in a row differ by 2, and adjacent rows by 1; on a board turned sideways, neighbours in a column
    differ by 2, and adjacent columns by 1.
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
    """Sort cells from the top row down and from left to right, as seen by the viewer."""

    def place(cell: Cell) -> tuple[int, int]:
        x, y = steps_from_middle(topology, cell, orientation)
        return -y, x

    return tuple(sorted(cells, key=place))
