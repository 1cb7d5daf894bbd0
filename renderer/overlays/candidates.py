"""Overlay of numbered badges on up to 25 cells, for choosing a cell by number."""

from dataclasses import dataclass, replace

from renderer import signs
from renderer.canvas import Canvas
from renderer.endangered import Endangered, sign
from renderer.scene import Scene
from rules.position import Position
from rules.topology import Cell, bits

MOST = 25
"""Discord's limits: 25 options in a select menu, and five rows of five buttons."""


@dataclass(frozen=True, slots=True)
class Badge:
    """Mark on a cell: a disc with a short text."""

    cell: Cell
    text: str

    def paint(self, canvas: Canvas) -> None:
        layout = canvas.layout
        sprite = signs.badge(layout.sized(layout.stone * 0.80), self.text, canvas.theme.badge)
        canvas.paste_sprite(sprite, layout.centres[self.cell])


@dataclass(frozen=True, slots=True)
class NumberedSign:
    """Mark on a cell where a stone captures a group: the danger sign with a number."""

    cell: Cell
    text: str
    chance: bool

    def paint(self, canvas: Canvas) -> None:
        shown = sign(canvas, chance=self.chance, text=self.text)
        canvas.paste_sprite(shown, canvas.layout.centres[self.cell])


@dataclass(frozen=True, slots=True)
class Candidates:
    """Overlay that numbers ``cells`` from 1, in their order, for choosing a cell by its number.

    If a cell has a danger sign, the sign contains the number; other numbers are in discs.

    :raises ValueError: there are more than 25 cells.
    """

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        if len(self.cells) > MOST:
            raise ValueError(f"At most {MOST} cells can be numbered, not {len(self.cells)}.")

    def over(self, scene: Scene, _position: Position) -> Scene:
        signed = {
            cell: mark.chance
            for mark in scene.marks
            if isinstance(mark, Endangered)
            for cell in bits(mark.kills)
        }
        badges = tuple(
            NumberedSign(cell, str(number), signed[cell])
            if cell in signed
            else Badge(cell, str(number))
            for number, cell in enumerate(self.cells, start=1)
        )
        return replace(scene, marks=scene.marks + badges)
