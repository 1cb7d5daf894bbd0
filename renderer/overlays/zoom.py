"""A close-up in which every empty cell carries its name."""

from dataclasses import dataclass, replace

from renderer.scene import Scene
from rules.position import Position
from rules.topology import Bitboard, Cell


@dataclass(frozen=True, slots=True)
class Zoom:
    """The board 2 to 2.4 times as large around ``cell``, or around ``cells``, all in sight."""

    cell: Cell
    cells: Bitboard = 0

    def over(self, scene: Scene, _position: Position) -> Scene:
        gone = scene.taken[0] | scene.taken[1] | scene.shades[0] | scene.shades[1]
        named = scene.named | (scene.empty & ~gone)
        return replace(scene, focus=self.cell, in_sight=self.cells, named=named)
