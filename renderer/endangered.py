"""Rings around groups in danger, and signs on the cells where a stone captures or wins."""

from dataclasses import dataclass

from renderer import signs, sprites
from renderer.canvas import Canvas
from renderer.shapes import Sprite
from renderer.theme import WHITE
from rules.topology import Bitboard, bits


def sign(canvas: Canvas, *, chance: bool, text: str = "") -> Sprite:
    """Return the sign for a cell where a stone captures a group: a star or a red warning.

    :param chance: whether the viewer can place that stone, which gives the star.
    :param text: a number in the sign; without it a warning has an exclamation mark.
    """
    layout, theme = canvas.layout, canvas.theme
    if chance:
        return signs.star(layout.sized(layout.stone * 1.06), theme.badge, text)
    return signs.warning(layout.sized(layout.stone * 0.84), theme.danger, text or "!")


@dataclass(frozen=True, slots=True)
class Endangered:
    """Mark of a group in danger: rings on its stones, and signs on the cells where it can die.

    Rings and signs are red, as a warning. If the viewer has the ``chance`` to capture the group,
    both have the colour of badges, and the signs are stars.
    """

    group: Bitboard
    kills: Bitboard
    chance: bool = False

    def paint(self, canvas: Canvas) -> None:
        layout, theme = canvas.layout, canvas.theme
        colour = theme.badge if self.chance else theme.danger
        casing = max(2.0, layout.stone * 0.04)
        stroke = max(3.0, layout.stone * 0.085)
        for ring in (
            sprites.ring(layout.stone, layout.stone, casing, WHITE),
            sprites.ring(layout.stone, layout.stone - 2 * casing + 1, stroke, colour),
        ):
            for cell in bits(self.group):
                canvas.paste_sprite(ring, layout.centres[cell])
        shown = sign(canvas, chance=self.chance)
        for cell in bits(self.kills):
            canvas.paste_sprite(shown, layout.centres[cell])
