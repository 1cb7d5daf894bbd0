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

    :ivar total: the time of each player for a whole game: half of the season, so that every game is
        over at its end.
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
        """Latest moment at which the last game ends, unless an outage of the bot delays it."""
        return self.begins + 2 * self.total

    @property
    def next_begins(self) -> datetime:
        return self.ends + BREAK

    def replay_total(self, now: datetime) -> timedelta | None:
        """Return each player's time for a game that is replayed from now on.

        :returns: None in the last two weeks of the season, when no game is replayed.
        """
        left = self.ends - now
        return left / 2 if left >= REPLAYED_UNTIL else None
