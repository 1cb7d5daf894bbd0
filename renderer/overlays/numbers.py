"""Overlay of turn numbers on the stones of the last turns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from renderer.canvas import Canvas
from renderer.describe import moves_in_words
from renderer.fitting import listed
from renderer.phrases import enumerated
from renderer.scene import Scene
from renderer.script_fonts import BOLD, font
from renderer.theme import WHITE
from renderer.translation import text
from renderer.words import colour_name
from rules.position import LastTurn, Position
from rules.topology import Cell, bits

SHOWN = 12


@dataclass(frozen=True, slots=True)
class Number:
    """Mark on a stone: the number of the turn that placed the stone."""

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
    """Overlay of turn numbers on the stones placed by ``turns``.

    The numbers of the last turn are coloured. Stones that have since left the board are not
    numbered.
    """

    turns: tuple[LastTurn, ...]
    first: int | None = None
    """The number shown for the first turn; None shows the turn's number in the game."""

    def over(self, scene: Scene, position: Position) -> Scene:
        latest = position.last_turn
        numbers: dict[Cell, Number] = {}
        less = 0 if self.first is None or not self.turns else self.turns[0].number - self.first
        for turn in self.turns:
            for cell in bits(turn.placed & scene.stones[turn.by]):
                is_last = latest is not None and turn.number == latest.number
                numbers[cell] = Number(cell, str(turn.number - less), turn.by, is_last)
        numbered = sum(1 << cell for cell in numbers)
        marks = scene.marks + tuple(numbers.values())
        return replace(scene, latest=scene.latest & ~numbered, marks=marks)


def last_turns(history: Iterable[Position], count: int = SHOWN) -> tuple[LastTurn, ...]:
    """Return the last ``count`` turns of a game, oldest first, or all turns of a shorter game."""
    turns = {}
    for position in history:
        if position.last_turn:
            turns[position.last_turn.number] = position.last_turn
    return tuple(turns.values())[-count:] if count > 0 else ()


def numbers_in_words(turns: Sequence[LastTurn], position: Position) -> str:
    """Return a list in words of the turns and the stones that each placed, latest turn first."""
    return listed(text("Last turns"), (_turn_in_words(turn, position) for turn in reversed(turns)))


def _turn_in_words(turn: LastTurn, position: Position) -> str:
    cells = " ".join(position.topology.labels(turn.placed))
    if not cells:  # Offers, choices and swaps have no cells.
        moves = moves_in_words(position, turn.moves, colour_name(turn.by))
        return f"{turn.number} {enumerated(moves)}"
    return f"{turn.number} {colour_name(turn.by)} {cells}"
