"""Puzzles from the turning points of a reviewed game, for the player who made the mistake.

Imports numba.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules.moves import format_move, parse_move
from rules.position import Phase, Position
from rules.record import Record, positions
from sparring.endgame_solver import count_empty_cells
from sparring.puzzles.from_position import as_start, plain_puzzle
from sparring.puzzles.proof import Prover, UnprovedError
from sparring.puzzles.puzzle import MAX_CHOICES, Puzzle, Step, to_line
from sparring.puzzles.themes import find_themes
from sparring.review import Mistake, TurningPoint
from sparring.time_slices import TimeSliced

MAX_EMPTY: Final = 20  # empty cells of a position that is tried
MAX_NODES: Final = 60_000  # positions visited for one puzzle, some seconds
PLAIN_ID: Final = "my0"  # of a puzzle that is not stored yet


def find_mistakes(
    record: Record, turning_points: Iterable[TurningPoint]
) -> TimeSliced[tuple[Mistake, ...]]:
    """Return the turning points before which exactly one turn won, each with its puzzle."""
    by_ply = {position.ply: position for position in positions(record)}
    found: list[Mistake] = []
    for point in turning_points:
        puzzle = yield from _make_puzzle(by_ply[point.ply])
        if puzzle is None:
            continue
        # without the boards of the game before it, another turn may win or be legal than in it
        topology, answer = puzzle.start.topology, puzzle.steps[0].answer
        was_legal = by_ply[point.ply].is_legal(parse_move(answer, topology))
        if was_legal and format_move(point.played, topology) != answer:
            found.append(Mistake(point.ply, point.by, to_line(puzzle)))
    return tuple(found)


def _make_puzzle(position: Position) -> TimeSliced[Puzzle | None]:
    """Return the puzzle of a position; None unless one turn is proved to win and all others lose.

    Turns of two placements have no puzzles.
    """
    if position.phase is not Phase.PLAY or position.placements_left > 1 or position.mid_turn:
        return None
    if count_empty_cells(position) > MAX_EMPTY:
        return None
    start = as_start(position)
    if start.outcome() is not None:
        return None
    prover = Prover(most_nodes=MAX_NODES)
    steps = yield from _find_steps(prover, start)
    if not steps or any(len(step.refutations) >= MAX_CHOICES for step in steps):
        return None
    plain = plain_puzzle(PLAIN_ID, start, steps, prover.nodes)
    return replace(plain, themes=find_themes(plain))


def _find_steps(prover: Prover, start: Position) -> TimeSliced[tuple[Step, ...]]:
    """Return the longest line of solution steps, or only the first if the line stays unproved.

    The result is empty if no first step is proved.
    """
    try:
        first = yield from prover.find_step(start)
    except UnprovedError:
        return ()
    if first is None:
        return ()
    try:
        return (yield from prover.find_line(start))
    except UnprovedError:
        return (first,)
