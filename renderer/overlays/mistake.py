"""Overlay of a mistaken move, shown in the preview of a better move."""

from dataclasses import dataclass, replace

from renderer import signs
from renderer.canvas import Canvas
from renderer.scene import Scene
from rules.position import Position
from rules.topology import Cell


@dataclass(frozen=True, slots=True)
class MistakeMark:
    """Mark of a mistaken move: a disc with a question mark on ``cell``."""

    cell: Cell

    def paint(self, canvas: Canvas) -> None:
        layout = canvas.layout
        sign = signs.badge(layout.sized(layout.stone * 0.86), "?", canvas.theme.danger)
        canvas.paste_sprite(sign, layout.centres[self.cell])


@dataclass(frozen=True, slots=True)
class Mistake:
    """Overlay that marks ``cell`` as the mistaken move, whose stone the picture does not show."""

    cell: Cell

    def over(self, scene: Scene, position: Position) -> Scene:
        if not 0 <= self.cell < len(position.topology):
            return scene
        return replace(scene, marks=(*scene.marks, MistakeMark(self.cell)))
