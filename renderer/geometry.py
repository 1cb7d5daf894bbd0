"""What a layout is: where everything of one picture lies, in whole pixels.

A centre (x, y) is where a sprite of width w is pasted at x - w // 2, y - w // 2. All sprites of a
board have widths of one parity, so that every cell looks alike to the pixel.
"""

from dataclasses import dataclass
from typing import Literal

from renderer.orientation import Orientation
from rules.topology import Topology

Point = tuple[int, int]
Axis = Literal["row", "column"]

FULL_WIDTH = 1080
MARGIN = 28
"""From the edge of the picture to the header, in pixels at full width."""
ROW_TO_PITCH = 0.8660254
"""Half the square root of three: the row pitch of a hexagonal grid, in pitches."""


@dataclass(frozen=True, slots=True)
class LabelSite:
    """A coordinate at the edge of the board; ``index`` counts rows and columns from 0.

    ``axis`` is that of the coordinate's name, wherever a turned board shows it.
    """

    axis: Axis
    index: int
    text: str
    centre: Point


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Pixel geometry of one board at one width; made by ``renderer.layout`` and shared."""

    topology: Topology
    orientation: Orientation
    width: int
    height: int
    scale: float
    """Pixels here for one pixel of a picture 1,080 wide: sizes of text and of the header."""
    pitch: int
    row_pitch: int
    stone: int
    """Diameter of a stone."""
    label: int
    """Height of the coordinates' font."""
    centres: tuple[Point, ...]
    labels: tuple[LabelSite, ...]
    box: tuple[int, int, int, int]
    """The board with its frame: left, top, right, bottom."""
    name_room: tuple[int, int]
    """Widest the panels of Black's seat, left, and of White's, right, may be."""
    zoomed: bool = False

    @property
    def hexagonal(self) -> bool:
        return self.topology.shape == "hexhex"

    @property
    def standing(self) -> bool:
        """Tell whether the cells are hexagons with an edge on top, not a corner."""
        return self.hexagonal and self.orientation.sideways

    @property
    def line(self) -> int:
        """Width of a grid line of a square board."""
        return 2 if self.stone % 2 == 0 else 1

    def clear(self, x: int, top: float, bottom: float) -> int:
        """Measure from ``x``, right or left of the board, to what stands between two heights.

        What stands there are cells and coordinates; it reaches at most to the middle.
        """
        half = self.pitch / ROW_TO_PITCH / 2 if self.standing else self.pitch / 2
        things = [(at, half, self.pitch / 2) for at in self.centres]
        things += [(site.centre, self.label * 0.8, self.label * 0.6) for site in self.labels]
        near = [
            abs(at[0] - x) - wide
            for at, wide, high in things
            if at[1] + high > top and at[1] - high < bottom
        ]
        return int(min([*near, abs(self.width // 2 - x)]))

    def px(self, length: float) -> int:
        """Convert a length at full width to the pixels of this picture."""
        return round(length * self.scale)

    def sized(self, length: float) -> int:
        """Find the width nearest to ``length`` pixels that centres exactly on a cell."""
        parity = self.stone % 2
        return max(parity + 2, 2 * round((length - parity) / 2) + parity)


def label_height(pitch: int, scale: float) -> int:
    """Choose the height of the coordinates' font, in pixels."""
    return round(max(23, min(30, pitch / scale * 0.42)) * scale)
