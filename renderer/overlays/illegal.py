"""Why a move is not allowed: the sign on its cell, the cells of the reason, the sentence."""

from dataclasses import dataclass

from renderer import sprites
from renderer.canvas import Canvas
from rules.topology import Bitboard, Cell, bits


@dataclass(frozen=True, slots=True)
class Refused:
    """The sign "no entry" on ``cell``, an outline around every cell of ``because``."""

    cell: Cell | None
    because: Bitboard

    def paint(self, canvas: Canvas) -> None:
        layout, colour = canvas.layout, canvas.theme.danger
        stroke = max(2.0, 4 * layout.scale)
        outline = (
            sprites.hexagon_line(layout.pitch, 0.90, stroke, colour)
            if layout.hexagonal
            else sprites.square_line(layout.sized(layout.pitch * 0.92), stroke, colour)
        )
        for cell in bits(self.because):
            canvas.stamp(outline, layout.centres[cell])
        if self.cell is not None:
            sign = sprites.forbidden(layout.sized(layout.stone * 0.97), colour)
            canvas.stamp(sign, layout.centres[self.cell])
