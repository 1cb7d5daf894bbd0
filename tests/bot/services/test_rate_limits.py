"""Per-user rate limits."""

from datetime import timedelta

import pytest

from bot.errors.permissions import TooFast
from bot.services.values.people.rate_limits import Action, Allowance, RateLimiter

ALLOWED = Allowance(actions=6, pictures=4, challenges=2, games=1, suggestions=0)


@pytest.fixture
def rates(clock):
    return RateLimiter(clock, ALLOWED, clock.seconds)


def spend(rates, times, action=Action.ACTION, user_id=1, cost=1):
    for _ in range(times):
        rates.spend(user_id, action, cost)


def test_allows_one_minutes_allowance_at_once_and_no_more(rates, clock):
    spend(rates, 6)
    with pytest.raises(TooFast) as refused:
        rates.spend(1, Action.ACTION)
    assert refused.value.until == clock() + timedelta(seconds=10)


def test_allows_any_whole_allowance_at_once(clock):
    for most in range(1, 1000):
        rates = RateLimiter(clock, Allowance(actions=most), lambda: 123_456.789)
        spend(rates, most)
        with pytest.raises(TooFast):
            rates.spend(1, Action.ACTION)


def test_allows_the_next_action_exactly_when_announced(rates, clock):
    spend(rates, 6)
    clock.advance(seconds=9)
    with pytest.raises(TooFast):
        rates.spend(1, Action.ACTION)
    clock.advance(seconds=1)
    rates.spend(1, Action.ACTION)
    with pytest.raises(TooFast):
        rates.spend(1, Action.ACTION)


def test_a_refusal_costs_nothing(rates, clock):
    spend(rates, 6)
    for _ in range(50):
        with pytest.raises(TooFast):
            rates.spend(1, Action.ACTION)
    clock.advance(seconds=10)
    rates.spend(1, Action.ACTION)


def test_people_and_kinds_of_action_have_separate_buckets(rates):
    spend(rates, 6)
    spend(rates, 6, user_id=2)
    spend(rates, 4, Action.PICTURE)


def test_an_action_that_costs_more_than_the_bucket_needs_a_full_one(rates, clock):
    rates.spend(1, Action.PICTURE, 20)
    with pytest.raises(TooFast) as refused:
        rates.spend(1, Action.PICTURE, 1)
    assert refused.value.until > clock() + timedelta(minutes=3)
    clock.advance(minutes=5)
    rates.spend(1, Action.PICTURE, 20)


def test_zero_means_no_limit(rates):
    spend(rates, 10_000, Action.SUGGESTION)


def test_forgets_people_whose_buckets_are_full(rates, clock):
    for user_id in range(500):
        rates.spend(user_id, Action.ACTION)
    clock.advance(minutes=2)
    rates.spend(1000, Action.ACTION)
    assert len(rates) == 1


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_change_of_the_system_time_has_no_effect(clock, hours):
    elapsed = 100.0
    rates = RateLimiter(clock, ALLOWED, lambda: elapsed)
    spend(rates, 6)
    clock.advance(hours=hours)
    with pytest.raises(TooFast) as refused:
        rates.spend(1, Action.ACTION)
    assert refused.value.until == clock() + timedelta(seconds=10)
    elapsed += 10
    rates.spend(1, Action.ACTION)


def test_allows_an_hour_of_play_at_full_speed(clock):
    """Three presses every two seconds for an hour, each of which shows a picture."""
    rates = RateLimiter(clock, Allowance(), clock.seconds)
    for _ in range(5400):
        rates.spend(1, Action.ACTION)
        rates.spend(1, Action.PICTURE)
        clock.advance(seconds=2 / 3)
