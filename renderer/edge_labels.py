"""Coordinate labels (letters and numbers) at the edge of a board: their positions in pixels."""

from collections.abc import Mapping

from renderer.geometry import ROW_TO_PITCH, Axis, LabelSite, Point
from renderer.orientation import Orientation
from rules.topology import Topology, column_name


def pointy_topped_labels(
    topology: Topology,
    centres: tuple[Point, ...],
    pitch: int,
    label: int,
    orientation: Orientation,
) -> tuple[LabelSite, ...]:
    """Return the labels of a board of pointy-topped hexagons: numbers beside rows, letters below.

    :param pitch: the distance of two cells in a row, in pixels.
    :param label: the font height, in pixels.
    """
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
        sites.append(LabelSite("column", index, column_name(index).upper(), spot))
    return tuple(sites)


def flat_topped_labels(
    topology: Topology,
    centres: tuple[Point, ...],
    pitch: int,
    label: int,
    orientation: Orientation,
) -> tuple[LabelSite, ...]:
    """Return the labels of a board of flat-topped hexagons: numbers below columns, letters on top.

    The letters are beyond the upper ends of the diagonals. For the parameters, see
    `pointy_topped_labels`.
    """
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
        sites.append(LabelSite("column", index, column_name(index).upper(), spot))
    return tuple(sites)


def _lines(topology: Topology, centres: tuple[Point, ...], axis: Axis) -> list[list[Point]]:
    """Return the centres of the cells of each row, or of each lettered diagonal, in label order."""
    last = topology.size - 1
    lines: list[list[Point]] = [[] for _ in range(2 * topology.size - 1)]
    for (q, r), centre in zip(topology.points, centres, strict=True):
        lines[(r if axis == "row" else q + r) + last].append(centre)
    return lines


def square_labels(
    points: Mapping[Point, Point],
    corner: Point,
    pitch: int,
    pad_and_label: tuple[int, int],
    orientation: Orientation,
) -> tuple[LabelSite, ...]:
    """Return the column labels above and below the board and the row labels left and right.

    Lengths are in pixels.

    :param points: a mapping from a cell's column and row as the viewer sees them to its column and
        row in the notation; they differ if the board is turned.
    :param corner: the centre of the upper left cell.
    :param pad_and_label: the margin from the outer lines to the frame, and the font height.
    """
    (left, top), (pad, label) = corner, pad_and_label
    last = max(x for x, _ in points)
    bottom, far = top + last * pitch, left + last * pitch
    above, beside = pad + round(label * 0.92), pad + round(label * 1.02)
    axes: tuple[Axis, Axis] = ("row", "column") if orientation.sideways else ("column", "row")
    sites = []
    for index in range(last + 1):
        x, y = left + index * pitch, bottom - index * pitch
        along, up = points[index, 0], points[0, index]
        sites += [_site(axes[0], along, (x, edge)) for edge in (top - above, bottom + above)]
        sites += [_site(axes[1], up, (edge, y)) for edge in (left - beside, far + beside)]
    return tuple(sites)


def _site(axis: Axis, point: Point, centre: Point) -> LabelSite:
    x, y = point
    if axis == "row":
        return LabelSite(axis, y, str(y + 1), centre)
    return LabelSite(axis, x, column_name(x).upper(), centre)
