"""Overlay of groups that one enemy stone would kill, with the killing cells and cut threads."""

from dataclasses import dataclass, replace

from renderer import signs, sprites
from renderer.canvas import Canvas
from renderer.overlays.lifelines import threads
from renderer.scene import Scene
from renderer.theme import WHITE
from rules.position import Colour, Position
from rules.topology import Bitboard, bits


@dataclass(frozen=True, slots=True)
class Endangered:
    """Red rings around the stones of ``group``, and warning signs on the cells ``kills``."""

    group: Bitboard
    kills: Bitboard

    def paint(self, canvas: Canvas) -> None:
        layout, colour = canvas.layout, canvas.theme.danger
        casing = max(2.0, layout.stone * 0.04)
        stroke = max(3.0, layout.stone * 0.085)
        for ring in (
            sprites.ring(layout.stone, layout.stone, casing, WHITE),
            sprites.ring(layout.stone, layout.stone - 2 * casing + 1, stroke, colour),
        ):
            for cell in bits(self.group):
                canvas.paste_sprite(ring, layout.centres[cell])
        sign = signs.warning(layout.sized(layout.stone * 0.84), colour)
        for cell in bits(self.kills):
            canvas.paste_sprite(sign, layout.centres[cell])


@dataclass(frozen=True, slots=True)
class Danger:
    """All endangered groups, of both colours."""

    def over(self, scene: Scene, position: Position) -> Scene:
        dangers = [danger for colour in Colour for danger in position.in_danger(colour)]
        cut = tuple(thread for thread in threads(position) if thread.cut)
        rings = tuple(Endangered(danger.group, danger.cells) for danger in dangers)
        return replace(scene, marks=cut + scene.marks + rings)
