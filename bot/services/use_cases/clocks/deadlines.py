"""Use cases of the deadline loop: each deadline is handled in one transaction, by one process."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors.storage import StorageError
from bot.services.steps.deadline_handlers import HANDLERS
from bot.services.steps.game_clocks import current_outage, exclude_part_of_outage
from bot.services.use_cases.lobby import LobbyService
from bot.services.use_cases.plans.chains import ChainService
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import OFFER_DUE, Due
from bot.store.engine.database import Database, Transaction
from bot.store.tables import challenges, deadlines, key_values, outages
from bot.store.tables.deadlines import Deadline
from bot.store.tables.key_values import HEARTBEAT

CATCHING_UP = 10.0  # seconds of correcting clocks after an outage before the next heartbeat
BETWEEN_PARTS = 0.02  # seconds
OVERDUE = timedelta(minutes=1)  # the loop runs every 20 seconds


@dataclass(frozen=True, slots=True)
class OverdueDeadlines:
    """Number of overdue deadlines, and the delay of the oldest one."""

    count: int
    longest: timedelta


class DeadlineService:
    """Use cases of the deadline loop: heartbeats, and deadlines that are due."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        lobby: LobbyService,
        chains: ChainService,
    ) -> None:
        self._lobby = lobby
        self._chains = chains
        self._database = database
        self._clock = clock
        # the error of the last heartbeat: nothing else can be stored then either
        self.error: StorageError | None = None

    def now(self) -> datetime:
        """Return the current time of the clock that measures deadlines."""
        return self._clock()

    async def record_heartbeat(self) -> timedelta:
        """Store a heartbeat; return the length of the outage that it ends, or zero.

        An outage is excluded from all clocks: it postpones the deadlines that depend on them. With
        very many games the correction continues at the next heartbeats, and no deadline is handled
        before it is complete.
        """
        try:
            outage = await self._record_heartbeat()
            await self._exclude_outages()
        except StorageError as error:
            self.error = error
            raise
        self.error = None
        return outage

    @reads
    async def find_due(self, tx: Transaction, limit: int) -> list[Deadline]:
        """Return due deadlines, oldest first, without claiming them."""
        if await outages.read(tx):
            return []
        return await deadlines.find_due(tx, self._clock(), limit)

    async def handle(self, deadline: Deadline) -> bool:
        """Handle a deadline; return False if it was no longer due."""
        if deadline.kind == Due.PLANS:  # in several transactions
            return await self._chains.resume(deadline.subject)
        return await self._handle(deadline)

    @writes
    async def _handle(self, tx: Transaction, deadline: Deadline) -> bool:
        now = self._clock()
        if deadline.due_at > now or await outages.read(tx):
            return False
        if not await deadlines.take(tx, deadline):
            return False
        if deadline.kind in OFFER_DUE:
            await self._lobby.handle_due(tx, deadline, now)
        else:
            await HANDLERS[Due(deadline.kind)](tx, deadline, now)
        return True

    @writes
    async def postpone(self, tx: Transaction, deadline: Deadline, wait: timedelta) -> None:
        """Postpone a deadline whose handling failed."""
        if await deadlines.take(tx, deadline):
            await deadlines.put(tx, deadline.kind, deadline.subject, self._clock() + wait)

    @reads
    async def next_due(self, tx: Transaction) -> datetime | None:
        """Return when the next deadline is due, including expiries of challenges."""
        if await outages.read(tx):
            return self._clock()
        moments = (await deadlines.next_due(tx), await challenges.next_expiry(tx))
        return min((each for each in moments if each is not None), default=None)

    @reads
    async def count_overdue(self, tx: Transaction) -> OverdueDeadlines:
        """Return the number of overdue deadlines and the delay of the oldest one."""
        now = self._clock()
        count, oldest = await deadlines.count_overdue(tx, now - OVERDUE)
        return OverdueDeadlines(count, timedelta(0) if oldest is None else now - oldest)

    @reads
    async def find_due_date(self, tx: Transaction, kind: Due, subject: int) -> datetime | None:
        """Return when a deadline of a game or person is due; None if it is not set."""
        return await deadlines.find(tx, kind, subject)

    @writes
    async def _record_heartbeat(self, tx: Transaction) -> timedelta:
        now = self._clock()
        outage = await current_outage(tx, now)
        await key_values.write(tx, HEARTBEAT, now.isoformat())
        if outage is None:
            return timedelta(0)
        await outages.add(tx, outage)
        return outage.length

    async def _exclude_outages(self) -> None:
        """Exclude outages from clocks in small transactions, so that moves can run in between."""
        if not await self._database.read(outages.read):
            return
        end = time.monotonic() + CATCHING_UP
        while time.monotonic() < end:
            # `claim` locks the rows it changes, so that neither this nor a concurrent move loses a
            # race
            if not await self._database.claim(exclude_part_of_outage, self._clock()):
                return
            await asyncio.sleep(BETWEEN_PARTS)
