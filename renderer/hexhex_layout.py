"""The layout of a hexhex board: lying on an edge, or turned by a quarter and standing on a corner.

A lying board has its numbers beside the rows and its letters below the lower ends of the
diagonals; a standing one has its numbers below the columns and its letters beyond the upper ends
of the diagonals. Either way a mirrored board is the exact mirror image of one that is not.
"""

from dataclasses import replace

from renderer.geometry import (
    FULL_WIDTH,
    ROW_TO_PITCH,
    Axis,
    LabelSite,
    Layout,
    Point,
    label_height,
)
from renderer.orientation import Orientation, steps_from_middle
from rules.topology import Topology, letters

_TOP, _BOTTOM = 34, 58  # from the edge of the picture to the board, at full width
_EDGE = 28  # from the edge of the picture to the header, at full width


def hexhex_layout(topology: Topology, width: int, orientation: Orientation) -> Layout:
    """Make the geometry of a hexhex board about ``width`` pixels wide."""
    make = _standing if orientation.sideways else _lying
    return make(topology, width, orientation)


def _lying(topology: Topology, width: int, orientation: Orientation) -> Layout:
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
    middle = round(_TOP * scale) + radius + (size - 1) * row_pitch
    steps = (steps_from_middle(topology, cell, orientation) for cell in range(len(topology)))
    centres = tuple((width // 2 + x * pitch // 2, middle - y * row_pitch) for x, y in steps)
    label = label_height(pitch, scale)
    half, reach = across * pitch // 2, (size - 1) * row_pitch + radius
    labels = _lying_labels(topology, centres, pitch, label, orientation)
    return Layout(
        topology=topology,
        orientation=orientation,
        width=width,
        height=middle + reach + round(_BOTTOM * scale),
        scale=scale,
        pitch=pitch,
        row_pitch=row_pitch,
        stone=2 * int(pitch * 0.43),
        label=label,
        centres=centres,
        labels=labels,
        box=(width // 2 - half, middle - reach, width // 2 + half, middle + reach),
        name_room=_room_beside_top_row(width, size * pitch, labels, label, orientation),
    )


def _room_beside_top_row(
    width: int,
    top_row: int,
    labels: tuple[LabelSite, ...],
    label: int,
    orientation: Orientation,
) -> tuple[int, int]:
    """Room beside the top row; its number takes some on one side, unless it stands lower."""
    scale = width / FULL_WIDTH
    corner = (width - top_row) // 2 - round(46 * scale)
    x, y = min((site.centre for site in labels if site.axis == "row"), key=lambda at: at[1])
    from_edge = width - x if orientation.mirrored else x
    beside = from_edge - round(_EDGE * scale) - label if y < 100 * scale else corner
    return (corner, beside) if orientation.mirrored else (beside, corner)


def _standing(topology: Topology, width: int, orientation: Orientation) -> Layout:
    size, scale = topology.size, width / FULL_WIDTH
    margin = round(66 * scale)
    columns = (2 * size - 2) * ROW_TO_PITCH + 1 / ROW_TO_PITCH  # with the corners of the outer ones
    pitch = 2 * round((width - 2 * margin) / columns / 2)
    row_pitch = round(ROW_TO_PITCH * pitch)
    radius = round(pitch / ROW_TO_PITCH / 2)
    half = (size - 1) * row_pitch + radius
    width = 2 * (half + margin)
    reach = (2 * size - 1) * pitch // 2
    middle = round(_TOP * scale) + reach
    steps = (steps_from_middle(topology, cell, orientation) for cell in range(len(topology)))
    centres = tuple((width // 2 + x * row_pitch, middle - y * pitch // 2) for x, y in steps)
    label = label_height(pitch, scale)
    labels = _standing_labels(topology, centres, pitch, label, orientation)
    layout = Layout(
        topology=topology,
        orientation=orientation,
        width=width,
        height=middle + reach + round(_BOTTOM * scale),
        scale=scale,
        pitch=pitch,
        row_pitch=row_pitch,
        stone=2 * int(pitch * 0.43),
        label=label,
        centres=centres,
        labels=labels,
        box=(width // 2 - half, middle - reach, width // 2 + half, middle + reach),
        name_room=(0, 0),
    )
    below = layout.px(96)  # the panel of a name reaches to here
    edge = layout.px(_EDGE + 18)
    room = layout.clear(0, 0, below) - edge, layout.clear(width, 0, below) - edge
    return replace(layout, name_room=room)


def _lying_labels(
    topology: Topology,
    centres: tuple[Point, ...],
    pitch: int,
    label: int,
    orientation: Orientation,
) -> tuple[LabelSite, ...]:
    side = -1 if orientation.mirrored else 1
    aside = pitch * 0.57 + label * 0.85
    below = pitch / ROW_TO_PITCH * 0.55 + label * 0.82
    sites = []
    for index, line in enumerate(_lines(topology, centres, "row")):
        x, y = min(line, key=lambda at: side * at[0])
        sites.append(LabelSite("row", index, str(index + 1), (round(x - side * aside), y)))
    for index, line in enumerate(_lines(topology, centres, "column")):
        x, y = max(line, key=lambda at: at[1])
        spot = round(x + side * below * 0.5), round(y + below * ROW_TO_PITCH)
        sites.append(LabelSite("column", index, letters(index).upper(), spot))
    return tuple(sites)


def _standing_labels(
    topology: Topology,
    centres: tuple[Point, ...],
    pitch: int,
    label: int,
    orientation: Orientation,
) -> tuple[LabelSite, ...]:
    side = -1 if orientation.mirrored else 1
    below = pitch * 0.57 + label * 0.75
    beyond = pitch * 0.57 + label * 0.85
    sites = []
    for index, line in enumerate(_lines(topology, centres, "row")):
        x, y = max(line, key=lambda at: at[1])
        sites.append(LabelSite("row", index, str(index + 1), (x, round(y + below))))
    for index, line in enumerate(_lines(topology, centres, "column")):
        x, y = max(line, key=lambda at: side * at[0])
        spot = round(x + side * beyond * ROW_TO_PITCH), round(y - beyond * 0.5)
        sites.append(LabelSite("column", index, letters(index).upper(), spot))
    return tuple(sites)


def _lines(topology: Topology, centres: tuple[Point, ...], axis: Axis) -> list[list[Point]]:
    """List the centres of every row, or of every diagonal that has a letter, in their order."""
    last = topology.size - 1
    lines: list[list[Point]] = [[] for _ in range(2 * topology.size - 1)]
    for (q, r), centre in zip(topology.points, centres, strict=True):
        lines[(r if axis == "row" else q + r) + last].append(centre)
    return lines
