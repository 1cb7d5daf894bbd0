"""Dates and clock of a season. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

WEEK = timedelta(days=7)
FEWEST_WEEKS, USUAL_WEEKS, MOST_WEEKS = 4, 8, 16
BREAK = WEEK  # between two seasons, and by which too few players postpone a start
REPLAYED_UNTIL = 2 * WEEK  # before the end of the season, if a result is annulled


@dataclass(frozen=True, slots=True)
class Season:
    """Dates of a league season, from its beginning and its number of weeks.

    :ivar total: the time of each player for a whole game. Both together take the whole season, so
        no game is unfinished at its end.
    """

    begins: datetime
    weeks: int

    @property
    def total(self) -> timedelta:
        return self.weeks * WEEK / 2

    @property
    def half(self) -> datetime:
        """Moment at which registration for the next season opens."""
        return self.begins + self.total

    @property
    def ends(self) -> datetime:
        """Moment at which the last game ends, unless the bot is down meanwhile."""
        return self.begins + 2 * self.total

    @property
    def next_begins(self) -> datetime:
        return self.ends + BREAK

    def replay_total(self, now: datetime) -> timedelta | None:
        """Return each player's time in a game replayed from now; None in the last two weeks."""
        left = self.ends - now
        return left / 2 if left >= REPLAYED_UNTIL else None
