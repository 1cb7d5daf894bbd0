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


@pytest.mark.parametrize("even", [0, 1, 4, 9, 39, 40, 50])
def test_the_offer_is_the_smallest_at_which_black_has_no_advantage(even):
    (offer,) = decide(start("asli", size=9), balanced_at(even))
    assert offer == Offer(min(even, openings.MAX_OFFER))


def test_no_offer_is_larger_than_the_board():
    (offer,) = decide(start("asli", size=5), balanced_at(50))
    assert offer == Offer(25)


@pytest.mark.parametrize(
    ("komi", "colour"),
    [(0, Colour.BLACK), (11, Colour.BLACK), (12, Colour.WHITE), (30, Colour.WHITE)],
)
@pytest.mark.parametrize("estimator", [None, balanced_at(12)])
def test_the_better_side_of_an_offer_is_chosen(komi, colour, estimator):
    offered = start("asli", size=9).play(Offer(komi))
    assert decide(offered, estimator) == (Choose(colour),)


@pytest.mark.parametrize(
    ("key", "size", "komi"),
    [("asli", 9, 12), ("asli", 19, 12), ("liflina", 10, 5), ("liflina", 13, 4), ("liflina", 19, 4)],
)
def test_without_an_estimator_the_offer_is_that_of_the_nearest_measured_board(key, size, komi):
    assert decide(start(key, size=size)) == (Offer(komi),)
    assert openings.typical_even_offer(start("lifeline", size=8)) == 5


@pytest.mark.parametrize(("share", "decision"), [(0.49, (Swap(),)), (0.5, None), (0.6, None)])
def test_the_worse_side_is_swapped(share, decision):
    position = start("cornered", size=5)
    after = position.play(parse_move("e5", position.topology))
    assert decide(after, constant(share)) == decision


def test_without_an_estimator_half_of_the_first_turns_are_swapped():
    position = start("cornered", size=5)
    after = position.play(parse_move("e5", position.topology))
    chosen = [
        run_to_end(openings.choose_opening_turn(after, random.Random(seed), None))
        for seed in range(40)
    ]
    assert set(chosen) == {(Swap(),), None}
    assert 10 < chosen.count(None) < 30


@pytest.mark.parametrize("options", [{"start": "strong-pie"}, {"start": "weak-pie"}])
def test_the_first_turn_before_a_swap_is_the_most_even_of_a_sample(options):
    position = start("lifeline", size=5, **options)
    for shares in (range(90, 30, -5), range(10, 70, 5), range(56, 80, 2), range(44, 20, -2)):
        seen, left = {}, iter(shares)

        def estimate(after, seen=seen, left=left):
            yield
            seen[after] = next(left) / 100
            return seen[after]

        turn, after = decide(position, estimate), position
        assert len([*shares]) == openings.FIRST_TURN_COUNT
        assert next(left, None) is None
        for move in turn:
            assert isinstance(move, Place)
            after = after.play(move)
        assert after.is_legal(Swap())
        assert seen[after] == min(seen.values(), key=lambda share: abs(share - 0.5))


@pytest.mark.parametrize("options", [{"start": "strong-pie"}, {"start": "weak-pie"}])
def test_a_decision_is_due_before_the_first_turn_and_before_a_swap(options):
    position = start("lifeline", size=5, **options)
    turn = decide(position)
    for number, move in enumerate(turn):
        assert openings.is_decision_due(position) is (number == 0)
        position = position.play(move)
    assert openings.is_decision_due(position)
    assert not openings.is_decision_due(position.play(Swap()))


@pytest.mark.parametrize("options", [{"start": "strong-pie"}, {"start": "weak-pie"}])
def test_first_turns_vary_and_avoid_cramped_cells(options):
    position, turns = start("lifeline", size=3, **options), set()
    middle = parse_move("c3", position.topology)
    for seed in range(50):
        turn = run_to_end(openings.choose_opening_turn(position, random.Random(seed), None))
        after = position
        for move in turn:
            assert move in openings.without_cramped(after, [move, middle])
            after = after.play(move)
        turns.add(turn)
    assert len(turns) > 10


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
