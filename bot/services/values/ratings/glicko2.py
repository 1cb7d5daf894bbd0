"""Glicko-2: a player's rating and its uncertainty.

Pure arithmetic after Mark Glickman, "Example of the Glicko-2 system" (revision of March 2022); step
numbers are his. This version differs in two ways: a rating may be updated after every game instead
of once per period, and the time since the last update may be a fraction of a period.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

TAU = 0.5
"""Limit on changes of the volatility; Glickman suggests 0.3 to 1.2."""

INITIAL_RATING = 1500.0
INITIAL_DEVIATION = 350.0
INITIAL_VOLATILITY = 0.06

_SCALE = 173.7178
_CONVERGED = 0.000001


@dataclass(frozen=True, slots=True)
class Rating:
    """Rating in points, with its deviation (one standard deviation, in points) and volatility."""

    value: float = INITIAL_RATING
    deviation: float = INITIAL_DEVIATION
    volatility: float = INITIAL_VOLATILITY


@dataclass(frozen=True, slots=True)
class GameResult:
    """Game against an opponent with their rating before the game. A win is 1, a draw 0.5."""

    opponent: Rating
    score: float


def aged(rating: Rating, periods: float) -> Rating:
    """Return a rating after periods without games: its deviation grows, up to that of a new one."""
    deviation = _SCALE * sqrt((rating.deviation / _SCALE) ** 2 + periods * rating.volatility**2)
    return replace(rating, deviation=min(deviation, max(rating.deviation, INITIAL_DEVIATION)))


def periods_until(rating: Rating, deviation: float) -> float:
    """Return the number of periods without games after which the deviation reaches a value."""
    missing = deviation**2 - rating.deviation**2
    return max(0.0, missing / (_SCALE * rating.volatility) ** 2)


def expected_score(rating: Rating, opponent: Rating) -> float:
    """Return the expected score, between 0 and 1, given the deviations of both ratings."""
    both = sqrt(rating.deviation**2 + opponent.deviation**2) / _SCALE
    return _expected((rating.value - opponent.value) / _SCALE, both)


def updated(rating: Rating, results: Sequence[GameResult], periods: float = 1.0) -> Rating:
    """Return a rating after games that were played `periods` rating periods after its update.

    Without results only the deviation grows (see `aged`).
    """
    if not results:
        return aged(rating, periods)
    deviation = rating.deviation / _SCALE
    information, surprise = 0.0, 0.0
    for result in results:
        distance = (rating.value - result.opponent.value) / _SCALE
        opponent_deviation = result.opponent.deviation / _SCALE
        weight = _weight(opponent_deviation)
        expected = _expected(distance, opponent_deviation)
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (result.score - expected)
    variance = 1 / information
    volatility = _volatility(deviation, rating.volatility, variance, variance * surprise)
    squared = min(
        deviation**2 + periods * volatility**2,
        max(deviation, INITIAL_DEVIATION / _SCALE) ** 2,
    )
    squared = 1 / (1 / squared + information)
    return Rating(rating.value + _SCALE * squared * surprise, _SCALE * sqrt(squared), volatility)


def _weight(deviation: float) -> float:
    """Return the weight of a game against an opponent with this deviation (Glickman's g)."""
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


def _expected(distance: float, deviation: float) -> float:
    return 1 / (1 + exp(-_weight(deviation) * distance))


def _volatility(deviation: float, volatility: float, variance: float, improvement: float) -> float:
    """Return the new volatility (step 5).

    It follows from the root of Glickman's function f. The Illinois method, a variant of regula
    falsi that cannot stall, finds the root.
    """
    start = log(volatility**2)

    def f(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        return exp(x) * (improvement**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    lower, upper = start, start - TAU
    if improvement**2 > deviation**2 + variance:
        upper = log(improvement**2 - deviation**2 - variance)
    else:
        while f(upper) < 0:
            upper -= TAU
    f_lower, f_upper = f(lower), f(upper)
    while abs(upper - lower) > _CONVERGED:
        between = lower + (lower - upper) * f_lower / (f_upper - f_lower)
        f_between = f(between)
        if f_between * f_upper <= 0:
            lower, f_lower = upper, f_upper
        else:
            f_lower /= 2
        upper, f_upper = between, f_between
    return exp(lower / 2)
