"""Overlay of numbered badges on up to 25 cells, for choosing a cell by number."""

from dataclasses import dataclass, replace

from renderer import signs
from renderer.canvas import Canvas
from renderer.scene import Scene
from rules.position import Position
from rules.topology import Bitboard, Cell

MOST = 25
"""Discord's limits: 25 options in a select menu, and five rows of five buttons."""


@dataclass(frozen=True, slots=True)
class Badge:
    """Short text in a disc on a cell."""

    cell: Cell
    text: str
    urgent: bool = False

    def paint(self, canvas: Canvas) -> None:
        layout, theme = canvas.layout, canvas.theme
        colour = theme.danger if self.urgent else theme.badge
        sprite = signs.badge(layout.sized(layout.stone * 0.80), self.text, colour)
        canvas.paste_sprite(sprite, layout.centres[self.cell])


@dataclass(frozen=True, slots=True)
class Candidates:
    """Badges 1, 2, 3 … on ``cells``, in the given order; those on `urgent` cells are red.

    :raises ValueError: there are more than 25 cells.
    """

    cells: tuple[Cell, ...]
    urgent: Bitboard = 0

    def __post_init__(self) -> None:
        if len(self.cells) > MOST:
            raise ValueError(f"At most {MOST} cells can be numbered, not {len(self.cells)}.")

    def over(self, scene: Scene, _position: Position) -> Scene:
        badges = tuple(
            Badge(cell, str(number), urgent=bool(self.urgent >> cell & 1))
            for number, cell in enumerate(self.cells, start=1)
        )
        return replace(scene, marks=scene.marks + badges)
