"""Glicko-2 against Glickman's worked example, an unrelated package, and its invariants."""

import glicko2 as witness
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.ratings import rate_clubs
from bot.services.values.ratings.glicko2 import GameResult, Rating, aged, expected_score, updated

values = st.floats(600, 2400)
usual_values = st.floats(1000, 2000)
deviations = st.floats(30, 350)
ratings = st.builds(Rating, values, deviations, st.floats(0.04, 0.08))
results = st.lists(st.builds(GameResult, ratings, st.sampled_from([0.0, 0.5, 1.0])), min_size=1)
# so few that no deviation reaches its limit, which the other package lacks
few_results = st.lists(
    st.builds(
        GameResult, st.builds(Rating, usual_values, deviations), st.sampled_from([0.0, 0.5, 1.0])
    ),
    min_size=1,
    max_size=3,
)


def by_the_witness(rating, games):
    player = witness.Player(rating.value, rating.deviation, rating.volatility)
    player.update_player(
        [game.opponent.value for game in games],
        [game.opponent.deviation for game in games],
        [game.score for game in games],
    )
    return player


def test_the_worked_example_of_glickman():
    rating = updated(
        Rating(1500, 200, 0.06),
        [
            GameResult(Rating(1400, 30), 1),
            GameResult(Rating(1550, 100), 0),
            GameResult(Rating(1700, 300), 0),
        ],
    )
    assert rating.value == pytest.approx(1464.06, abs=0.02)
    assert rating.deviation == pytest.approx(151.52, abs=0.01)
    assert rating.volatility == pytest.approx(0.05999, abs=0.00001)


@given(st.floats(30, 250), st.floats(0.04, 0.08), few_results)
def test_agrees_with_an_unrelated_package_to_the_digit(deviation, volatility, games):
    # In step 5, glicko2 2.1.0 uses the rating instead of the deviation. If both are the same
    # number, its result is right, and this test compares all digits.
    rating = Rating(1500 + deviation, deviation, volatility)
    ours, theirs = updated(rating, games), by_the_witness(rating, games)
    assert ours.value == pytest.approx(theirs.rating, abs=1e-3)
    assert ours.deviation == pytest.approx(theirs.rd, abs=1e-3)
    assert ours.volatility == pytest.approx(theirs.vol, abs=1e-6)


@given(st.builds(Rating, usual_values, st.floats(30, 250), st.floats(0.04, 0.08)), few_results)
def test_agrees_with_the_package_closely_everywhere(rating, games):
    ours, theirs = updated(rating, games), by_the_witness(rating, games)
    assert ours.value == pytest.approx(theirs.rating, abs=2)
    assert ours.deviation == pytest.approx(theirs.rd, abs=1)


@given(ratings, results, st.floats(0, 500))
def test_no_rating_becomes_less_sure_than_that_of_a_new_player(rating, games, periods):
    assert updated(rating, games, periods).deviation < 350.001
    assert aged(rating, periods).deviation < 350.001


@given(ratings, st.floats(0, 50), st.floats(0, 50))
def test_ageing_twice_is_ageing_once_for_the_whole_time(rating, first, second):
    twice, once = aged(aged(rating, first), second), aged(rating, first + second)
    assert twice.deviation == pytest.approx(once.deviation)


@given(ratings, st.floats(0, 50))
def test_without_games_a_rating_only_ages(rating, periods):
    assert updated(rating, [], periods) == aged(rating, periods)


@given(ratings, ratings)
def test_the_expected_scores_of_both_make_one_game(rating, opponent):
    assert expected_score(rating, opponent) + expected_score(opponent, rating) == pytest.approx(1)


@given(ratings, ratings)
def test_a_win_raises_and_a_loss_lowers(rating, opponent):
    assert updated(rating, [GameResult(opponent, 1)]).value > rating.value
    assert updated(rating, [GameResult(opponent, 0)]).value < rating.value


def test_a_longer_time_since_the_last_game_lets_a_game_count_for_more():
    sure = Rating(1500, 60)
    win = [GameResult(Rating(1500, 60), 1)]
    assert updated(sure, win, 100).value > updated(sure, win, 0).value


def test_eight_games_order_a_club_and_the_ranges_hold():
    fit = rate_clubs()
    assert fit.ordered >= 0.83
    assert 0.93 <= fit.held <= 0.97
    assert 0.93 <= fit.held_in_club <= 0.97


def test_the_ranges_within_a_club_hold_after_many_games():
    assert 0.93 <= rate_clubs(200, games_each=32).held_in_club <= 0.97
