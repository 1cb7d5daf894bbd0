"""Courses by game. A game without lessons gets a course made from its registry entry."""

from collections.abc import Mapping

from bot.learning import asli, cornered, lifeline, liflina
from bot.learning.steps import Step
from bot.words.translation import Message, translated
from rules.options import Game
from rules.registry import find_game

COURSES: Mapping[str, tuple[Step, ...]] = {
    "lifeline": lifeline.STEPS,
    "cornered": cornered.STEPS,
    "asli": asli.STEPS,
    "liflina": liflina.STEPS,
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
