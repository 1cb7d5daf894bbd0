"""Puzzles, and their one-line text format. Imports only `rules`.

A puzzle is a position in which exactly one turn wins and every other legal turn is proved lost.
After the opponent's reply the same is true of the next position, and so on to the end of the line.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from rules.moves import Move, parse_move
from rules.position import Position
from rules.setup import setup

# The first puzzles of the collection, with one solver's turn; every other puzzle has at least two.
FIRST_STEPS_TURNS: Final = 1
MAX_CHOICES: Final = 20  # legal turns of a step: four rows of buttons on Discord, others below


class Theme(StrEnum):
    """Theme of a solution; `themes` computes it from the rules."""

    CUT = "cut"
    SAVE = "save"
    RACE = "race"
    SACRIFICE = "sacrifice"
    LAST_PLACEMENT = "last-placement"
    HOLD = "hold"
    KOMI = "komi"
    FIRST_STEPS = "first-steps"


@dataclass(frozen=True, slots=True)
class Step:
    """Step of a solution: one turn of the solver, in notation.

    ``answer`` is the only winning turn and ``reply`` the opponent's turn after it, empty in the
    last step. ``refutations`` maps every other legal turn to the opponent's proved reply; the reply
    is empty if the turn itself ends the game.
    """

    answer: str
    reply: str
    refutations: Mapping[str, str]


@dataclass(frozen=True)
class Puzzle:
    """Position with its solution, step by step.

    ``stones`` are the names of the cells with Black and with White stones. ``komi`` counts White's
    points in Lifeline and cornered Lifeline, ``prison`` the Black and White prisoners. ``nodes`` is
    the number of positions that its proof visited, ``lowest_level`` the weakest level that finds
    the whole line (6 if none of 1 to 5 does), and ``difficulty`` the first rating (Glicko points).
    """

    id: str
    game: str
    size: int
    stones: tuple[tuple[str, ...], tuple[str, ...]]
    to_move: str
    komi: int
    prison: tuple[int, int]
    minimal_incursion: bool
    ever_two_groups: tuple[bool, bool]
    steps: tuple[Step, ...]
    themes: tuple[Theme, ...] = ()
    nodes: int = 0
    lowest_level: int = 0
    difficulty: int = 0

    @property
    def number(self) -> int:
        """The number of the puzzle: its id without the first two letters, read as hexadecimal.

        It is unique in the collection.
        """
        digits = self.id[2:]
        return int(digits, 16)

    @cached_property
    def start(self) -> Position:
        """The position of the solver's first turn."""
        black, white = self.stones
        return setup(
            self.game,
            {"size": self.size},
            black=black,
            white=white,
            to_move=self.to_move,
            komi=self.komi,
            prison=self.prison,
            minimal_incursion=self.minimal_incursion,
            ever_two_groups=self.ever_two_groups,
        )

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns of the solution in notation and in order, the solver's and the replies."""
        turns = (turn for step in self.steps for turn in (step.answer, step.reply))
        return tuple(turn for turn in turns if turn)

    @cached_property
    def line(self) -> tuple[Position, ...]:
        """The positions of the solution: the start, then after each turn of either side."""
        found = [self.start]
        for turn in self.turns:
            found.append(found[-1].play(self.move(turn)))
        return tuple(found)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position before each of the solver's turns, then the final position."""
        return (*self.line[: 2 * len(self.steps) : 2], self.line[-1])

    @property
    def choices(self) -> list[int]:
        """The indices of the steps in which the solver has a choice."""
        return [index for index, step in enumerate(self.steps) if step.refutations]

    def next_choice(self, step: int) -> int:
        """Return the index of the next step with several legal turns, or the number of steps.

        In the steps between, the solver's turns are forced.
        """
        return next((each for each in self.choices if each > step), len(self.steps))

    def move(self, notation: str) -> Move:
        """Return a move of this puzzle from its notation."""
        return parse_move(notation, self.start.topology)


def to_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON; the inverse of `from_line`."""
    content: dict[str, Any] = {
        "id": puzzle.id,
        "game": puzzle.game,
        "size": puzzle.size,
        "black": " ".join(puzzle.stones[0]),
        "white": " ".join(puzzle.stones[1]),
        "move": puzzle.to_move,
        "komi": puzzle.komi,
        "prison": puzzle.prison,
        "minimal": puzzle.minimal_incursion,
        "two": puzzle.ever_two_groups,
        "steps": [[step.answer, step.reply, _pack(step.refutations)] for step in puzzle.steps],
        "themes": puzzle.themes,
        "nodes": puzzle.nodes,
        "level": puzzle.lowest_level,
        "difficulty": puzzle.difficulty,
    }
    return json.dumps(content, separators=(",", ":"))


def from_line(line: str) -> Puzzle:
    """Return the puzzle that `to_line` has written as a line."""
    content = json.loads(line)
    return Puzzle(
        id=content["id"],
        game=content["game"],
        size=content["size"],
        stones=(tuple(content["black"].split()), tuple(content["white"].split())),
        to_move=content["move"],
        komi=content["komi"],
        prison=tuple(content["prison"]),
        minimal_incursion=content["minimal"],
        ever_two_groups=tuple(content["two"]),
        steps=tuple(
            Step(answer, reply, _unpack(refutations))
            for answer, reply, refutations in content["steps"]
        ),
        themes=tuple(map(Theme, content["themes"])),
        nodes=content["nodes"],
        lowest_level=content["level"],
        difficulty=content["difficulty"],
    )


def _pack(refutations: Mapping[str, str]) -> str:
    return " ".join(f"{wrong}:{answer}" for wrong, answer in refutations.items())


def _unpack(text: str) -> dict[str, str]:
    pairs = (each.partition(":") for each in text.split())
    return {wrong: answer for wrong, _, answer in pairs}
