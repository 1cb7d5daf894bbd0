"""Shares of won random games become chances, by curves learned for games, sizes and phases."""

import math
import random

import pytest

pytest.importorskip("numba", reason="numba is not installed: nothing can be learned")

from rules.registry import GAMES
from sparring import chances
from sparring.calibrate import CAUTION, SIZES, fit, games_on
from sparring.chances import chance, log_odds, phase

SHARES = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]


def beginning(game, size):
    return game.start(game.ruleset({"size": size}))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_on_every_board_a_better_share_is_a_better_chance(game):
    size = game.option("size")
    for each in range(size.minimum, size.maximum + 1):
        found = [chance(beginning(game, each), share) for share in SHARES]
        assert found == sorted(found)
        assert 0 < found[0] < 0.5 < found[-1] < 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_board_without_a_curve_has_that_of_the_nearest_size(game, monkeypatch):
    curves = {(game.key, 7, part): (-1.0, 1.0) for part in range(3)}
    curves |= {(game.key, 10, part): (1.0, 1.0) for part in range(3)}
    monkeypatch.setattr(chances, "_curves", lambda: curves)
    chances._curve.cache_clear()
    try:
        found = {size: chance(beginning(game, size), 0.5) > 0.5 for size in (5, 7, 8, 9, 12)}
    finally:
        chances._curve.cache_clear()
    assert found == {5: False, 7: False, 8: False, 9: True, 12: True}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_curves_are_learned_on_about_as_many_stones_at_each_size(game):
    small, *larger = SIZES[game.key]
    assert games_on(game.key, small, 100) == 100
    for size in larger:
        cells = [len(game.topology(game.ruleset({"size": each}))) for each in (small, size)]
        assert games_on(game.key, size, 100) == pytest.approx(100 * cells[0] / cells[1], abs=1)


def test_a_board_is_in_its_first_second_or_last_third():
    game = GAMES[0]
    lots, position = random.Random(4), game.start(game.ruleset({"size": 5, "start": "none"}))
    seen = []
    while position.outcome() is None:
        seen.append(phase(position))
        position = position.play(lots.choice(list(position.legal_moves())))
    assert seen[0] == 0
    assert set(seen) == {0, 1, 2}


def test_a_fit_finds_the_curve_that_the_results_were_drawn_from():
    lots, samples = random.Random(1), []
    for _ in range(20_000):
        odds = lots.gauss(0, 1.5)
        samples.append((odds, lots.random() < 1 / (1 + math.exp(0.4 - 1.7 * odds))))
    intercept, slope = fit(samples)
    assert intercept == pytest.approx(-0.4, abs=0.08)
    assert slope == pytest.approx(1.7, abs=0.1)


def test_few_results_hardly_change_what_a_share_says():
    samples = [(log_odds(0.9), False)] * 2
    intercept, slope = fit(samples)
    assert len(samples) < CAUTION
    assert -0.2 < intercept < 0
    assert 0.7 < slope < 1


def test_results_that_contradict_shares_never_turn_them_round():
    intercept, slope = fit([(odds, odds < 0) for odds in (-2.0, 2.0)] * 500)
    assert slope == 0
    assert intercept == pytest.approx(0, abs=0.01)
