"""The numbers of the last turns on their stones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from renderer.canvas import Canvas
from renderer.describe import deeds
from renderer.fitting import listed
from renderer.scene import Scene
from renderer.theme import WHITE
from renderer.typeface import BOLD, font
from rules.position import LastTurn, Position
from rules.topology import Cell, bits

SHOWN = 12


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a turn on the stone it placed."""

    cell: Cell
    text: str
    colour: int
    last: bool

    def paint(self, canvas: Canvas) -> None:
        layout, theme = canvas.layout, canvas.theme
        size = int(layout.stone * (0.46 if len(self.text) < 3 else 0.38))
        ink = theme.last if self.last else (theme.stones[0].rim if self.colour else WHITE)
        canvas.text(layout.centres[self.cell], self.text, font(size, BOLD), ink, "mm")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers on the stones that ``turns`` placed, the last of them in another colour.

    Stones that have left the board since are not numbered.
    """

    turns: tuple[LastTurn, ...]

    def over(self, scene: Scene, position: Position) -> Scene:
        latest = position.last_turn
        numbers: dict[Cell, Number] = {}
        for turn in self.turns:
            for cell in bits(turn.placed & scene.stones[turn.by]):
                is_last = latest is not None and turn.number == latest.number
                numbers[cell] = Number(cell, str(turn.number), turn.by, is_last)
        numbered = sum(1 << cell for cell in numbers)
        marks = scene.marks + tuple(numbers.values())
        return replace(scene, rings=scene.rings & ~numbered, marks=marks)


def last_turns(history: Iterable[Position], count: int = SHOWN) -> tuple[LastTurn, ...]:
    """Collect the last ``count`` turns from a game's positions, in order."""
    turns = {}
    for position in history:
        if position.last_turn:
            turns[position.last_turn.number] = position.last_turn
    return tuple(turns.values())[-count:] if count > 0 else ()


def numbers_in_words(turns: Sequence[LastTurn], position: Position) -> str:
    """Say which turn placed what, the last one first."""
    return listed("Last turns", (_told(turn, position) for turn in reversed(turns)))


def _told(turn: LastTurn, position: Position) -> str:
    cells = " ".join(position.topology.labels(turn.placed))
    if not cells:  # before the choice nobody has a colour, and a swap gives each the other
        return f"{turn.number} {', '.join(deeds(position, turn.moves, turn.by.label))}"
    return f"{turn.number} {turn.by.label} {cells}"
