"""Puzzles from a person's own mistakes: their numbers, and when they are due again. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.store.tables.mistakes import MistakeRow
from sparring.puzzles.puzzle import Puzzle, from_line

OWN: Final = "mine"  # the theme of these puzzles in commands and button ids
FIRST_OWN: Final = 2**32  # numbers of shipped puzzles are smaller
MOST_KEPT: Final = 100  # puzzles of a person; the oldest are deleted
COMES_BACK: Final = (timedelta(days=1), timedelta(days=3), timedelta(days=9))


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """Origin of a puzzle: the game, and the number of moves (`ply`) before the mistake.

    :ivar due_at: when the puzzle comes again; None once it is solved.
    """

    game_id: int
    ply: int
    due_at: datetime | None


def is_own(number: int) -> bool:
    """Return whether a puzzle number belongs to a puzzle from a person's own mistakes."""
    return number >= FIRST_OWN


def number_of(row_id: int) -> int:
    """Return the number of a puzzle from the id of its row; it is above all shipped numbers."""
    return FIRST_OWN + row_id


def row_id_of(number: int) -> int:
    """Return the id of the row of a puzzle from own mistakes; the inverse of `number_of`."""
    return number - FIRST_OWN


def puzzle_of(row: MistakeRow) -> Puzzle:
    """Return the puzzle that a row stores, with an id that contains its number."""
    return replace(from_line(row.puzzle), id=f"my{number_of(row.id):x}")


def origin_of(row: MistakeRow) -> OwnMistake:
    """Return the game and the move at which the person made the mistake of a row's puzzle."""
    return OwnMistake(row.game_id, row.ply, row.due_at)


def comes_back(failures: int, now: datetime) -> datetime:
    """Return when a puzzle is due again after 1 or more failed attempts: in 1, 3, then 9 days."""
    return now + COMES_BACK[min(failures, len(COMES_BACK)) - 1]


def is_due(row: MistakeRow, now: datetime) -> bool:
    """Return whether an unsolved puzzle is due to be shown again."""
    return row.due_at is not None and row.due_at <= now
