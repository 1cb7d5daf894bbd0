"""Initial difficulty rating of a puzzle, from its proof and the levels that find its line."""

import math
from typing import Final

from rules.position import Position
from sparring.levels import LEVELS, Level, choose_turn
from sparring.puzzles.puzzle import Puzzle
from sparring.time_slices import run_to_end

TRIED_LEVELS: Final = LEVELS[:5]
TRIES: Final = 3  # attempts of each level; a level finds a puzzle if most of them succeed
NOT_FOUND: Final = len(TRIED_LEVELS) + 1
EASIEST: Final = 700  # Glicko points of a puzzle that level 1 finds at once
POINTS_A_LEVEL: Final = 150
POINTS_A_DOUBLING: Final = 30  # per doubling of the positions that the proof visited
POINTS_A_TURN: Final = 60


def rate(puzzle: Puzzle) -> tuple[int, int]:
    """Return the lowest level that finds the whole line of a puzzle, and the initial difficulty.

    The level is `NOT_FOUND` if none of `TRIED_LEVELS` finds it; the difficulty is in Glicko points.
    """
    lowest = next((level.number for level in TRIED_LEVELS if _finds(level, puzzle)), NOT_FOUND)
    points = (
        EASIEST
        + POINTS_A_LEVEL * (lowest - 1)
        + POINTS_A_DOUBLING * math.log2(max(1, puzzle.nodes))
        + POINTS_A_TURN * (len(puzzle.steps) - 1)
    )
    return lowest, round(points)


def _finds(level: Level, puzzle: Puzzle) -> bool:
    tries = (solves(puzzle, level, seed) for seed in range(TRIES))
    return 2 * sum(tries) > TRIES


def solves(puzzle: Puzzle, level: Level, seed: int) -> bool:
    """Return whether an engine level finds every turn of the solver in a puzzle."""
    return all(
        _plays(level, position, step.answer, puzzle, seed)
        for position, step in zip(puzzle.positions, puzzle.steps, strict=False)
    )


def _plays(level: Level, position: Position, answer: str, puzzle: Puzzle, seed: int) -> bool:
    return run_to_end(choose_turn(position, level, seed)) == (puzzle.move(answer),)
