"""Threads of beads that show lifelines, intact or cut."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from renderer import signs
from renderer.canvas import Canvas
from renderer.layout import Point
from renderer.shapes import Sprite
from renderer.theme import RGB, WHITE
from rules.position import CutLifeline, Position
from rules.topology import Cell

_DARK_CASING: RGB = (40, 34, 24)


@dataclass(frozen=True, slots=True)
class Thread:
    """Beads from the stone ``start`` along ``path`` to the stone ``end``; None is the edge."""

    start: Cell
    path: tuple[Cell, ...]
    end: Cell | None
    colour: int
    cut: bool
    """Whether one enemy stone could cut the thread and kill the group."""

    def paint(self, canvas: Canvas) -> None:
        bead = self._bead(canvas)
        for point in self._beads(canvas):
            canvas.paste_sprite(bead, point)

    def _beads(self, canvas: Canvas) -> Iterator[Point]:
        gap = canvas.layout.stone * 0.27
        for start, end in pairwise(self._points(canvas)):
            count = max(1, round(math.dist(start, end) / gap))
            for i in range(count + 1):
                yield _between(start, end, i / count)

    def _bead(self, canvas: Canvas) -> Sprite:
        theme = canvas.theme
        radius = max(3.0, canvas.layout.stone * 0.072)
        if self.cut:
            return signs.dot(radius, theme.danger, WHITE)
        if self.colour == 0:
            return signs.dot(radius, theme.stones[0].rim, WHITE)
        return signs.dot(radius, WHITE, _DARK_CASING)

    def _points(self, canvas: Canvas) -> list[Point]:
        """Return the corners of the thread, from the rim of one stone to the rim of the other."""
        centres, rim = canvas.layout.centres, canvas.layout.stone * 0.56
        points = [centres[cell] for cell in self.path]
        first = centres[self.start]
        points.insert(0, _between(first, points[0], rim / math.dist(first, points[0])))
        if self.end is not None:
            last = centres[self.end]
            points.append(_between(last, points[-1], rim / math.dist(last, points[-1])))
        return points


def _between(start: Point, end: Point, part: float) -> Point:
    return (
        round(start[0] + (end[0] - start[0]) * part),
        round(start[1] + (end[1] - start[1]) * part),
    )


@dataclass(frozen=True, slots=True)
class CutThread:
    """Last lifeline of a captured group, with a gap around the stone on ``cell`` that cut it.

    If that stone was itself captured, the cell is empty and the thread has no gap.
    """

    thread: Thread
    cell: Cell
    has_stone: bool

    def paint(self, canvas: Canvas) -> None:
        bead = signs.dot(max(3.0, canvas.layout.stone * 0.072), WHITE, canvas.theme.danger)
        middle = canvas.layout.centres[self.cell]
        beads = tuple(self.thread._beads(canvas))  # noqa: SLF001 - of this module
        clear = canvas.layout.stone * 0.6 if self.has_stone else 0.0
        # stones of square boards nearly touch, so that the gap would hide a path of one cell
        ends = beads[:1] if self.thread.end is None else (beads[0], beads[-1])
        clear = min(clear, *(math.dist(end, middle) for end in ends))
        for point in beads:
            if math.dist(point, middle) >= clear:
                canvas.paste_sprite(bead, point)


def cut_threads(position: Position) -> tuple[CutThread, ...]:
    """Return the lifelines that the last turn cut, as marks."""
    black, white = position.stones
    return tuple(
        CutThread(
            Thread(link.start, link.path, link.end, colour=0, cut=True),
            cell,
            has_stone=bool((black | white) >> cell & 1),
        )
        for link, cell in ((cut.link, cut.cell) for cut in distinct_cuts(position))
    )


def distinct_cuts(position: Position) -> tuple[CutLifeline, ...]:
    """Return the lifelines that the last turn cut; captured groups that shared one count once."""
    found: dict[tuple[int, frozenset[int]], CutLifeline] = {}
    for cut in position.last_turn.cuts if position.last_turn else ():
        ends = frozenset({cut.link.group, cut.link.friend})
        found.setdefault((cut.cell, ends), cut)
    return tuple(found.values())
