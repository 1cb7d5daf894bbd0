"""Regular maintenance of the database: cleanup of old rows, and daily backups."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bot.errors.startup import CannotStart
from bot.services.use_cases.service import Service
from bot.store.backup import back_up, newest_backup_time
from bot.store.engine.database import Transaction
from bot.store.tables import (
    challenges,
    daily,
    interaction_tokens,
    interactions,
    key_values,
    last_looks,
    lobby,
    outbox,
    outbox_queries,
    try_board,
    user_install_channels,
    vacations,
)
from bot.store.tables.bot_time import bot_time_of

# Discord repeats an interaction within seconds, and its token is valid for 15 minutes
INTERACTIONS = timedelta(days=2)
MESSAGES = timedelta(days=30)  # dead messages too: they may name people, as PRIVACY.md says
CHALLENGES = timedelta(days=30)  # after expiry, for challenges without a game
PLACES = timedelta(days=30)  # unused user-install channels without a game
# more than a calendar year, because the allowance for strict games is counted by year
VACATIONS = timedelta(days=400)
DAILY_POSTS = timedelta(days=30)  # they contain the names of people who opened them
TRY_BOARDS = timedelta(days=365)  # after the end of the game
LAST_LOOKS = timedelta(days=365)
# challenges, or games with try-boards, deleted per transaction, so that moves wait little
BATCH = 500
CLEARING = 0.1  # seconds to wait for readers of the write-ahead log; the next run tries again
BETWEEN_COPIES = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CleanupResult:
    """Numbers of old rows that a cleanup deleted, by kind of row."""

    interactions: int
    messages: int
    challenges: int
    locations: int
    vacations: int
    try_boards: int
    daily_posts: int
    last_looks: int


class MaintenanceService(Service):
    """Use cases of hourly maintenance: delete old rows, back up the database."""

    async def clean_up(self) -> CleanupResult:
        """Delete old rows, but neither games nor messages still to be sent.

        It also empties SQLite's write-ahead log, where data of deleted people may remain.
        """
        now = self._clock()
        handled, messages = await self._database.write(self._tidy, now)
        tidied = CleanupResult(
            interactions=handled,
            messages=messages,
            challenges=await self._forget_in_batches(_forget_challenges, now),
            locations=await self._database.claim(user_install_channels.delete_unused, now - PLACES),
            vacations=await self._database.claim(vacations.delete_before, now - VACATIONS),
            try_boards=await self._forget_in_batches(
                try_board.delete_ended_before, now - TRY_BOARDS
            ),
            daily_posts=await self._database.claim(
                daily.delete_before, (now - DAILY_POSTS).toordinal()
            ),
            last_looks=await self._database.claim(last_looks.delete_before, now - LAST_LOOKS),
        )
        await self._database.truncate_wal(wait=CLEARING)
        return tidied

    async def get_backup_age(self, folder: Path) -> float:
        """Return the age of the newest backup in seconds.

        :returns: infinity without a backup; NaN for PostgreSQL, which is not backed up.
        """
        if self._database.path is None:
            return math.nan
        now = self._clock()
        try:
            last = await asyncio.to_thread(newest_backup_time, folder, now)
        except CannotStart:
            return math.inf  # `copy_if_due` logs the reason every hour
        return math.inf if last is None else (now - last).total_seconds()

    async def back_up_if_due(self, folder: Path, kept: int) -> Path | None:
        """Back up the database if the newest backup is a day old; return the new backup, or None.

        PostgreSQL is never backed up.

        :param kept: number of backups to keep.
        :raises CannotStart: the folder cannot be read, or the backup cannot be written or verified.
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
        await lobby.delete_closed(tx, await bot_time_of(tx, now - CHALLENGES, now))
        return handled, await outbox.delete_before(tx, now - MESSAGES)

    async def _forget_in_batches(
        self, forget: Callable[[Transaction, datetime, int], Awaitable[int]], moment: datetime
    ) -> int:
        dropped = last = await self._database.claim(forget, moment, BATCH)
        while last == BATCH:
            last = await self._database.claim(forget, moment, BATCH)
            dropped += last
        return dropped


async def _forget_challenges(tx: Transaction, now: datetime, limit: int) -> int:
    moment = await bot_time_of(tx, now - CHALLENGES, now)
    kept = await outbox_queries.challenges_in_notifications(tx)
    return await challenges.delete_before(tx, moment, limit, kept)


class KeyValueStore(Service):
    """Key-value store in the database, for data of the program itself, not of players."""

    async def read(self, key: str) -> str | None:
        """Return the value stored in the database under a key; None if no value is stored."""
        return await self._database.read(key_values.read, key)

    async def write(self, key: str, value: str) -> None:
        """Store a value in the database under a key of at most 40 characters."""
        await self._database.write(key_values.write, key, value)
