"""Layouts of square boards: a band for the header above, coordinates on all four sides."""

from renderer.edge_labels import square_labels
from renderer.geometry import FULL_WIDTH, Layout, Point, label_height
from renderer.orientation import Orientation, steps_from_middle
from rules.topology import Topology


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
        labels=square_labels(
            dict(zip(_seen(topology, orientation), topology.points, strict=True)),
            (left, top),
            pitch,
            (pad, label),
            orientation,
        ),
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
