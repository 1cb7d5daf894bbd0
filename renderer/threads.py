"""Drawing of lifelines, intact or cut, as continuous lines with a casing."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from renderer import signs
from renderer.canvas import Canvas
from renderer.layout import Point
from renderer.theme import RGB, WHITE, Theme, mixed
from rules.position import Colour, CutLifeline, Link, Position
from rules.topology import Bitboard, Cell, Topology

_DARK_CASING: RGB = (40, 34, 24)
# in stone diameters
_LANE = 0.17  # distance of a line from the middle of a cell that both colours cross
_STRONG, _THIN = 0.16, 0.085  # width of a line that one stone could cut, and of a safe one
_CASING = 0.05
_RIM = 0.56  # distance of a line's end from the middle of its stone
# in pixels: a picture 1,080 wide is shown 323 wide on a phone
_LEAST_STRONG, _LEAST_THIN, _LEAST_CASING = 8.0, 6.0, 2.0
_FADED = 0.15  # share of the board's colour in a safe line


Direction = tuple[int, int] | None
"""Direction of a straight line from cell to cell; None where it bends."""


@dataclass(frozen=True, slots=True)
class Style:
    """Colours of a line and of its casing, and their widths in pixels."""

    line: RGB
    casing: RGB
    width: float
    cased: float


@dataclass(frozen=True, slots=True)
class Thread:
    """Lifeline as a line from the stone ``start`` along ``path`` to the stone ``end`` or the edge.

    :ivar end: None if the line ends at the edge.
    :ivar cut: whether one enemy stone could cut it and kill the group; other lines are faded.
    :ivar shared: cells that lines of both colours cross, where each colour has its own lane.
    """

    start: Cell
    path: tuple[Cell, ...]
    end: Cell | None
    colour: int
    cut: bool
    shared: Bitboard = 0

    def paint(self, canvas: Canvas) -> None:
        _paint(canvas, self.points(canvas), _style(canvas, self.colour, strong=self.cut))

    def points(self, canvas: Canvas) -> list[Point]:
        """Return the corners of the line in pixels, from rim to rim of the stones at its ends."""
        centres, rim = canvas.layout.centres, canvas.layout.stone * _RIM
        cells = [self.start, *self.path, *([] if self.end is None else [self.end])]
        middles = [centres[cell] for cell in cells]
        points = [
            _aside(at, before, after, self._lane(canvas, cell))
            for cell, before, at, after in zip(
                cells, middles[:1] + middles, middles, middles[1:] + middles[-1:], strict=False
            )
        ]
        points[0] = _towards(middles[0], points[1], rim)
        if self.end is not None:
            points[-1] = _towards(middles[-1], points[-2], rim)
        return points

    def _lane(self, canvas: Canvas, cell: Cell) -> float:
        """Return how many pixels the line is from the middle of a cell; the sign is the side.

        It is 0 unless lines of both colours cross the cell.
        """
        if not self.shared >> cell & 1:
            return 0.0
        return canvas.layout.stone * _LANE * (1 if self.colour else -1)


@dataclass(frozen=True, slots=True)
class CutThread:
    """Last lifeline of a captured group, with a gap around the stone on ``cell`` that cut it.

    If that stone was itself captured, the cell is empty and the line has no gap.
    """

    thread: Thread
    cell: Cell
    has_stone: bool

    def paint(self, canvas: Canvas) -> None:
        plain = _style(canvas, self.thread.colour, strong=True)
        style = Style(plain.line, canvas.theme.danger, plain.width, plain.cased)
        for part in self._parts(canvas):
            _paint(canvas, part, style)

    def _parts(self, canvas: Canvas) -> Iterator[Sequence[Point]]:
        """Yield the corners of the whole line, or of its two parts beside the stone."""
        points = self.thread.points(canvas)
        if not self.has_stone:
            yield points
            return
        at = 1 + self.thread.path.index(self.cell)
        clear = canvas.layout.stone * 0.6
        for part in (points[: at + 1], points[at:][::-1]):
            if len(part) > 1:
                # stones of square boards nearly touch: the gap would hide a path of one cell
                reach = min(clear, math.dist(part[-1], part[-2]))
                yield [*part[:-1], _towards(part[-1], part[-2], reach)]


def threads(position: Position, only: Colour | None = None) -> tuple[Thread, ...]:
    """Return the lifelines of a position as lines to draw, with the endangered lifelines last.

    Two groups that are nearest to each other share a line.

    :param only: the colour whose lifelines are returned; None returns both.
    """
    found: dict[frozenset[int | None], Thread] = {}
    for colour in colours_of(only):
        endangered = {danger.group for danger in position.in_danger(colour)}
        for link in _shown(position.links(colour)):
            thread = Thread(link.start, link.path, link.end, colour, link.group in endangered)
            ends = (link.start, *link.path, link.end) if _straight(link) else ()
            key = frozenset(ends or (link.group, link.friend))
            if key not in found or thread.cut:
                found[key] = thread
    shared = shared_lanes(found.values(), position.topology)
    lanes = (replace(thread, shared=shared) for thread in found.values())
    return tuple(sorted(lanes, key=lambda thread: thread.cut))


def shared_lanes(lines: Iterable[Thread], topology: Topology) -> Bitboard:
    """Return the cells in which lines of both colours need separate lanes to avoid overlap.

    Two straight lines with different directions cross, and need none.
    """
    directions: dict[Cell, tuple[set[Direction], set[Direction]]] = {}
    for line in lines:
        cells = (line.start, *line.path, *(() if line.end is None else (line.end,)))
        for before, cell, after in zip(cells, cells[1:], (*cells[2:], None), strict=False):
            if cell != line.end:
                way = _direction(before, cell, after, topology)
                directions.setdefault(cell, (set(), set()))[line.colour].add(way)
    return sum(
        1 << cell
        for cell, (black, white) in directions.items()
        if any(None in (one, other) or one == other for one in black for other in white)
    )


def _direction(before: Cell, cell: Cell, after: Cell | None, topology: Topology) -> Direction:
    """Return the direction of a line in a cell; None at a bend.

    Both ways along a line give the same direction.
    """
    (x, y), (left, top) = topology.points[cell], topology.points[before]
    way = x - left, y - top
    if after is not None and topology.points[after] != (x + way[0], y + way[1]):
        return None
    return max(way, (-way[0], -way[1]))


def _straight(link: Link) -> bool:
    """Return whether a link leads to the edge or back to its own group, as only in Liflina."""
    return link.end is None or link.friend == link.group


def _shown(links: tuple[Link, ...]) -> list[Link]:
    """Return the shortest link of each group, or its two shortest straight lines in Liflina.

    Two lines make a group safe from a single stone; more would cover the board with lines.
    """
    by_group: dict[Bitboard, list[Link]] = {}
    for link in links:
        by_group.setdefault(link.group, []).append(link)
    shown = []
    for group in by_group.values():
        straight = any(map(_straight, group))
        ranked = sorted(group, key=lambda link: len(link.path))
        shown += ranked[: 2 if straight else 1]
    return shown


def colours_of(only: Colour | None) -> Iterable[Colour]:
    """Return only the colour ``only``, or both colours if ``only`` is None."""
    return Colour if only is None else (only,)


def _style(canvas: Canvas, colour: int, *, strong: bool) -> Style:
    stone, theme = canvas.layout.stone, canvas.theme
    scale = canvas.layout.scale
    line, edge = _colours(theme, colour)
    if strong:
        width = max(_LEAST_STRONG * scale, stone * _STRONG)
        casing = max(_LEAST_CASING * scale, stone * _CASING)
    else:
        width = max(_LEAST_THIN * scale, stone * _THIN)
        casing = max(_LEAST_CASING * scale, stone * _CASING) * 0.8
        line, edge = mixed(line, theme.board, _FADED), mixed(edge, theme.board, _FADED)
    return Style(line, edge, width, width + 2 * casing)


def _colours(theme: Theme, colour: int) -> tuple[RGB, RGB]:
    """Return the colours of a line and of its casing."""
    return (WHITE, _DARK_CASING) if colour else (theme.stones[0].rim, WHITE)


def _paint(canvas: Canvas, points: Sequence[Point], style: Style) -> None:
    """Paint a line with round corners; its casing leaves a gap in lines that it crosses."""
    for width, colour in ((style.cased, style.casing), (style.width, style.line)):
        for start, end in pairwise(points):
            along = (end[0] - start[0], end[1] - start[1])
            middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
            canvas.paste_sprite(signs.bar(along, width, colour), middle)


def _aside(at: Point, before: Point, after: Point, distance: float) -> Point:
    """Return a point moved ``distance`` pixels to the side of its line.

    The side is the same for both directions of the line.
    """
    if not distance:
        return at
    across = before[1] - after[1], after[0] - before[0]
    length = math.hypot(*across)
    side = distance if across > (0, 0) else -distance
    return round(at[0] + across[0] / length * side), round(at[1] + across[1] / length * side)


def _towards(start: Point, end: Point, distance: float) -> Point:
    part = distance / math.dist(start, end) if start != end else 0.0
    return (
        round(start[0] + (end[0] - start[0]) * part),
        round(start[1] + (end[1] - start[1]) * part),
    )


def cut_threads(position: Position) -> tuple[CutThread, ...]:
    """Return a mark for each lifeline that the last turn cut."""
    occupied = position.stones[0] | position.stones[1]
    return tuple(
        cut_thread(position, cut, has_stone=bool(occupied >> cut.cell & 1))
        for cut in distinct_cuts(position)
    )


def cut_thread(position: Position, cut: CutLifeline, *, has_stone: bool = True) -> CutThread:
    """Return the mark of a lifeline that the last turn cut.

    :param has_stone: whether the picture shows the stone that cut it.
    """
    link = cut.link
    owner = _owner(position, link.start)
    return CutThread(Thread(link.start, link.path, link.end, owner, cut=True), cut.cell, has_stone)


def _owner(position: Position, cell: Cell) -> Colour:
    """Return the colour of the stone that the last turn captured on a cell."""
    turn = position.last_turn
    assert turn is not None, "only a turn cuts lifelines"
    return Colour(turn.removed[1] >> cell & 1)


def distinct_cuts(position: Position) -> tuple[CutLifeline, ...]:
    """Return the lifelines that the last turn cut; a line shared by two groups counts once."""
    found: dict[tuple[int, frozenset[int]], CutLifeline] = {}
    for cut in position.last_turn.cuts if position.last_turn else ():
        ends = frozenset({cut.link.group, cut.link.friend})
        found.setdefault((cut.cell, ends), cut)
    return tuple(found.values())
