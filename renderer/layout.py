"""Layouts of whole boards and close-ups, in whole pixels, without colours."""

from dataclasses import replace
from functools import lru_cache

from renderer.geometry import FULL_WIDTH, ROW_TO_PITCH, Axis, LabelSite, Layout, Point
from renderer.hexhex_layout import hexhex_layout
from renderer.orientation import Orientation
from renderer.square_layout import square_layout
from rules.topology import Bitboard, Topology, bits

__all__ = [
    "FULL_WIDTH",
    "ROW_TO_PITCH",
    "Axis",
    "LabelSite",
    "Layout",
    "Point",
    "lay_out",
    "zoom_in",
]


@lru_cache(maxsize=64)
def lay_out(
    topology: Topology, width: int = FULL_WIDTH, orientation: Orientation = Orientation.UPRIGHT
) -> Layout:
    """Return the layout of a whole board about ``width`` pixels wide.

    :raises ValueError: ``width`` is not between 240 and 4,320.
    """
    if not 240 <= width <= 4320:
        raise ValueError(f"A picture is 240 to 4320 pixels wide, not {width}.")
    return _whole(topology, width, orientation)


def _whole(topology: Topology, width: int, orientation: Orientation) -> Layout:
    make = hexhex_layout if topology.shape == "hexhex" else square_layout
    return make(topology, width, orientation)


@lru_cache(maxsize=32)
def zoom_in(
    topology: Topology,
    focus: int,
    width: int = FULL_WIDTH,
    orientation: Orientation = Orientation.UPRIGHT,
    in_sight: Bitboard = 0,
) -> Layout:
    """Return the layout of a close-up of the cell ``focus``, enlarged 2 to 2.4 times.

    With ``in_sight``, the window is centred on these cells and enlarged less if they would not fit.

    :raises ValueError: ``width`` is not between 240 and 4,320.
    """
    cells = in_sight or 1 << focus
    height = round(width * 0.86)
    left, top, right, bottom = _around(lay_out(topology, width, orientation), cells)
    times = 2.4 if topology.size > 9 else 2.0
    times = min(times, width / (right - left), height / (bottom - top))
    large = _whole(topology, round(width * times), orientation)
    left, top, right, bottom = _around(large, cells)
    frame_left, frame_top, frame_right, frame_bottom = large.box
    around = round(large.pitch * 0.4)  # strip of background beyond the edge of the board
    x, y = (left + right) // 2, (top + bottom) // 2
    left = _start(x, width, frame_left - around, frame_right + around)
    top = _start(y, height, frame_top - around, frame_bottom + around)
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


def _around(layout: Layout, cells: Bitboard) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom, in pixels, of a rectangle around cells.

    A small margin is included.
    """
    columns, rows = zip(*(layout.centres[cell] for cell in bits(cells)), strict=True)
    reach = round(layout.pitch * 0.58)
    return min(columns) - reach, min(rows) - reach, max(columns) + reach, max(rows) + reach


def _start(middle: int, length: int, first: int, end: int) -> int:
    """Return the start of a window, centred on ``middle`` but kept between ``first`` and ``end``.

    :param length: the length of the window; if it exceeds the range, the range is centred in it.
    """
    if end - first <= length:
        return (first + end - length) // 2
    return min(max(middle - length // 2, first), end - length)
