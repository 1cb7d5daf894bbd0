"""Offers, choices of colour, swaps and first turns, with fixed estimators."""

import random

import pytest

from rules.moves import Choose, Offer, Place, Swap, parse_move
from rules.position import Colour, Phase
from rules.registry import find_game
from sparring import openings
from sparring.time_slices import run_to_end


def start(key, **options):
    game = find_game(key)
    return game.start(game.ruleset(options))


def decide(position, estimator=None):
    return run_to_end(openings.choose_opening_turn(position, random.Random(1), estimator))


def balanced_at(komi):
    """Return an estimator for which the game is even at a given komi."""

    def estimate(position):
        yield
        owner = position.komi if position.game in {"asli", "lifeline"} else position.balance
        black = 1 / (1 + 2.0 ** (owner - komi))
        return black if position.to_move is Colour.BLACK else 1 - black

    return estimate


def constant(share):
    def estimate(position):
        yield
        return share

    return estimate


@pytest.mark.parametrize("even", [1, 4, 9])
def test_the_offer_is_even_by_the_estimator(even):
    (offer,) = decide(start("asli", size=9), balanced_at(even))
    assert offer in {Offer(even), Offer(even + 1)}


@pytest.mark.parametrize(("komi", "colour"), [(0, Colour.BLACK), (30, Colour.WHITE)])
@pytest.mark.parametrize("estimator", [None, balanced_at(4)])
def test_the_better_side_of_an_offer_is_chosen(komi, colour, estimator):
    offered = start("asli", size=9).play(Offer(komi))
    assert decide(offered, estimator) == (Choose(colour),)


def test_without_an_estimator_the_offer_is_a_typical_one():
    offer = decide(start("liflina", size=9))
    assert offer == (Offer(openings.EVEN_OFFERS["liflina"][9]),)


@pytest.mark.parametrize(("share", "decision"), [(0.4, (Swap(),)), (0.6, None)])
def test_the_worse_side_is_swapped(share, decision):
    position = start("cornered", size=5)
    after = position.play(parse_move("e5", position.topology))
    assert decide(after, constant(share)) == decision


@pytest.mark.parametrize("options", [{"start": "strong-pie"}, {"start": "weak-pie"}])
def test_the_first_turn_before_a_swap_is_the_most_even_of_a_sample(options):
    position = start("lifeline", size=5, **options)
    seen = []

    def estimate(after):
        yield
        seen.append(0.9 - 0.05 * len(seen))
        return seen[-1]

    turn = decide(position, estimate)
    assert len(seen) == openings.FIRST_TURN_COUNT
    for move in turn:
        assert isinstance(move, Place)
        position = position.play(move)
    assert position.is_legal(Swap())


def test_no_decision_is_due_after_the_set_up():
    position = start("lifeline", size=3, start="none")
    for cell in ("a1", "e5", "c1", "c5"):
        assert not openings.is_decision_due(position)
        position = position.play(parse_move(cell, position.topology))
    assert position.phase is Phase.PLAY


def test_a_game_without_measured_boards_has_a_usual_offer():
    game = find_game("cornered")
    position = game.start(game.ruleset({"size": 5}))
    assert openings.typical_even_offer(position) == openings.UNMEASURED_OFFER
