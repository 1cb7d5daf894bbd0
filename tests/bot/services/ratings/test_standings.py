"""Standings: the age of a rating, and the limits of the leaderboard."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.services.values.ratings.glicko2 import GameResult, Rating, updated
from bot.services.values.ratings.standings import LISTED_DEVIATION, Standing, after_game

THEN = datetime(2030, 1, 1, tzinfo=UTC)
OPPONENT = Rating(1600, 80)


@pytest.mark.parametrize("weeks", [0, 1, 52])
def test_a_rating_ages_by_one_period_a_week_before_a_game(weeks):
    standing = Standing(Rating(1500, 60), 9, THEN)
    after = after_game(standing, OPPONENT, 1.0, THEN + timedelta(weeks=weeks))
    assert after.rating == updated(standing.rating, [GameResult(OPPONENT, 1.0)], weeks)


def test_a_rating_at_the_limit_of_the_range_is_not_listed():
    assert Standing(Rating(1500, LISTED_DEVIATION), 9, THEN).listed_until is None
    assert Standing(Rating(1500, LISTED_DEVIATION - 1), 9, THEN).listed_until > THEN
