"""Generator of puzzles: plays games between the levels and proves their endings.

Imports numba. Equal seeds give equal puzzles.
"""

import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from rules.colour import Colour
from rules.position import Phase, Position
from rules.registry import find_game
from sparring.endgame_solver import count_empty_cells
from sparring.levels import LEVELS, Level, choose_turn
from sparring.puzzles.difficulty import rate
from sparring.puzzles.from_position import as_start, plain_puzzle
from sparring.puzzles.proof import MAX_NODES, Prover, UnprovedError
from sparring.puzzles.puzzle import FIRST_STEPS_TURNS, MAX_CHOICES, Puzzle
from sparring.puzzles.symmetry import Key, canonical_key
from sparring.puzzles.themes import find_themes
from sparring.time_slices import run_to_end

MIN_TURNS: Final = 4  # legal turns to choose from
MAX_GAME_PUZZLES: Final = 4
ENDINGS: Final = 12  # endings per game
ENDING_CELLS: Final = 3  # empty cells before the endings, in addition to the largest puzzle's
FIRST_STEPS_SHARE: Final = 0.12
MAX_GAME_TURNS: Final = 150
LEVEL_CHOICES: Final = (1, 1, 2, 3, 3)
ENDING_LEVELS: Final = (1, 1, 1, 2)


@dataclass(frozen=True, slots=True)
class Board:
    """Board on which puzzles are made: its size, and the game options to choose from.

    `max_empty` is the largest number of empty cells that a puzzle may have.
    """

    size: int
    options: tuple[Mapping[str, object], ...]
    max_empty: int


BOARDS: Final[dict[str, tuple[Board, ...]]] = {
    "lifeline": tuple(
        Board(size, ({"start": "none"}, {"start": "komi-pie", "komi": 2}), 13) for size in (4, 5)
    ),
    "cornered": tuple(
        Board(size, ({"start": "none"}, {"start": "none", "komi": 2}), 13) for size in (4, 5)
    ),
    "asli": tuple(
        Board(size, tuple({"komi": komi} for komi in (0, 2, 4, 6)), 12) for size in (5, 6, 7)
    ),
    "liflina": tuple(
        Board(size, tuple({"komi": komi} for komi in (0, 2, 4)), 10) for size in (5, 6, 7)
    ),
}


def make_puzzles(game: str, seed: int, known: set[Key]) -> Iterator[Puzzle]:
    """Yield puzzles of a game without end.

    :param known: keys of the positions of other puzzles, to avoid duplicates; new keys are added.
    """
    rng = random.Random(f"{game}/{seed}")  # noqa: S311 - a game
    for _ in count():
        board = rng.choice(BOARDS[game])
        made = 0
        for position in _play_endings(game, board, rng):
            if made == MAX_GAME_PUZZLES:
                break
            if canonical_key(position) in known:
                continue
            puzzle = _make_puzzle(position, _draw_min_turns(rng))
            if puzzle is not None:
                known.update(map(canonical_key, puzzle.positions[:-1]))
                made += 1
                yield puzzle


def _play_endings(game: str, board: Board, rng: random.Random) -> Iterator[Position]:
    """Yield positions of several endings of one game, played between levels drawn at random.

    Weak levels play the endings, because between strong levels most positions are decided.
    """
    rules = find_game(game)
    start = rules.start(rules.ruleset({"size": board.size, **rng.choice(board.options)}))
    levels = [LEVELS[rng.choice(LEVEL_CHOICES) - 1] for _ in Colour]
    *_, middle = _play_on(start, levels, board.max_empty + ENDING_CELLS, rng)
    seen: set[Key] = set()
    for _ in range(ENDINGS):
        levels = [LEVELS[rng.choice(ENDING_LEVELS) - 1] for _ in Colour]
        for position in _play_on(middle, levels, 0, rng):
            late = position.phase is Phase.PLAY and position.outcome() is None
            if late and MIN_TURNS <= count_empty_cells(position) <= board.max_empty:
                found = as_start(position)
                key = canonical_key(found)
                if key not in seen:
                    seen.add(key)
                    yield found


def _play_on(
    position: Position, levels: list[Level], min_empty: int, rng: random.Random
) -> Iterator[Position]:
    """Continue a game and yield each position, until at most `min_empty` cells are empty.

    Yield the given position first. Stop at the end of the game and after `MAX_GAME_TURNS` turns,
    too.
    """
    yield position
    while (
        position.outcome() is None
        and position.turn < MAX_GAME_TURNS
        and count_empty_cells(position) > min_empty
    ):
        level = levels[position.to_move]
        for move in run_to_end(choose_turn(position, level, rng.getrandbits(40))):
            position = position.play(move)
        yield position


def _draw_min_turns(rng: random.Random) -> int:
    """Return the least number of solver's turns the next puzzle must have, drawn at random."""
    return FIRST_STEPS_TURNS + (rng.random() >= FIRST_STEPS_SHARE)


def _make_puzzle(position: Position, min_turns: int) -> Puzzle | None:
    """Return the puzzle of a position; None if the position is not suitable.

    Its line must have at least `min_turns` turns of the solver, each with at most `MAX_CHOICES`
    legal turns, and be proved with at most `MAX_NODES` visited positions.
    """
    if position.outcome() is not None or len(list(position.legal_moves())) < MIN_TURNS:
        return None
    prover = Prover()
    try:
        steps = run_to_end(prover.find_line(position))
    except UnprovedError:
        return None
    too_wide = any(len(step.refutations) >= MAX_CHOICES for step in steps)
    if len(steps) < min_turns or prover.nodes > MAX_NODES or too_wide:
        return None
    digest = hashlib.sha256(repr(canonical_key(position)).encode()).hexdigest()
    plain = plain_puzzle(f"{position.game[:2]}{digest[:8]}", position, steps, prover.nodes)
    lowest, difficulty = rate(plain)
    return replace(plain, themes=find_themes(plain), lowest_level=lowest, difficulty=difficulty)
