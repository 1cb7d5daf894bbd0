"""A close-up in which every empty cell carries its name."""

from dataclasses import dataclass, replace

from renderer.scene import Scene
from rules.position import Position
from rules.topology import Cell


@dataclass(frozen=True, slots=True)
class Zoom:
    """The board 2 to 2.4 times as large around ``cell``; of a zone, give its middle."""

    cell: Cell

    def over(self, scene: Scene, _position: Position) -> Scene:
        gone = scene.taken[0] | scene.taken[1] | scene.shades[0] | scene.shades[1]
        return replace(scene, focus=self.cell, named=scene.named | (scene.empty & ~gone))
