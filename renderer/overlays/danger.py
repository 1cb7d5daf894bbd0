"""Groups that a single enemy stone would kill, and the cells where that stone would stand."""

from dataclasses import dataclass

from renderer import sprites
from renderer.canvas import Canvas
from renderer.theme import WHITE
from rules.topology import Bitboard, bits


@dataclass(frozen=True, slots=True)
class Danger:
    """Red rings around the stones of ``group``, warning signs on the cells ``kills``."""

    group: Bitboard
    kills: Bitboard

    def paint(self, canvas: Canvas) -> None:
        layout, colour = canvas.layout, canvas.theme.danger
        white = max(2.0, layout.stone * 0.04)
        casing = sprites.ring(layout.stone, layout.stone, white, WHITE)
        ring = sprites.ring(
            layout.stone, layout.stone - 2 * white + 1, max(3.0, layout.stone * 0.085), colour
        )
        for cell in bits(self.group):
            canvas.stamp(casing, layout.centres[cell])
            canvas.stamp(ring, layout.centres[cell])
        sign = sprites.warning(layout.sized(layout.stone * 0.84), colour)
        for cell in bits(self.kills):
            canvas.stamp(sign, layout.centres[cell])
