"""The program looking after its database: old rows dropped, a verified copy made each night."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bot.errors import CannotStart
from bot.store import interactions, outbox, voices
from bot.store.backup import back_up, newest
from bot.store.database import Database, Transaction

# Discord repeats an interaction within seconds; its token is good for 15 minutes
INTERACTIONS = timedelta(days=2)
MESSAGES = timedelta(days=30)  # given up ones as well: they may name people, as PRIVACY.md says
BETWEEN_COPIES = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many rows were dropped."""

    interactions: int
    messages: int


class UpkeepService:
    """Use cases of the program looking after itself; to be run now and then."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def tidy(self) -> Tidied:
        """Drop what is too old to matter; games and challenges stay, and what is on its way."""
        return await self._database.write(self._tidy)

    async def copy_age(self, folder: Path) -> float:
        """Return how many seconds old the newest copy is.

        :returns: infinity while there is none, or none that can be found; not a number for
            PostgreSQL, which we do not copy.
        """
        if self._database.path is None:
            return math.nan
        now = self._clock()
        try:
            last = await asyncio.to_thread(newest, folder, now)
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
        last = await asyncio.to_thread(newest, folder, now)
        if last is not None and now - last < BETWEEN_COPIES:
            return None
        return await back_up(self._database, folder, now, kept=kept)

    async def _tidy(self, tx: Transaction) -> Tidied:
        now = self._clock()
        await voices.forget_expired(tx, now)
        handled = await interactions.forget_before(tx, now - INTERACTIONS)
        return Tidied(handled, await outbox.forget_before(tx, now - MESSAGES))
