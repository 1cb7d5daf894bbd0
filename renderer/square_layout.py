"""Layouts of square boards: a band for the header above, coordinates on all four sides."""

from renderer.geometry import FULL_WIDTH, Axis, LabelSite, Layout, Point, label_height
from renderer.orientation import Orientation, steps_from_middle
from rules.topology import Topology, column_name


def square_layout(topology: Topology, width: int, orientation: Orientation) -> Layout:
    """Return the layout of a square board about ``width`` pixels wide."""
    size, scale = topology.size, width / FULL_WIDTH
    margin = round((62 if size > 9 else 76) * scale)
    overhang = 0.62  # margin of the board beyond its outer lines, in pitches
    pitch = round((width - 2 * margin) / (size - 1 + 2 * overhang))
    pad = round(pitch * overhang)
    side = (size - 1) * pitch
    width = side + 2 * pad + 2 * margin
    label = label_height(pitch, scale)
    left = margin + pad
    top = round(138 * scale) + round(label * 1.9) + pad
    parity = 0 if pitch >= 44 * scale else 1
    return Layout(
        topology=topology,
        orientation=orientation,
        width=width,
        height=top + side + pad + round(label * 2.1),
        scale=scale,
        pitch=pitch,
        row_pitch=pitch,
        stone=2 * ((pitch - (2 if pitch > 30 else 0) - parity) // 2) + parity,
        label=label,
        centres=_centres(topology, (left, top), pitch, orientation),
        labels=tuple(_labels(topology, (left, top), pitch, (pad, label), orientation)),
        box=(left - pad, top - pad, left + side + pad, top + side + pad),
        name_room=(round(width * 0.33), round(width * 0.33)),
    )


def _centres(
    topology: Topology, corner: Point, pitch: int, orientation: Orientation
) -> tuple[Point, ...]:
    (left, top), last = corner, topology.size - 1
    seen = _seen(topology, orientation)
    return tuple((left + x * pitch, top + (last - y) * pitch) for x, y in seen)


def _seen(topology: Topology, orientation: Orientation) -> list[Point]:
    """Return each cell's column and row as seen by the viewer, from the lower left corner."""
    last = topology.size - 1
    steps = (steps_from_middle(topology, cell, orientation) for cell in range(len(topology)))
    return [((x + last) // 2, (y + last) // 2) for x, y in steps]


def _labels(
    topology: Topology,
    corner: Point,
    pitch: int,
    pad_and_label: tuple[int, int],
    orientation: Orientation,
) -> list[LabelSite]:
    """Return the column labels above and below the board and the row labels left and right."""
    (left, top), (pad, label) = corner, pad_and_label
    last = topology.size - 1
    bottom, far = top + last * pitch, left + last * pitch
    above, beside = pad + round(label * 0.92), pad + round(label * 1.02)
    points = dict(zip(_seen(topology, orientation), topology.points, strict=True))
    axes: tuple[Axis, Axis] = ("row", "column") if orientation.sideways else ("column", "row")
    sites = []
    for index in range(topology.size):
        x, y = left + index * pitch, bottom - index * pitch
        along, up = points[index, 0], points[0, index]
        sites += [_site(axes[0], along, (x, edge)) for edge in (top - above, bottom + above)]
        sites += [_site(axes[1], up, (edge, y)) for edge in (left - beside, far + beside)]
    return sites


def _site(axis: Axis, point: Point, centre: Point) -> LabelSite:
    x, y = point
    if axis == "row":
        return LabelSite(axis, y, str(y + 1), centre)
    return LabelSite(axis, x, column_name(x).upper(), centre)
