"""Overlay that outlines and labels the zones in which players tap to choose a cell."""

from dataclasses import dataclass, replace

from renderer import signs
from renderer.canvas import Canvas
from renderer.endangered import Endangered
from renderer.layout import ROW_TO_PITCH, Layout, Point
from renderer.scene import Scene
from renderer.theme import WHITE
from renderer.zones import MOST, Zone, zones
from rules.position import Position
from rules.topology import Bitboard, Cell, bits


@dataclass(frozen=True, slots=True)
class Borders:
    """Mark of lines between ``parts`` of the board, along the edges of cells."""

    parts: tuple[Bitboard, ...]

    def paint(self, canvas: Canvas) -> None:
        layout = canvas.layout
        edges = list(_edges(layout, self.parts))
        for stroke, colour in ((8, WHITE), (4, canvas.theme.badge)):
            for middle, along in edges:
                bar = signs.bar(along, max(2.0, stroke * layout.scale), colour)
                canvas.paste_sprite(bar, middle)


@dataclass(frozen=True, slots=True)
class ZoneLabel:
    """Mark of a zone: its label in a disc, large enough for a small screen."""

    cell: Cell
    text: str
    closed: bool = False
    """Whether the zone has no legal cell: its label is dim and has no white ring."""

    def paint(self, canvas: Canvas) -> None:
        layout = canvas.layout
        side = layout.sized(max(layout.stone * 0.80, layout.px(46)))
        if self.closed:
            dim = canvas.theme.edge
            sprite = signs.badge(layout.sized(side * 0.75), self.text, dim, dim)
        else:
            sprite = signs.badge(side, self.text, canvas.theme.badge)
        canvas.paste_sprite(sprite, layout.centres[self.cell])


@dataclass(frozen=True, slots=True)
class TapZones:
    """Overlay that outlines and labels the tap zones of a board.

    On a board of at most 25 cells, where each cell is a zone, it writes the names of the empty
    cells instead. `legal` are the cells that can be chosen; None means all.
    """

    legal: Bitboard | None = None

    def over(self, scene: Scene, _position: Position) -> Scene:
        cut = zones(scene.topology, scene.orientation)
        if len(scene.topology) <= MOST:
            return replace(scene, named=scene.named | scene.empty)
        borders = Borders(tuple(zone.cells for zone in cut))
        labels = tuple(
            ZoneLabel(_label_cell(scene, zone), zone.label, closed=not self._is_open(zone))
            for zone in cut
        )
        return replace(scene, marks=(*scene.marks, borders, *labels))

    def _is_open(self, zone: Zone) -> bool:
        return self.legal is None or bool(self.legal & zone.cells)


def _label_cell(scene: Scene, zone: Zone) -> Cell:
    """Return the cell for a zone's label, which is near the middle of the zone.

    If possible, the cell has no stone, captured stone or danger sign, because the label would hide
    it.
    """
    topology = scene.topology
    bare = scene.empty & ~(scene.taken[0] | scene.taken[1])
    for mark in scene.marks:
        if isinstance(mark, Endangered):
            bare &= ~mark.kills
    near = (1 << zone.middle) | topology.neighbours[zone.middle]
    for visible in (bare, scene.empty):
        for cells in (1 << zone.middle, near, zone.cells):
            free = cells & zone.cells & visible
            if free:
                return free.bit_length() - 1
    return zone.middle


def _edges(layout: Layout, parts: tuple[Bitboard, ...]) -> list[tuple[Point, tuple[float, float]]]:
    """Return the edges between zones, each as its middle and the vector along it."""
    topology = layout.topology
    length = 0.5 / ROW_TO_PITCH if layout.hexagonal else 1.0
    edges = []
    for part in parts:
        for cell in bits(part):
            x, y = layout.centres[cell]
            for other in bits(topology.neighbours[cell] & ~part):
                if other > cell:
                    far_x, far_y = layout.centres[other]
                    along = (-(far_y - y) * length, (far_x - x) * length)
                    edges.append(((round((x + far_x) / 2), round((y + far_y) / 2)), along))
    return edges
