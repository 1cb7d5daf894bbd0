"""Where everything lies, in whole pixels. Says nothing about colours and draws nothing.

A centre (x, y) is where a sprite of width w is pasted at x - w // 2, y - w // 2. All sprites of a
board have widths of one parity, so that every cell looks alike to the pixel.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from rules.topology import Topology, letters

Point = tuple[int, int]
Axis = Literal["row", "column"]

FULL_WIDTH = 1080
ROW_TO_PITCH = 0.8660254
"""Half the square root of three: the row pitch of a hexagonal grid, in pitches."""


@dataclass(frozen=True, slots=True)
class LabelSite:
    """A coordinate at the edge of the board; ``index`` counts rows and columns from 0."""

    axis: Axis
    index: int
    text: str
    centre: Point


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Pixel geometry of one board at one width; made by :func:`lay_out` and shared."""

    topology: Topology
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
    def line(self) -> int:
        """Width of a grid line of a square board."""
        return 2 if self.stone % 2 == 0 else 1

    def px(self, length: float) -> int:
        """Convert a length at full width to the pixels of this picture."""
        return round(length * self.scale)

    def sized(self, length: float) -> int:
        """Find the width nearest to ``length`` pixels that centres exactly on a cell."""
        parity = self.stone % 2
        return max(parity + 2, 2 * round((length - parity) / 2) + parity)


@lru_cache(maxsize=64)
def lay_out(topology: Topology, width: int = FULL_WIDTH) -> Layout:
    """Make the geometry of a whole board about ``width`` pixels wide.

    :raises ValueError: ``width`` is outside 240 to 4,320.
    """
    if not 240 <= width <= 4320:
        raise ValueError(f"A picture is 240 to 4320 pixels wide, not {width}.")
    return _hexhex(topology, width) if topology.shape == "hexhex" else _square(topology, width)


@lru_cache(maxsize=32)
def zoom_in(topology: Topology, focus: int, width: int = FULL_WIDTH) -> Layout:
    """Make a window about the cell ``focus``, 2 to 2.4 times as large as the whole board."""
    large = lay_out(topology, round(width * (2.4 if topology.size > 9 else 2.0)))
    height = round(width * 0.86)
    left = _clamped(large.centres[focus][0] - width // 2, large.width - width)
    top = _clamped(large.centres[focus][1] - height // 2, large.height - height)
    frame_left, frame_top, frame_right, frame_bottom = large.box
    return replace(
        large,
        width=width,
        height=height,
        scale=width / FULL_WIDTH,
        centres=tuple((x - left, y - top) for x, y in large.centres),
        labels=(),
        box=(frame_left - left, frame_top - top, frame_right - left, frame_bottom - top),
        zoomed=True,
    )


def _clamped(start: int, most: int) -> int:
    return min(max(start, 0), max(most, 0))


def _hexhex(topology: Topology, width: int) -> Layout:
    size, scale = topology.size, width / FULL_WIDTH
    across = 2 * size - 1
    margin = round((66 if size == 4 else 58) * scale)
    pitch = 2 * round((width - 2 * margin) / across / 2)
    if size == 3:  # larger cells would leave no corner for the names
        pitch = 2 * int(84 * scale)
    else:
        width = across * pitch + 2 * margin
    row_pitch = round(ROW_TO_PITCH * pitch)
    radius = round(pitch / ROW_TO_PITCH / 2)
    top = round(34 * scale)
    middle = top + radius + (size - 1) * row_pitch
    centres = tuple(
        (width // 2 + (2 * q + r) * pitch // 2, middle - r * row_pitch) for q, r in topology.points
    )
    label = round(max(23, min(30, pitch / scale * 0.42)) * scale)
    half = across * pitch // 2
    reach = (size - 1) * row_pitch + radius
    labels = tuple(_hexhex_labels(size, centres, topology, pitch, label))
    return Layout(
        topology=topology,
        width=width,
        height=middle + reach + round(58 * scale),
        scale=scale,
        pitch=pitch,
        row_pitch=row_pitch,
        stone=2 * int(pitch * 0.43),
        label=label,
        centres=centres,
        labels=labels,
        box=(width // 2 - half, middle - reach, width // 2 + half, middle + reach),
        name_room=_corner_room(width, size * pitch, labels[across - 1], label, scale),
    )


def _corner_room(
    width: int, top_row: int, site: LabelSite, label: int, scale: float
) -> tuple[int, int]:
    """Room beside the top row; its number takes some on the left, unless it stands lower."""
    corner = (width - top_row) // 2 - round(46 * scale)
    beside = site.centre[0] - round(28 * scale) - label
    return (beside if site.centre[1] < 100 * scale else corner), corner


def _hexhex_labels(
    size: int, centres: tuple[Point, ...], topology: Topology, pitch: int, label: int
) -> list[LabelSite]:
    """Numbers left of the rows; letters below the lower ends of the diagonals."""
    aside = pitch * 0.57 + label * 0.85
    below = pitch / ROW_TO_PITCH * 0.55 + label * 0.82
    sites = []
    at = {point: centres[cell] for cell, point in enumerate(topology.points)}
    for index in range(2 * size - 1):
        r = index - size + 1
        x, y = at[max(-size + 1, -size + 1 - r), r]
        sites.append(LabelSite("row", index, str(index + 1), (round(x - aside), y)))
    for index in range(2 * size - 1):
        q_plus_r = index - size + 1
        r = max(-size + 1, q_plus_r - size + 1)
        x, y = at[q_plus_r - r, r]
        spot = round(x + below * 0.5), round(y + below * ROW_TO_PITCH)
        sites.append(LabelSite("column", index, letters(index).upper(), spot))
    return sites


def _square(topology: Topology, width: int) -> Layout:
    size, scale = topology.size, width / FULL_WIDTH
    margin = round((62 if size > 9 else 76) * scale)
    overhang = 0.62  # of the board beyond its outer lines, in pitches
    pitch = round((width - 2 * margin) / (size - 1 + 2 * overhang))
    pad = round(pitch * overhang)
    side = (size - 1) * pitch
    width = side + 2 * pad + 2 * margin
    label = round(max(23, min(30, pitch / scale * 0.42)) * scale)
    left = margin + pad
    top = round(138 * scale) + round(label * 1.9) + pad
    parity = 0 if pitch >= 44 * scale else 1
    stone = 2 * ((pitch - (2 if pitch > 30 else 0) - parity) // 2) + parity
    points = topology.points
    return Layout(
        topology=topology,
        width=width,
        height=top + side + pad + round(label * 2.1),
        scale=scale,
        pitch=pitch,
        row_pitch=pitch,
        stone=stone,
        label=label,
        centres=tuple((left + x * pitch, top + (size - 1 - y) * pitch) for x, y in points),
        labels=tuple(_square_labels(size, (left, top), pitch, (pad, label))),
        box=(left - pad, top - pad, left + side + pad, top + side + pad),
        name_room=(round(width * 0.33), round(width * 0.33)),
    )


def _square_labels(
    size: int, corner: Point, pitch: int, pad_and_label: tuple[int, int]
) -> list[LabelSite]:
    """Letters above and below, numbers left and right."""
    (left, top), (pad, label) = corner, pad_and_label
    side = (size - 1) * pitch
    above, beside = pad + round(label * 0.92), pad + round(label * 1.02)
    sites: list[LabelSite] = []
    for index in range(size):
        x, y = left + index * pitch, top + side - index * pitch
        letter, number = letters(index).upper(), str(index + 1)
        sites += (
            LabelSite("column", index, letter, (x, top - above)),
            LabelSite("column", index, letter, (x, top + side + above)),
            LabelSite("row", index, number, (left - beside, y)),
            LabelSite("row", index, number, (left + side + beside, y)),
        )
    return sites
