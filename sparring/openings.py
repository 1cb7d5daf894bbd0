"""Decisions of the opening: komi offers, choice of colour, swaps and balanced first turns.

An *estimator* returns the winning chance of the side to move, in time slices. Levels without search
have no estimator and use typical values.
"""

import random
from collections.abc import Callable
from typing import Final, TypeVar

from rules.colour import Colour
from rules.moves import Choose, Move, Offer, Place, Swap
from rules.position import KOMI_PHASES, Phase, Position
from sparring.time_slices import TimeSliced

M = TypeVar("M", bound=Move)
Estimator = Callable[[Position], TimeSliced[float]]

CRAMPED_TURNS: Final = 4  # turns in which levels 1 and 2 avoid the edge beside an own stone
FIRST_TURN_COUNT: Final = 12  # random first turns to compare
MAX_OFFER: Final = 40  # larger than an even offer on any board
# Even offers for levels without search, by game and size; other boards use the nearest. Measured in
# matches of equal players (docs/engine-tuning.md).
EVEN_OFFERS: Final = {
    "lifeline": {5: 4, 7: 5},
    "asli": {9: 12},
    "liflina": {9: 5, 13: 4},
}
UNMEASURED_OFFER: Final = 4  # usual on the small boards of the measured games


def is_decision_due(position: Position) -> bool:
    """Return whether a decision of the opening is due: komi, colour, swap or a first turn."""
    if position.phase in KOMI_PHASES:
        return True
    return position.is_legal(Swap()) or (position.swap_follows and not position.mid_turn)


def choose_opening_turn(
    position: Position, rng: random.Random, estimator: Estimator | None
) -> TimeSliced[tuple[Move, ...] | None]:
    """Choose the turn for an opening decision; None means to play on without a swap.

    :param estimator: estimates winning chances; None for levels without search.
    """
    if position.phase is Phase.OFFER:
        return (yield from _choose_offer(position, estimator))
    if position.phase is Phase.CHOOSE:
        return (yield from _choose_colour(position, estimator))
    if position.is_legal(Swap()):
        return (yield from _choose_swap(position, rng, estimator))
    return (yield from _choose_first_turn(position, rng, estimator))


def without_cramped(position: Position, moves: list[M]) -> list[M]:
    """Return moves without cramped placements, which are at the edge and next to a friendly stone.

    Such stones gain little room in the opening. After turn `CRAMPED_TURNS`, or if no other moves
    remain, return all moves.
    """
    if position.turn > CRAMPED_TURNS:
        return moves
    return [move for move in moves if not _is_cramped(position, move)] or moves


def _is_cramped(position: Position, move: Move) -> bool:
    if not isinstance(move, Place):
        return False
    topology = position.topology
    neighbours = topology.neighbours[move.cell]
    inner = max(each.bit_count() for each in topology.neighbours)
    at_edge = neighbours.bit_count() < inner
    return at_edge and bool(neighbours & position.stones[position.to_move])


def typical_even_offer(position: Position) -> int:
    """Return an approximately even komi offer from the table of measured boards.

    For a game without measured boards it is `UNMEASURED_OFFER`.
    """
    known, size = EVEN_OFFERS.get(position.game, {}), position.topology.size
    nearest = min(known, key=lambda other: abs(other - size), default=size)
    return known.get(nearest, UNMEASURED_OFFER)


def _choose_offer(position: Position, estimator: Estimator | None) -> TimeSliced[tuple[Move, ...]]:
    """Choose the smallest komi offer at which Black has no advantage, by binary search.

    Without an estimator, choose the typical even offer of the board.
    """
    if estimator is None:
        return (Offer(typical_even_offer(position)),)
    low, high = 0, min(MAX_OFFER, len(position.topology))
    while low < high:
        middle = (low + high) // 2
        win_chance = yield from estimator(position.play(Offer(middle)).play(Choose(Colour.WHITE)))
        if win_chance > 0.5:
            low = middle + 1
        else:
            high = middle
    return (Offer(low),)


def _choose_colour(position: Position, estimator: Estimator | None) -> TimeSliced[tuple[Move, ...]]:
    if estimator is None:
        black = position.komi < typical_even_offer(position)
    else:
        black = (yield from estimator(position.play(Choose(Colour.BLACK)))) > 0.5
    return (Choose(Colour.BLACK if black else Colour.WHITE),)


def _choose_swap(
    position: Position, rng: random.Random, estimator: Estimator | None
) -> TimeSliced[tuple[Move, ...] | None]:
    win_chance = rng.random() if estimator is None else (yield from estimator(position))
    return (Swap(),) if win_chance < 0.5 else None


def _choose_first_turn(
    position: Position, rng: random.Random, estimator: Estimator | None
) -> TimeSliced[tuple[Move, ...]]:
    turns = [_random_turn(position, rng) for _ in range(FIRST_TURN_COUNT)]
    if estimator is None:
        return turns[0]
    best, least = turns[0], 1.0
    for turn in turns:
        after = position
        for move in turn:
            after = after.play(move)
        win_chance = yield from estimator(after)
        if abs(win_chance - 0.5) < least:
            best, least = turn, abs(win_chance - 0.5)
    return best


def _random_turn(position: Position, rng: random.Random) -> tuple[Move, ...]:
    turn: list[Move] = []
    after = position
    while after.to_move is position.to_move:
        places = [move for move in after.legal_moves() if isinstance(move, Place)]
        turn.append(rng.choice(without_cramped(after, places)))
        after = after.play(turn[-1])
    return tuple(turn)
