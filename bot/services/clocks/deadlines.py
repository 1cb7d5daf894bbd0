"""Doing what is due: one transaction each, by whoever takes its row first."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors import StorageError
from bot.services.clocks.deadline_handlers import HANDLERS
from bot.services.clocks.due_dates import Due
from bot.services.clocks.game_clocks import HEARTBEAT, leave_out_some, vacation
from bot.store.engine.database import Database, Transaction
from bot.store.tables import challenges, deadlines, notes, outages
from bot.store.tables.deadlines import Deadline

CATCHING_UP = 10.0  # seconds of correcting clocks after an outage before the next heartbeat
BETWEEN_PARTS = 0.02  # seconds
OVERDUE = timedelta(minutes=1)  # the loop looks every 20 seconds


@dataclass(frozen=True, slots=True)
class Late:
    """How many deadlines are overdue, and for how long the first of them."""

    count: int
    longest: timedelta


class DeadlineService:
    """Use cases of the loop that watches the time."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        # what kept the last beat from being noted: then nothing else can be stored either
        self.error: StorageError | None = None

    def now(self) -> datetime:
        """Return the present, as deadlines see it."""
        return self._clock()

    async def beat(self) -> timedelta:
        """Note that the bot is there; return how long it was not, if that was long.

        Clocks stood still in that time, and what was due by them is put off by as much. With very
        many games the rest of this is done by the next heartbeats; nothing is due before.
        """
        try:
            absent = await self._database.write(self._beat)
            await self._catch_up()
        except StorageError as error:
            self.error = error
            raise
        self.error = None
        return absent

    async def due(self, limit: int) -> list[Deadline]:
        """Return what is due now, the longest due first; nothing is taken yet."""
        return await self._database.read(self._due, limit)

    async def handle(self, deadline: Deadline) -> bool:
        """Do what is due; False when it was not due any more."""
        return await self._database.write(self._handle, deadline)

    async def put_off(self, deadline: Deadline, wait: timedelta) -> None:
        """Try again later what could not be done."""
        await self._database.write(self._put_off, deadline, wait)

    async def next_due(self) -> datetime | None:
        """Return when the next deadline is, that of challenges included."""
        return await self._database.read(self._next_due)

    async def late(self) -> Late:
        """Return what is due and should have been done by now."""
        now = self._clock()
        count, oldest = await self._database.read(deadlines.count_overdue, now - OVERDUE)
        return Late(count, timedelta(0) if oldest is None else now - oldest)

    async def planned(self, kind: Due, subject: int) -> datetime | None:
        """Return when something is due for a game or a person, None when it is not."""
        return await self._database.read(deadlines.find, kind, subject)

    async def _beat(self, tx: Transaction) -> timedelta:
        now = self._clock()
        outage = await vacation(tx, now)
        await notes.write(tx, HEARTBEAT, now.isoformat())
        if outage is None:
            return timedelta(0)
        await outages.add(tx, outage)
        return outage.length

    async def _catch_up(self) -> None:
        """Leave outages out of clocks in small transactions; between them people can move."""
        if not await self._database.read(outages.read):
            return
        end = time.monotonic() + CATCHING_UP
        while time.monotonic() < end:
            # it locks what it changes, so that it neither loses races nor lets moves lose them
            if not await self._database.claim(leave_out_some, self._clock()):
                return
            await asyncio.sleep(BETWEEN_PARTS)

    async def _due(self, tx: Transaction, limit: int) -> list[Deadline]:
        if await outages.read(tx):
            return []
        return await deadlines.find_due(tx, self._clock(), limit)

    async def _handle(self, tx: Transaction, deadline: Deadline) -> bool:
        now = self._clock()
        if deadline.due_at > now or await outages.read(tx):
            return False
        if not await deadlines.take(tx, deadline):
            return False
        await HANDLERS[Due(deadline.kind)](tx, deadline, now)
        return True

    async def _put_off(self, tx: Transaction, deadline: Deadline, wait: timedelta) -> None:
        if await deadlines.take(tx, deadline):
            await deadlines.put(tx, deadline.kind, deadline.subject, self._clock() + wait)

    async def _next_due(self, tx: Transaction) -> datetime | None:
        if await outages.read(tx):
            return self._clock()
        moments = (await deadlines.next_due(tx), await challenges.next_expiry(tx))
        return min((each for each in moments if each is not None), default=None)
