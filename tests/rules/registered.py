"""Every registered game with its options, and a random game of each; for the conformance suite."""

from contextlib import suppress
from itertools import product
from random import Random

import pytest

from rules.moves import Choose, Hold, Komi, Offer, Place, Swap
from rules.options import OptionError, Ruleset
from rules.position import Colour, Position
from rules.registry import GAMES, find_game

LARGEST_OFFER = 6


def values_of(option):
    """The values to try: every choice; of numbers the ends, and a small one."""
    if option.kind == "choice":
        return [*option.choices]
    unset = [] if option.default is not None else [None]
    lowest = option.minimum if option.lowest is None else option.lowest
    return [*unset, lowest, lowest + 2, option.maximum]


def combinations(game, *, smallest: bool) -> list[dict]:
    tried = [
        [option.minimum] if smallest and option.name == "size" else values_of(option)
        for option in game.options
    ]
    names = [option.name for option in game.options]
    return [dict(zip(names, values, strict=True)) for values in product(*tried)]


def rulesets(game, *, smallest: bool) -> list[Ruleset]:
    """Every combination of option values that the game accepts."""
    accepted = []
    for chosen in combinations(game, smallest=smallest):
        with suppress(OptionError):
            accepted.append(game.ruleset(chosen))
    return accepted


def title(ruleset):
    return "-".join([ruleset.game, *(f"{name}={it}" for name, it in ruleset.options.items())])


def played(ruleset: Ruleset, seed: int = 0) -> list[Position]:
    """The positions of a random game to its end."""
    random = Random(f"{title(ruleset)}-{seed}")
    course = [find_game(ruleset.game, ruleset.version).start(ruleset)]
    while legal := list(course[-1].legal_moves()):
        modest = [move for move in legal if isinstance(move, Offer) and move.value <= LARGEST_OFFER]
        course.append(course[-1].play(random.choice(modest or legal)))
    return course


def moves_of(course):
    return tuple(after.last_turn.moves[-1] for after in course[1:])


def every_move(position):
    """Every move that has a text, and some that are beyond the board and the range."""
    cells = len(position.topology)
    yield from (Place(cell) for cell in range(-1, cells + 1))
    yield from (Swap(), Komi(), Hold(), Choose(Colour.BLACK), Choose(Colour.WHITE))
    yield from (Offer(value) for value in (-1, 0, 1, cells, cells + 1))


ACCEPTED = [
    pytest.param(ruleset, id=title(ruleset))
    for game in GAMES
    for ruleset in rulesets(game, smallest=True)
    # A large komi makes an endless row of holds; the ends of its range only start here.
    if not int(ruleset.options.get("komi", 0)) > LARGEST_OFFER
]
STARTED = [
    pytest.param(ruleset, id=title(ruleset))
    for game in GAMES
    for ruleset in rulesets(game, smallest=False)
]
