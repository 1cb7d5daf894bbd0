"""Selection of puzzles by theme, game and strength, and their difficulty. Pure."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final

from bot.errors.refusals import Refusal
from bot.services.values.ratings.glicko2 import Rating
from bot.store.tables.puzzles import PuzzleRow, SolverRow
from bot.words import puzzle as words
from sparring.puzzles import collection
from sparring.puzzles.puzzle import Puzzle, Theme

NEW_SOLVER: Final = Rating(1200.0)
"""The rating before the first attempt: a little below the difficulty of most puzzles."""

FIRST_DEVIATION: Final = 200.0
"""The deviation of a puzzle's first difficulty, which is better than a guess."""

SETTLED: Final = 20
"""Attempts after which the difficulty is the rating; until then it is the first difficulty."""

NEAREST: Final = 40  # puzzles whose ratings are read
SHOWN_FROM: Final = 10  # nearest of these, of which one is drawn
FIRST_GAME: Final = "lifeline"  # the game of a person who has played none
KEPT_SHARE: Final = 8  # one puzzle in this many is reserved for the puzzle of the day
FIRST_PUZZLES: Final = 5  # of a person; they are easy and need no knowledge of komi
FIRST_STRENGTH: Final = 1000.0
"""The strength for which a person's first puzzles are chosen: easier than a new solver's rating."""
ENOUGH_VOTES: Final = 5


def is_kept(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is reserved for the puzzle of the day, so that few people know it."""
    return puzzle.number % KEPT_SHARE == 0 and len(puzzle.steps) > 1


@cache
def kept_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles reserved for the puzzle of the day."""
    return tuple(filter(is_kept, collection.load()))


def wanted(theme: str, game: str) -> list[Puzzle]:
    """Return the puzzles of a theme and game, without reserved ones; an empty text means any.

    :raises Refusal: no puzzle has that theme and game.
    """
    found = [
        each
        for each in collection.load()
        if theme in ("", *each.themes) and game in ("", each.game) and not is_kept(each)
    ]
    if not found:
        raise Refusal(words.NONE_FOUND())
    return found


def familiar(unseen: list[Puzzle], games: Collection[str], *, seen: int) -> list[Puzzle]:
    """Return the unseen puzzles to choose from for a person who chose no game.

    These are puzzles of the games that the person has played, else of Lifeline. A person's first
    puzzles have no komi, and the very first one has the theme of first steps. If none of these is
    unseen, return all unseen puzzles.

    :param games: the keys of the games that the person has played.
    :param seen: the number of puzzles that the person has seen.
    """
    known = [each for each in unseen if each.game in (games or {FIRST_GAME})]
    plain = [each for each in known if seen >= FIRST_PUZZLES or not each.komi]
    easy = [each for each in plain if seen or Theme.FIRST_STEPS in each.themes]
    return easy or plain or known or unseen


def strength_to_meet(rating: float, *, seen: int) -> float:
    """Return the rating near which a person's next puzzle is chosen; lower for the first puzzles.

    :param seen: the number of puzzles that the person has seen.
    """
    return min(rating, FIRST_STRENGTH) if seen < FIRST_PUZZLES else rating


def find(number: int) -> Puzzle | None:
    """Return the shipped puzzle with a number; None if it is no longer shipped."""
    return _by_number().get(number)


@cache
def _by_number() -> Mapping[int, Puzzle]:
    return {puzzle.number: puzzle for puzzle in collection.load()}


def nearest(found: Iterable[Puzzle], value: float) -> list[Puzzle]:
    """Return up to `NEAREST` puzzles whose initial difficulty is nearest to a rating."""
    return sorted(found, key=lambda each: abs(each.difficulty - value))[:NEAREST]


def to_show(found: Iterable[Puzzle], rows: Mapping[int, PuzzleRow], value: float) -> list[Puzzle]:
    """Return the puzzles to draw from: nearest to a rating, without disliked ones if possible."""
    near = sorted(found, key=lambda each: abs(difficulty_of(each, rows) - value))
    liked = [each for each in near if not _is_disliked(rows.get(each.number))]
    return (liked or near)[:SHOWN_FROM]


def difficulty_of(puzzle: Puzzle, rows: Mapping[int, PuzzleRow]) -> int:
    """Return the displayed difficulty of a puzzle.

    It is the puzzle's rating once there are `SETTLED` attempts, before that its initial difficulty.
    """
    row = rows.get(puzzle.number)
    return puzzle.difficulty if row is None or row.attempts < SETTLED else round(row.value)


def first_rating(puzzle: Puzzle) -> PuzzleRow:
    """Return the row of a puzzle without attempts and votes, rated at its initial difficulty."""
    first = Rating(float(puzzle.difficulty), FIRST_DEVIATION)
    return PuzzleRow(puzzle.number, first.value, first.deviation, first.volatility)


def new_solver(user_id: int) -> SolverRow:
    """Return the row of a person who has no rated attempt at a puzzle yet."""
    return SolverRow(user_id, NEW_SOLVER.value, NEW_SOLVER.deviation, NEW_SOLVER.volatility)


def _is_disliked(row: PuzzleRow | None) -> bool:
    if row is None or row.likes + row.dislikes < ENOUGH_VOTES:
        return False
    return row.dislikes > row.likes
