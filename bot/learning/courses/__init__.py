"""Courses by game: a module for each game, named by its key, defines `STEPS`."""

import importlib
import pkgutil
from collections.abc import Mapping

from bot.learning.steps import Step
from rules.registry import find_game

COURSES: Mapping[str, tuple[Step, ...]] = {
    each.name: importlib.import_module(f"{__name__}.{each.name}").STEPS
    for each in pkgutil.iter_modules(__path__)
}


def course(game_key: str) -> tuple[Step, ...]:
    """Return the lessons of a game, in order.

    :raises UnknownGame: when the game does not exist.
    """
    return COURSES[find_game(game_key).key]
