"""Courses by game: a module for each game, named by its key, defines `STEPS`.

A game without a module gets a course made from its registry entry.
"""

import importlib
import pkgutil
from collections.abc import Mapping

from bot.learning.steps import Step
from bot.words.translation import Message, translated
from rules.options import Game
from rules.registry import find_game

COURSES: Mapping[str, tuple[Step, ...]] = {
    each.name: importlib.import_module(f"{__name__}.{each.name}").STEPS
    for each in pkgutil.iter_modules(__path__)
}


def course(game_key: str) -> tuple[Step, ...]:
    """Return the lessons of a game, in order.

    :raises UnknownGame: when the game does not exist.
    """
    return COURSES.get(game_key) or course_from_summary(find_game(game_key))


def course_from_summary(game: Game) -> tuple[Step, ...]:
    """Return a course from the summary in a game's registry entry."""
    empty = game.start(game.ruleset({}))
    return (Step(Message("How to play"), lambda: translated(game.summary), empty),)
