"""Conditions for rating: rateable games, and results that change ratings. Pure."""

from collections.abc import Mapping
from enum import StrEnum

from bot.services.values.clocks.clock import Pace
from bot.services.values.view_builder import NO_RESULT, RESIGNED, TIMED_OUT
from bot.services.values.views import Terms
from rules.options import Ruleset, Value
from rules.registry import find_game
from sparring.even_komi import even_komi

# openings in which one player divides and the other chooses
EVEN_STARTS = ("strong-pie", "weak-pie", "komi-pie", "pie")
FIRST_TURNS = 4
"""Number of turns, by both players, during which a resignation leaves a game unrated."""


class RatingReason(StrEnum):
    """Reason why a finished game changed ratings, or did not."""

    RESULT = "result"
    # a player's first loss on time, or the first after another rated game
    TIME = "time"
    # further losses on time in a row
    REPEATED_TIME = "repeated-time"
    SHORT = "short"
    # excluded by a recomputation
    REMOVED = "removed"

    @property
    def counts(self) -> bool:
        """Whether a game with this reason changes ratings."""
        return self in (RatingReason.RESULT, RatingReason.TIME)


class Obstacle(StrEnum):
    """Term that prevents a game from being rated; `GENTLE` is a clock without loss on time."""

    NO_CLOCK = "no-clock"
    GENTLE = "gentle"
    UNEVEN = "uneven"


def obstacle_to_rating(ruleset: Ruleset, terms: Terms) -> Obstacle | None:
    """Return the first term that prevents a game from being rated; None if it can be rated."""
    if terms.pace is Pace.NONE:
        return Obstacle.NO_CLOCK
    if not terms.strict:
        return Obstacle.GENTLE
    return None if is_even(ruleset.game, ruleset.options) else Obstacle.UNEVEN


def is_even(game_key: str, options: Mapping[str, Value]) -> bool:
    """Return whether a game's options give both players the same chances in the opening.

    With a pie rule, a swap or an offered komi they do. With a handicap, a chosen komi or an
    unbalanced start they do not.
    """
    usual = {option.name: option.default for option in find_game(game_key).options}
    if any(options.get(name) != usual.get(name) for name in ("komi", "handicap")):
        return False
    return options.get("start") in (None, *EVEN_STARTS)


def is_compensated(ruleset: Ruleset) -> bool:
    """Return whether a game has a handicap, or a komi outside the range measured as even.

    On a board of a size that was not measured, no komi counts as uneven.
    """
    if ruleset.number("handicap"):
        return True
    komi, even = ruleset.number("komi"), even_komi(ruleset.game, int(ruleset.options["size"]))
    return komi is not None and even is not None and komi not in range(even[0], even[1] + 1)


def is_left_early(ending: str | None, turn: int) -> bool:
    """Return whether a player resigned during the first turns of a game."""
    return ending == RESIGNED and turn <= FIRST_TURNS


def rating_reason(ending: str | None, turn: int, *, repeated: bool) -> RatingReason:
    """Return the reason why a finished game changes ratings or not.

    :param ending: the stored ending; None for a game that was deleted.
    :param turn: the number of the turn in which the game ended.
    :param repeated: whether the loser also lost their previous rated game on time.
    """
    if ending is None or ending in NO_RESULT:
        return RatingReason.REMOVED
    if ending == TIMED_OUT:
        return RatingReason.REPEATED_TIME if repeated else RatingReason.TIME
    return RatingReason.SHORT if is_left_early(ending, turn) else RatingReason.RESULT
