"""What comes before the fight: offers, choices, swaps and first turns that leave the game even.

An *estimator* gives the chance of the side to move in a position, in slices. Without one, at the
levels that do not search, rules of thumb decide.
"""

import random
from collections.abc import Callable
from typing import Final

from rules.colour import Colour
from rules.moves import Choose, Move, Offer, Place, Swap
from rules.position import BARGAINING, Phase, Position
from sparring.slices import Sliced

Estimator = Callable[[Position], Sliced[float]]

CANDIDATES: Final = 12  # first turns compared
LARGEST_OFFER: Final = 40  # nobody needs more, on any board
# Rules of thumb for the levels that do not search, by game and size; elsewhere the nearest counts.
# From matches of equal players (docs/sparring.md).
EVEN: Final = {
    "lifeline": {5: 4, 7: 5},
    "asli": {9: 12},
    "liflina": {9: 5, 13: 4},
}


def before_the_fight(position: Position) -> bool:
    """Whether a decision of this module is due."""
    if position.phase in BARGAINING:
        return True
    return position.is_legal(Swap()) or _may_be_swapped(position)


def _may_be_swapped(position: Position) -> bool:
    """Whether this is the first turn and the opponent may take it over."""
    if position.phase is not Phase.SETUP or position.ply:
        return False
    after = position
    while after.to_move is position.to_move:
        after = after.play(next(after.legal_moves()))
    return after.is_legal(Swap())


def decide(
    position: Position, lots: random.Random, estimator: Estimator | None
) -> Sliced[tuple[Move, ...] | None]:
    """Make the decision that is due; None: play on without a swap."""
    if position.phase is Phase.OFFER:
        return (yield from _offer(position, estimator))
    if position.phase is Phase.CHOOSE:
        return (yield from _choice(position, estimator))
    if position.is_legal(Swap()):
        return (yield from _swap(position, lots, estimator))
    return (yield from _even_first_turn(position, lots, estimator))


def rule_of_thumb(position: Position) -> int:
    """Say which offer is about even."""
    known = EVEN[position.game]
    size = position.topology.size
    return known[min(known, key=lambda other: abs(other - size))]


def _offer(position: Position, estimator: Estimator | None) -> Sliced[tuple[Move, ...]]:
    """Find the least offer that Black would not rather have: the chances cross there."""
    if estimator is None:
        return (Offer(rule_of_thumb(position)),)
    low, high = 0, min(LARGEST_OFFER, len(position.topology))
    while low < high:
        middle = (low + high) // 2
        share = yield from estimator(position.play(Offer(middle)).play(Choose(Colour.WHITE)))
        if share > 0.5:
            low = middle + 1
        else:
            high = middle
    return (Offer(low),)


def _choice(position: Position, estimator: Estimator | None) -> Sliced[tuple[Move, ...]]:
    if estimator is None:
        black = position.komi < rule_of_thumb(position)
    else:
        black = (yield from estimator(position.play(Choose(Colour.BLACK)))) > 0.5
    return (Choose(Colour.BLACK if black else Colour.WHITE),)


def _swap(
    position: Position, lots: random.Random, estimator: Estimator | None
) -> Sliced[tuple[Move, ...] | None]:
    share = lots.random() if estimator is None else (yield from estimator(position))
    return (Swap(),) if share < 0.5 else None


def _even_first_turn(
    position: Position, lots: random.Random, estimator: Estimator | None
) -> Sliced[tuple[Move, ...]]:
    turns = [_random_turn(position, lots) for _ in range(CANDIDATES)]
    if estimator is None:
        return turns[0]
    best, least = turns[0], 1.0
    for turn in turns:
        after = position
        for move in turn:
            after = after.play(move)
        share = yield from estimator(after)
        if abs(share - 0.5) < least:
            best, least = turn, abs(share - 0.5)
    return best


def _random_turn(position: Position, lots: random.Random) -> tuple[Move, ...]:
    turn: list[Move] = []
    after = position
    while after.to_move is position.to_move:
        places = [move for move in after.legal_moves() if isinstance(move, Place)]
        turn.append(lots.choice(places))
        after = after.play(turn[-1])
    return tuple(turn)
