"""Winning probabilities, from shares of won random games and learned curves."""

import math
import random
from types import SimpleNamespace

import pytest

pytest.importorskip("numba", reason="numba is not installed: nothing can be learned")

from sparring import win_probability
from sparring.levels import SEARCHABLE
from sparring.tuning.calibrate import PRIOR_SAMPLES, SIZES, fit_curve, scale_game_count
from sparring.win_probability import game_phase, log_odds

probability = win_probability.win_probability
SHARES = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]


def start_position(game, size):
    return game.start(game.ruleset({"size": size}))


@pytest.mark.parametrize("game", SEARCHABLE, ids=lambda game: game.key)
def test_a_better_share_is_a_better_probability_on_every_board(game):
    size = game.option("size")
    for each in range(size.minimum, size.maximum + 1):
        found = [probability(start_position(game, each), share) for share in SHARES]
        assert found == sorted(found)
        assert 0 < found[0] < 0.5 < found[-1] < 1


@pytest.mark.parametrize("game", SEARCHABLE, ids=lambda game: game.key)
def test_a_board_without_a_curve_uses_the_nearest_size(game, monkeypatch):
    curves = {(game.key, 7, part): (-1.0, 1.0) for part in range(3)}
    curves |= {(game.key, 10, part): (1.0, 1.0) for part in range(3)}
    monkeypatch.setattr(win_probability, "_read_curves", lambda: curves)
    win_probability._find_curve.cache_clear()
    try:
        found = {
            size: probability(start_position(game, size), 0.5) > 0.5 for size in (5, 7, 8, 9, 12)
        }
    finally:
        win_probability._find_curve.cache_clear()
    assert found == {5: False, 7: False, 8: False, 9: True, 12: True}


@pytest.mark.parametrize("game", SEARCHABLE, ids=lambda game: game.key)
def test_calibration_plays_about_as_many_stones_on_each_size(game):
    small, *larger = SIZES[game.key]
    assert scale_game_count(game.key, small, 100) == 100
    for size in larger:
        cells = [len(game.topology(game.ruleset({"size": each}))) for each in (small, size)]
        assert scale_game_count(game.key, size, 100) == pytest.approx(
            100 * cells[0] / cells[1], abs=1
        )


def test_a_game_has_three_phases():
    game = SEARCHABLE[0]
    rng, position = random.Random(4), game.start(game.ruleset({"size": 5, "start": "none"}))
    seen = []
    while position.outcome() is None:
        seen.append(game_phase(position))
        position = position.play(rng.choice(list(position.legal_moves())))
    assert seen[0] == 0
    assert set(seen) == {0, 1, 2}


@pytest.mark.parametrize(
    ("empty", "phase"), [(12, 0), (9, 0), (8, 1), (5, 1), (4, 2), (1, 2), (0, 2)]
)
def test_a_phase_is_a_third_of_the_board(empty, phase):
    board = SimpleNamespace(empty=(1 << empty) - 1)
    assert game_phase(SimpleNamespace(topology=range(12), board=board)) == phase


@pytest.mark.parametrize("share", [0, 0.004, 0.1, 0.5, 0.9, 0.996, 1])
@pytest.mark.parametrize("phase", range(3))
def test_a_probability_follows_the_curve_of_its_game_size_and_phase(share, phase, monkeypatch):
    game = SEARCHABLE[0]
    keys = [
        (key, size, each) for key in (game.key, "other") for size in (5, 6) for each in range(3)
    ]
    curves = {**dict.fromkeys(keys, (9, 9)), (game.key, 5, phase): (0.3, 0.7)}
    monkeypatch.setattr(win_probability, "game_phase", lambda _: phase)
    monkeypatch.setattr(win_probability, "_read_curves", lambda: curves)
    win_probability._find_curve.cache_clear()
    try:
        found = probability(start_position(game, 5), share)
    finally:
        win_probability._find_curve.cache_clear()
    odds = (
        math.exp(0.3) * (max(0.005, min(0.995, share)) / min(0.995, max(0.005, 1 - share))) ** 0.7
    )
    assert found == pytest.approx(odds / (1 + odds))


def test_the_fit_finds_the_curve_of_the_samples():
    rng, samples = random.Random(1), []
    for _ in range(20_000):
        odds = rng.gauss(0, 1.5)
        samples.append((odds, rng.random() < 1 / (1 + math.exp(0.4 - 1.7 * odds))))
    intercept, slope = fit_curve(samples)
    assert intercept == pytest.approx(-0.4, abs=0.08)
    assert slope == pytest.approx(1.7, abs=0.1)


def test_few_samples_change_the_curve_little():
    samples = [(log_odds(0.9), False)] * 2
    intercept, slope = fit_curve(samples)
    assert len(samples) < PRIOR_SAMPLES
    assert -0.2 < intercept < 0
    assert 0.7 < slope < 1


def test_the_slope_is_never_negative():
    intercept, slope = fit_curve([(odds, odds < 0) for odds in (-2.0, 2.0)] * 500)
    assert slope == 0
    assert intercept == pytest.approx(0, abs=0.01)
