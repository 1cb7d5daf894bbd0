"""How much one person may ask for in a minute."""

from datetime import timedelta

import pytest

from bot.errors.permissions import TooFast
from bot.services.people.rate_limits import Action, Allowance, RateLimiter

ALLOWED = Allowance(actions=6, pictures=4, challenges=2, games=1, suggestions=0)


@pytest.fixture
def rates(clock):
    return RateLimiter(clock, ALLOWED, clock.seconds)


def spend(rates, times, action=Action.ACTION, user_id=1, cost=1):
    for _ in range(times):
        rates.spend(user_id, action, cost)


def test_a_minutes_worth_may_be_spent_at_once_and_no_more(rates, clock):
    spend(rates, 6)
    with pytest.raises(TooFast) as refused:
        rates.spend(1, Action.ACTION)
    assert refused.value.until == clock() + timedelta(seconds=10)


def test_the_whole_of_any_allowance_may_be_spent_at_once(clock):
    for most in range(1, 1000):
        rates = RateLimiter(clock, Allowance(actions=most), lambda: 123_456.789)
        spend(rates, most)
        with pytest.raises(TooFast):
            rates.spend(1, Action.ACTION)


def test_it_works_again_exactly_when_it_was_said(rates, clock):
    spend(rates, 6)
    clock.advance(seconds=9)
    with pytest.raises(TooFast):
        rates.spend(1, Action.ACTION)
    clock.advance(seconds=1)
    rates.spend(1, Action.ACTION)
    with pytest.raises(TooFast):
        rates.spend(1, Action.ACTION)


def test_a_refusal_takes_nothing(rates, clock):
    spend(rates, 6)
    for _ in range(50):
        with pytest.raises(TooFast):
            rates.spend(1, Action.ACTION)
    clock.advance(seconds=10)
    rates.spend(1, Action.ACTION)


def test_people_and_deeds_do_not_share_a_bucket(rates):
    spend(rates, 6)
    spend(rates, 6, user_id=2)
    spend(rates, 4, Action.PICTURE)


def test_what_costs_more_than_a_bucket_holds_is_had_when_the_bucket_is_full(rates, clock):
    rates.spend(1, Action.PICTURE, 20)
    with pytest.raises(TooFast) as refused:
        rates.spend(1, Action.PICTURE, 1)
    assert refused.value.until > clock() + timedelta(minutes=3)
    clock.advance(minutes=5)
    rates.spend(1, Action.PICTURE, 20)


def test_zero_means_as_many_as_one_likes(rates):
    spend(rates, 10_000, Action.SUGGESTION)


def test_whoever_has_rested_is_forgotten(rates, clock):
    for user_id in range(500):
        rates.spend(user_id, Action.ACTION)
    clock.advance(minutes=2)
    rates.spend(1000, Action.ACTION)
    assert len(rates) == 1


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_time_of_day_that_is_set_changes_nothing(clock, hours):
    elapsed = 100.0
    rates = RateLimiter(clock, ALLOWED, lambda: elapsed)
    spend(rates, 6)
    clock.advance(hours=hours)
    with pytest.raises(TooFast) as refused:
        rates.spend(1, Action.ACTION)
    assert refused.value.until == clock() + timedelta(seconds=10)
    elapsed += 10
    rates.spend(1, Action.ACTION)


def test_nobody_who_plays_at_full_speed_is_refused(clock):
    """An hour of three presses every two seconds, each of which shows a picture."""
    rates = RateLimiter(clock, Allowance(), clock.seconds)
    for _ in range(5400):
        rates.spend(1, Action.ACTION)
        rates.spend(1, Action.PICTURE)
        clock.advance(seconds=2 / 3)
