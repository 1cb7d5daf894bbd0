"""Rulesets of every registered game, and a random game for each, for the conformance suite."""

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
    """Return the tested values of an option: all choices, or the ends and a small number."""
    if option.kind == "choice":
        return [*option.choices]
    unset = [] if option.default is not None else [None]
    lowest = option.minimum if option.lowest is None else option.lowest
    return [*unset, lowest, lowest + 2, option.maximum]


def combinations(game, *, smallest: bool) -> list[dict]:
    """Return every combination of tested option values, accepted or not."""
    tried = [
        [option.minimum] if smallest and option.name == "size" else values_of(option)
        for option in game.options
    ]
    names = [option.name for option in game.options]
    return [dict(zip(names, values, strict=True)) for values in product(*tried)]


def rulesets(game, *, smallest: bool) -> list[Ruleset]:
    """Return the rulesets of every combination of option values that the game accepts."""
    accepted = []
    for chosen in combinations(game, smallest=smallest):
        with suppress(OptionError):
            accepted.append(game.ruleset(chosen))
    return accepted


def ruleset_id(ruleset):
    return "-".join([ruleset.game, *(f"{name}={it}" for name, it in ruleset.options.items())])


def play_random_game(ruleset: Ruleset, seed: int = 0) -> list[Position]:
    """Return the positions of a random game to its end."""
    random = Random(f"{ruleset_id(ruleset)}-{seed}")
    positions = [find_game(ruleset.game, ruleset.version).start(ruleset)]
    while legal := list(positions[-1].legal_moves()):
        modest = [move for move in legal if isinstance(move, Offer) and move.value <= LARGEST_OFFER]
        positions.append(positions[-1].play(random.choice(modest or legal)))
    return positions


def moves_of(positions):
    return tuple(after.last_turn.moves[-1] for after in positions[1:])


def every_move(position):
    """Yield every possible move, and moves that are off the board or out of range."""
    cells = len(position.topology)
    yield from (Place(cell) for cell in range(-1, cells + 1))
    yield from (Swap(), Komi(), Hold(), Choose(Colour.BLACK), Choose(Colour.WHITE))
    yield from (Offer(value) for value in (-1, 0, 1, cells, cells + 1))


ACCEPTED = [
    pytest.param(ruleset, id=ruleset_id(ruleset))
    for game in GAMES
    for ruleset in rulesets(game, smallest=True)
    # A large komi leads to very long series of holds.
    if not int(ruleset.options.get("komi", 0)) > LARGEST_OFFER
]
