"""The empty paths that keep groups alive, as threads of beads."""

import math
from dataclasses import dataclass
from itertools import pairwise

from renderer import sprites
from renderer.canvas import Canvas
from renderer.layout import Point
from renderer.theme import RGB, WHITE
from rules.topology import Bitboard, Cell

_DARK_CASING: RGB = (40, 34, 24)


@dataclass(frozen=True, slots=True)
class Thread:
    """Beads from the first cell of ``path`` to the last.

    At an end in ``stones`` they start at its rim; ``cut`` says that one stone would sever it.
    """

    path: tuple[Cell, ...]
    colour: int
    cut: bool
    stones: Bitboard = 0

    def paint(self, canvas: Canvas) -> None:
        layout = canvas.layout
        bead = self._bead(canvas)
        points = self._points(canvas)
        gap = layout.stone * 0.27
        for start, end in pairwise(points):
            count = max(1, round(math.dist(start, end) / gap))
            for i in range(count + 1):
                x = start[0] + (end[0] - start[0]) * i / count
                y = start[1] + (end[1] - start[1]) * i / count
                canvas.stamp(bead, (round(x), round(y)))

    def _bead(self, canvas: Canvas) -> sprites.Sprite:
        theme = canvas.theme
        radius = max(3.0, canvas.layout.stone * 0.072)
        if self.cut:
            return sprites.dot(radius, theme.danger, WHITE)
        if self.colour == 0:
            return sprites.dot(radius, theme.stones[0].body, WHITE)
        return sprites.dot(radius, WHITE, _DARK_CASING)

    def _points(self, canvas: Canvas) -> list[Point]:
        layout = canvas.layout
        points = [layout.centres[cell] for cell in self.path]
        if len(points) < 2:
            return points
        rim = layout.stone * 0.56
        ends = (self.path[0], points[0], points[1]), (self.path[-1], points[-1], points[-2])
        moved = [
            _towards(here, there, rim) if self.stones >> cell & 1 else here
            for cell, here, there in ends
        ]
        return [moved[0], *points[1:-1], moved[1]]


def _towards(start: Point, end: Point, distance: float) -> Point:
    part = distance / math.dist(start, end)
    return (
        round(start[0] + (end[0] - start[0]) * part),
        round(start[1] + (end[1] - start[1]) * part),
    )
