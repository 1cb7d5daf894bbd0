"""The program looking after its database: old rows dropped, a verified copy made each night."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bot.errors import CannotStart
from bot.store.backup import back_up, newest_backup_time
from bot.store.engine.database import Database, Transaction
from bot.store.tables import (
    challenges,
    interaction_tokens,
    interactions,
    outbox,
    outbox_queries,
    vacations,
)

# Discord repeats an interaction within seconds; its token is good for 15 minutes
INTERACTIONS = timedelta(days=2)
MESSAGES = timedelta(days=30)  # given up ones as well: they may name people, as PRIVACY.md says
CHALLENGES = timedelta(days=30)  # after the time to accept, for those that became no game
PLACES = timedelta(days=30)  # unused ones without a game, where the bot is no member
# a calendar year and more: the days of strict games are counted by the year
VACATIONS = timedelta(days=400)
BATCH = 500  # challenges dropped in one transaction, so that nobody's move waits for long
CLEARING = 0.1  # seconds to wait for readers of the write-ahead log; there is a next hour
BETWEEN_COPIES = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many rows were dropped."""

    interactions: int
    messages: int
    challenges: int
    locations: int
    vacations: int


class UpkeepService:
    """Use cases of the program looking after itself; to be run now and then."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def tidy(self) -> Tidied:
        """Drop rows that are too old to matter, but no games and no messages on their way.

        Empties SQLite's write-ahead log as well: a deletion of a person's data may not have been
        able to.
        """
        now = self._clock()
        handled, told = await self._database.write(self._tidy, now)
        tidied = Tidied(
            interactions=handled,
            messages=told,
            challenges=await self._forget_challenges(now),
            locations=await self._database.claim(
                interaction_tokens.delete_unused_channels, now - PLACES
            ),
            vacations=await self._database.claim(vacations.delete_before, now - VACATIONS),
        )
        await self._database.truncate_wal(wait=CLEARING)
        return tidied

    async def copy_age(self, folder: Path) -> float:
        """Return how many seconds old the newest copy is.

        :returns: infinity while there is none, or none that can be found; not a number for
            PostgreSQL, which we do not copy.
        """
        if self._database.path is None:
            return math.nan
        now = self._clock()
        try:
            last = await asyncio.to_thread(newest_backup_time, folder, now)
        except CannotStart:
            return math.inf  # why is in the log each hour, when a copy is to be made
        return math.inf if last is None else (now - last).total_seconds()

    async def copy_if_due(self, folder: Path, kept: int) -> Path | None:
        """Copy the database when the newest copy is a day old; return the copy, if one was made.

        :param kept: how many copies stay.
        :raises CannotStart: the folder cannot be looked into, or the copy cannot be written or does
            not verify.
        """
        if self._database.path is None:
            return None
        now = self._clock()
        last = await asyncio.to_thread(newest_backup_time, folder, now)
        if last is not None and now - last < BETWEEN_COPIES:
            return None
        return await back_up(self._database, folder, now, kept=kept)

    async def _tidy(self, tx: Transaction, now: datetime) -> tuple[int, int]:
        await interaction_tokens.delete_expired(tx, now)
        handled = await interactions.delete_before(tx, now - INTERACTIONS)
        return handled, await outbox.delete_before(tx, now - MESSAGES)

    async def _forget_challenges(self, now: datetime) -> int:
        dropped = last = await self._database.claim(_forget_some, now - CHALLENGES)
        while last == BATCH:
            last = await self._database.claim(_forget_some, now - CHALLENGES)
            dropped += last
        return dropped


async def _forget_some(tx: Transaction, moment: datetime) -> int:
    kept = await outbox_queries.challenges_in_notifications(tx)
    return await challenges.delete_before(tx, moment, BATCH, kept)
