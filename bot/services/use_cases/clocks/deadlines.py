"""Use cases of the deadline loop: each deadline is handled in one transaction, by one process."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors.storage import StorageError
from bot.services.steps.deadline_handlers import HANDLERS
from bot.services.steps.game_clocks import NOTICED, begin_board_updates
from bot.services.use_cases.lobby import LobbyService
from bot.services.use_cases.plans.chains import ChainService
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import OFFER_DUE, Due
from bot.store.engine.database import Transaction
from bot.store.tables import bot_time, challenges, deadlines
from bot.store.tables.bot_time import bot_time_of, downtime_at, to_bot_time, to_wall_time
from bot.store.tables.deadlines import Deadline
from bot.store.tables.schema import BotTime

OVERDUE = timedelta(minutes=1)  # the loop runs every 20 seconds


@dataclass(frozen=True, slots=True)
class OverdueDeadlines:
    """Number of deadlines that are over a minute late, and the delay of the oldest one.

    :ivar longest: the delay; zero if no deadline is that late.
    """

    count: int
    longest: timedelta


class DeadlineService(Service):
    """Use cases of the deadline loop: heartbeats, and deadlines that are due."""

    def __init__(
        self, dependencies: ServiceDependencies, lobby: LobbyService, chains: ChainService
    ) -> None:
        super().__init__(dependencies)
        self._lobby = lobby
        self._chains = chains
        # the error of the last heartbeat: nothing else can be stored then either
        self.error: StorageError | None = None

    def now(self) -> datetime:
        """Return the current time (UTC) of the clock by which deadlines become due."""
        return self._clock()

    async def record_heartbeat(self) -> timedelta:
        """Store that the bot is running; return the length of the outage that just ended, or zero.

        Clocks run in the bot's own time, which leaves outages out, so no player has lost time.
        """
        try:
            outage = await self._record_heartbeat()
        except StorageError as error:
            self.error = error
            raise
        self.error = None
        return outage

    @reads
    async def find_due(self, tx: Transaction, limit: int) -> list[Deadline]:
        """Return at most `limit` due deadlines, oldest first, without claiming them."""
        now = self._clock()
        return await deadlines.find_due(tx, now, await bot_time_of(tx, now, now), limit)

    async def handle(self, deadline: Deadline) -> bool:
        """Handle a deadline in one transaction; return False if the deadline was no longer due."""
        if deadline.kind == Due.PLANS:  # in several transactions
            return await self._chains.resume(deadline.subject)
        return await self._handle(deadline)

    @writes
    async def _handle(self, tx: Transaction, deadline: Deadline) -> bool:
        now = self._clock()
        bot_now = await bot_time_of(tx, now, now)
        if deadline.lateness(now, bot_now) < timedelta(0):
            return False
        if not await deadlines.take(tx, deadline):
            return False
        if deadline.kind in OFFER_DUE:
            await self._lobby.handle_due(tx, deadline, now)
        else:
            await HANDLERS[deadline.kind](tx, deadline, now)
        return True

    @writes
    async def postpone(self, tx: Transaction, deadline: Deadline, wait: timedelta) -> None:
        """Move a deadline whose handling failed to `wait` from now, unless it has changed since."""
        if not await deadlines.take(tx, deadline):
            return
        now = self._clock()
        later: datetime | BotTime = now + wait
        if isinstance(deadline.due_at, BotTime):
            later = await bot_time_of(tx, now + wait, now)
        await deadlines.postpone(tx, deadline, later)

    @reads
    async def next_due(self, tx: Transaction) -> datetime | None:
        """Return when the next deadline or expiry of a challenge is due; None if neither exists."""
        first, bot_first = await deadlines.next_due(tx)
        downtime = await downtime_at(tx, self._clock())
        moments = [
            to_wall_time(each, downtime)
            for each in (bot_first, await challenges.next_expiry(tx))
            if each is not None
        ]
        return min(moments if first is None else [*moments, first], default=None)

    @reads
    async def count_overdue(self, tx: Transaction) -> OverdueDeadlines:
        """Return how many deadlines are over a minute late, and the delay of the oldest one."""
        now = self._clock()
        downtime = await downtime_at(tx, now)
        before = now - OVERDUE
        count, first, bot_first = await deadlines.count_overdue(
            tx, before, to_bot_time(before, downtime)
        )
        oldest = [] if first is None else [first]
        if bot_first is not None:
            oldest.append(to_wall_time(bot_first, downtime))
        return OverdueDeadlines(count, now - min(oldest, default=now))

    @writes
    async def _record_heartbeat(self, tx: Transaction) -> timedelta:
        now = self._clock()
        outage = await bot_time.record_heartbeat(tx, now)
        if outage >= NOTICED:
            await begin_board_updates(tx, now)
        return outage
