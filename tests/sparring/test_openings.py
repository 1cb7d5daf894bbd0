"""Offers, choices, swaps and first turns, with an estimator whose opinion is known."""

import random

import pytest

from rules.moves import Choose, Offer, Place, Swap, parse_move
from rules.position import Colour, Phase
from rules.registry import find_game
from sparring import openings
from sparring.slices import in_one_go


def start(key, **options):
    game = find_game(key)
    return game.start(game.ruleset(options))


def decide(position, estimator=None):
    return in_one_go(openings.decide(position, random.Random(1), estimator))


def balanced_at(komi):
    """Makes an estimator that thinks the game even at a komi."""

    def estimate(position):
        yield
        owner = position.komi if position.game in {"asli", "lifeline"} else position.balance
        black = 1 / (1 + 2.0 ** (owner - komi))
        return black if position.to_move is Colour.BLACK else 1 - black

    return estimate


def thinks(share):
    def estimate(position):
        yield
        return share

    return estimate


@pytest.mark.parametrize("even", [1, 4, 9])
def test_the_offer_is_what_the_estimator_thinks_even(even):
    (offer,) = decide(start("asli", size=9), balanced_at(even))
    assert offer in {Offer(even), Offer(even + 1)}


@pytest.mark.parametrize(("komi", "colour"), [(0, Colour.BLACK), (30, Colour.WHITE)])
@pytest.mark.parametrize("estimator", [None, balanced_at(4)])
def test_the_better_side_of_an_offer_is_chosen(komi, colour, estimator):
    offered = start("asli", size=9).play(Offer(komi))
    assert decide(offered, estimator) == (Choose(colour),)


def test_without_an_estimator_the_offer_is_a_rule_of_thumb():
    offer = decide(start("liflina", size=9))
    assert offer == (Offer(openings.EVEN["liflina"][9]),)


@pytest.mark.parametrize(("share", "decision"), [(0.4, (Swap(),)), (0.6, None)])
def test_the_colours_are_swapped_when_the_opponents_are_better(share, decision):
    position = start("cornered", size=5)
    after = position.play(parse_move("e5", position.topology))
    assert decide(after, thinks(share)) == decision


@pytest.mark.parametrize("options", [{"start": "strong-pie"}, {"start": "weak-pie"}])
def test_the_first_turn_of_a_pie_is_the_most_even_of_some(options):
    position = start("lifeline", size=5, **options)
    seen = []

    def estimate(after):
        yield
        seen.append(0.9 - 0.05 * len(seen))
        return seen[-1]

    turn = decide(position, estimate)
    assert len(seen) == openings.CANDIDATES
    for move in turn:
        assert isinstance(move, Place)
        position = position.play(move)
    assert position.is_legal(Swap())


def test_nothing_is_due_once_the_fight_has_begun():
    position = start("lifeline", size=3, start="none")
    for cell in ("a1", "e5", "c1", "c5"):
        assert not openings.before_the_fight(position)
        position = position.play(parse_move(cell, position.topology))
    assert position.phase is Phase.PLAY
