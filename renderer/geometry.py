"""Layouts: positions of cells, labels and header in a picture, in whole pixels.

A sprite of width w centred on (x, y) is pasted at (x - w // 2, y - w // 2). The widths of all
sprites of a board have the same parity, so that every cell looks alike to the pixel.
"""

from dataclasses import dataclass
from typing import Literal

from renderer.orientation import Orientation
from rules.topology import Topology

Point = tuple[int, int]
Axis = Literal["row", "column"]

FULL_WIDTH = 1080
MARGIN = 28
"""Distance from the edge of the picture to the header, in pixels at full width."""
ROW_TO_PITCH = 0.8660254
"""Row pitch of a hexagonal grid in units of its pitch: half the square root of three."""


@dataclass(frozen=True, slots=True)
class LabelSite:
    """Coordinate label at the edge of the board; ``index`` counts rows and columns from 0.

    ``axis`` is the axis that the label names, whatever the orientation of the board.
    """

    axis: Axis
    index: int
    text: str
    centre: Point


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Positions and sizes in pixels of a board at one width, created in ``renderer.layout``.

    ``pitch`` is the distance of neighbouring cells in a row, ``row_pitch`` the distance of rows.
    """

    topology: Topology
    orientation: Orientation
    width: int
    height: int
    scale: float
    """Ratio to a picture 1,080 pixels wide; scales text and header."""
    pitch: int
    row_pitch: int
    stone: int
    """Diameter of a stone."""
    label: int
    """Font height of the labels."""
    centres: tuple[Point, ...]
    labels: tuple[LabelSite, ...]
    box: tuple[int, int, int, int]
    """The board including its frame: left, top, right, bottom."""
    name_room: tuple[int, int]
    """Maximum widths of the name panels of Black (left) and White (right)."""
    zoomed: bool = False

    @property
    def hexagonal(self) -> bool:
        return self.topology.shape == "hexhex"

    @property
    def flat_topped(self) -> bool:
        """Whether the hexagons have an edge on top instead of a corner."""
        return self.hexagonal and self.orientation.sideways

    @property
    def line(self) -> int:
        """Width of the grid lines of a square board, in pixels."""
        return 2 if self.stone % 2 == 0 else 1

    def free_width(self, x: int, top: float, bottom: float) -> int:
        """Return the free width from ``x``, beside the board, to the nearest cell or label.

        Only cells and labels between ``top`` and ``bottom`` count. The width reaches at most to the
        middle of the picture.
        """
        half = self.pitch / ROW_TO_PITCH / 2 if self.flat_topped else self.pitch / 2
        things = [(at, half, self.pitch / 2) for at in self.centres]
        things += [(site.centre, self.label * 0.8, self.label * 0.6) for site in self.labels]
        near = [
            abs(at[0] - x) - wide
            for at, wide, high in things
            if at[1] + high > top and at[1] - high < bottom
        ]
        return int(min([*near, abs(self.width // 2 - x)]))

    def px(self, length: float) -> int:
        """Convert a length in a picture of full width, 1,080 pixels, to pixels of this picture."""
        return round(length * self.scale)

    def sized(self, length: float) -> int:
        """Return the sprite width closest to ``length`` pixels that centres exactly on a cell."""
        parity = self.stone % 2
        return max(parity + 2, 2 * round((length - parity) / 2) + parity)


def label_height(pitch: int, scale: float) -> int:
    """Return the font height of the coordinate labels, in pixels.

    :param pitch: the distance of neighbouring cells in a row, in pixels.
    :param scale: the width of the picture divided by the full width.
    """
    return round(max(23, min(30, pitch / scale * 0.42)) * scale)
