"""Standings: ratings over time, and the effect of one game on them. Pure.

Live games and a recomputation use the same functions, so both give the same digits.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services.values.ratings.glicko2 import GameResult, Rating, aged, periods_until, updated

PERIOD = timedelta(days=7)
"""Rating period of Glicko-2, in which a rating ages once by its volatility."""

LISTED_DEVIATION = 160.0
"""Players with a narrower range are on the leaderboard."""

LISTED_FOR = timedelta(days=90)
"""Players remain on the leaderboard for this long after their last rated game."""

NO_TIME = timedelta(0)
NEW = Rating()


@dataclass(frozen=True, slots=True)
class Standing:
    """Player's rating in one kind of game, number of rated games, and end of the last game."""

    rating: Rating = NEW
    games: int = 0
    changed_at: datetime | None = None

    def idle_time(self, at: datetime) -> timedelta:
        """Return the time since the last rated game; 0 before the first."""
        # the clocks of two processes may differ by a moment
        return NO_TIME if self.changed_at is None else max(NO_TIME, at - self.changed_at)

    def rating_at(self, moment: datetime) -> Rating:
        """Return the rating at a moment; its deviation grows with the time since the last game."""
        return aged(self.rating, self.idle_time(moment) / PERIOD)

    @property
    def listed_until(self) -> datetime | None:
        """Moment until which the leaderboard lists the player; None if the player is not listed."""
        if self.changed_at is None or self.rating.deviation >= LISTED_DEVIATION:
            return None
        wide = periods_until(self.rating, LISTED_DEVIATION) * PERIOD
        return self.changed_at + min(wide, LISTED_FOR)


def after_game(standing: Standing, opponent: Rating, score: float, at: datetime) -> Standing:
    """Return a standing after a rated game.

    :param opponent: the opponent's rating before the game (see `Standing.rating_at`).
    :param score: 1 for a win, 0.5 for a draw, 0 for a loss.
    """
    result = [GameResult(opponent, score)]
    rating = updated(standing.rating, result, standing.idle_time(at) / PERIOD)
    return Standing(rating, standing.games + 1, at)


def score_of(seat: int, winner_seat: int | None) -> float:
    """Return the score of a seat: 1 for a win, 0.5 for a draw (no winner), 0 for a loss."""
    return 0.5 if winner_seat is None else float(seat == winner_seat)
