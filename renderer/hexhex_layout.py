"""Layouts of hexhex boards: with pointy-topped cells, or flat-topped after a quarter turn.

A pointy-topped board has numbers beside the rows and letters below the lower ends of the diagonals.
A flat-topped board has numbers below the columns and letters beyond the upper ends of the
diagonals. A mirrored board is the exact mirror image.
"""

from dataclasses import dataclass, replace

from renderer.edge_labels import flat_topped_labels, pointy_topped_labels
from renderer.geometry import (
    FULL_WIDTH,
    MARGIN,
    ROW_TO_PITCH,
    LabelSite,
    Layout,
    Point,
    label_height,
)
from renderer.orientation import Orientation, steps_from_middle
from rules.topology import Topology

_TOP, _BOTTOM = 34, 58  # distance from the edge of the picture to the board, at full width


def hexhex_layout(topology: Topology, width: int, orientation: Orientation) -> Layout:
    """Return the layout of a hexhex board about ``width`` pixels wide."""
    make = _flat_topped if orientation.sideways else _pointy_topped
    return make(topology, width, orientation)


@dataclass(frozen=True)
class _Frame:
    """Sizes of a board within its picture, in pixels, before the room for names is known.

    ``half`` is the distance from the board's middle to its left and right ends, and ``reach`` to
    its upper and lower ends.
    """

    width: int
    scale: float
    pitch: int
    half: int
    reach: int

    @property
    def row_pitch(self) -> int:
        return round(ROW_TO_PITCH * self.pitch)

    @property
    def label(self) -> int:
        return label_height(self.pitch, self.scale)

    @property
    def middle(self) -> Point:
        return self.width // 2, round(_TOP * self.scale) + self.reach

    def layout(
        self,
        topology: Topology,
        orientation: Orientation,
        centres: tuple[Point, ...],
        labels: tuple[LabelSite, ...],
    ) -> Layout:
        x, y = self.middle
        return Layout(
            topology=topology,
            orientation=orientation,
            width=self.width,
            height=y + self.reach + round(_BOTTOM * self.scale),
            scale=self.scale,
            pitch=self.pitch,
            row_pitch=self.row_pitch,
            stone=2 * int(self.pitch * 0.43),
            label=self.label,
            centres=centres,
            labels=labels,
            box=(x - self.half, y - self.reach, x + self.half, y + self.reach),
            name_room=(0, 0),
        )


def _halves(size: int, pitch: int) -> tuple[int, int]:
    """Return half the length of the longest row, and half the extent across the rows, in pixels."""
    radius = round(pitch / ROW_TO_PITCH / 2)
    return (2 * size - 1) * pitch // 2, (size - 1) * round(ROW_TO_PITCH * pitch) + radius


def _pointy_topped(topology: Topology, width: int, orientation: Orientation) -> Layout:
    size, scale = topology.size, width / FULL_WIDTH
    across = 2 * size - 1
    margin = round((66 if size == 4 else 58) * scale)
    pitch = 2 * round((width - 2 * margin) / across / 2)
    if size == 3:  # Larger cells would leave no corner for the names.
        pitch = 2 * int(84 * scale)
    else:
        width = across * pitch + 2 * margin
    half, reach = _halves(size, pitch)
    frame = _Frame(width, scale, pitch, half, reach)
    steps = (steps_from_middle(topology, cell, orientation) for cell in range(len(topology)))
    middle_x, middle_y = frame.middle
    centres = tuple((middle_x + x * pitch // 2, middle_y - y * frame.row_pitch) for x, y in steps)
    labels = pointy_topped_labels(topology, centres, pitch, frame.label, orientation)
    room = _room_beside_top_row(width, size * pitch, labels, frame.label, orientation)
    return replace(frame.layout(topology, orientation, centres, labels), name_room=room)


def _room_beside_top_row(
    width: int,
    top_row: int,
    labels: tuple[LabelSite, ...],
    label: int,
    orientation: Orientation,
) -> tuple[int, int]:
    """Return the room for names beside the top row, on the left and on the right, in pixels.

    The number of the top row is on one side. The room on that side ends before the number, unless
    the number is lower than the names.
    """
    scale = width / FULL_WIDTH
    corner = (width - top_row) // 2 - round(46 * scale)
    x, y = min((site.centre for site in labels if site.axis == "row"), key=lambda at: at[1])
    from_edge = width - x if orientation.mirrored else x
    beside = from_edge - round(MARGIN * scale) - label if y < 90 * scale else corner
    return (corner, beside) if orientation.mirrored else (beside, corner)


def _flat_topped(topology: Topology, width: int, orientation: Orientation) -> Layout:
    size, scale = topology.size, width / FULL_WIDTH
    margin = round(66 * scale)
    columns = (2 * size - 2) * ROW_TO_PITCH + 1 / ROW_TO_PITCH  # including the outer corners
    pitch = 2 * round((width - 2 * margin) / columns / 2)
    reach, half = _halves(size, pitch)
    width = 2 * (half + margin)
    frame = _Frame(width, scale, pitch, half, reach)
    steps = (steps_from_middle(topology, cell, orientation) for cell in range(len(topology)))
    middle_x, middle_y = frame.middle
    centres = tuple((middle_x + x * frame.row_pitch, middle_y - y * pitch // 2) for x, y in steps)
    labels = flat_topped_labels(topology, centres, pitch, frame.label, orientation)
    layout = frame.layout(topology, orientation, centres, labels)
    below = layout.px(96)  # the lower end of the name panels
    edge = layout.px(MARGIN + 18)
    room = layout.free_width(0, 0, below) - edge, layout.free_width(width, 0, below) - edge
    return replace(layout, name_room=room)
