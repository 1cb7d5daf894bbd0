"""Numbers of players and games that the `/about` command shows."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services.use_cases.service import Service, ServiceDependencies
from bot.store.tables import game_lists

GOOD_FOR = timedelta(minutes=10)  # counting a million games takes a while


@dataclass(frozen=True, slots=True)
class Statistics:
    """Numbers of known players, games in progress and finished games."""

    players: int
    running: int
    finished: int


class StatisticsService(Service):
    """Use case of statistics: numbers of players and games, cached for ten minutes."""

    def __init__(self, dependencies: ServiceDependencies) -> None:
        super().__init__(dependencies)
        self._last: tuple[datetime, Statistics] | None = None

    async def count(self) -> Statistics:
        """Return the numbers of players and games, at most ten minutes old."""
        now = self._clock()
        if self._last is None or now - self._last[0] > GOOD_FOR:
            players, running, finished = await self._database.read(game_lists.count_totals)
            self._last = now, Statistics(players, running, finished)
        return self._last[1]
