"""Overlay that turns the picture into a close-up with the name of every empty cell."""

from dataclasses import dataclass, replace

from renderer.scene import Scene
from rules.position import Position
from rules.topology import Bitboard, Cell


@dataclass(frozen=True, slots=True)
class Zoom:
    """Overlay that enlarges the board 2 to 2.4 times around ``cell``.

    With ``cells``, the close-up is centred on these instead, and enlarged less if they would not
    fit.
    """

    cell: Cell
    cells: Bitboard = 0

    def over(self, scene: Scene, _position: Position) -> Scene:
        ghosts = scene.taken[0] | scene.taken[1] | scene.shades[0] | scene.shades[1]
        named = scene.named | (scene.empty & ~ghosts)
        return replace(scene, focus=self.cell, in_sight=self.cells, named=named)
