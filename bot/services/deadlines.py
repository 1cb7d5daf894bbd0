"""Doing what is due: one transaction each, by whoever takes its row first."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors import StoreTrouble
from bot.services.due import Due
from bot.services.steps.acting import tell_all_clocks
from bot.services.steps.due_handlers import HANDLERS
from bot.services.steps.timing import GRACE, HEARTBEAT, last_heartbeat, leave_out
from bot.store import challenges, deadlines, notes
from bot.store.database import Database, Transaction
from bot.store.deadlines import Deadline

PUT_OFF = timedelta(minutes=10)
NOTICED = timedelta(minutes=10)  # less is not worth changing each posted board
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
        self.trouble: StoreTrouble | None = None

    def now(self) -> datetime:
        """Return the present, as deadlines see it."""
        return self._clock()

    async def beat(self) -> timedelta:
        """Note that the bot is there; return how long it was not, if that was long.

        Clocks stood still in that time, and what was due by them is put off by as much.
        """
        try:
            absent = await self._database.write(self._beat)
        except StoreTrouble as trouble:
            self.trouble = trouble
            raise
        self.trouble = None
        return absent

    async def due(self, limit: int) -> list[Deadline]:
        """Return what is due now, the longest due first; nothing is taken yet."""
        now = self._clock()
        return await self._database.read(deadlines.due, now, limit)

    async def handle(self, deadline: Deadline) -> bool:
        """Do what is due; False when it was not due any more."""
        return await self._database.write(self._handle, deadline)

    async def put_off(self, deadline: Deadline) -> None:
        """Try again later what could not be done."""
        await self._database.write(self._put_off, deadline)

    async def next_due(self) -> datetime | None:
        """Return when the next deadline is, that of challenges included."""
        return await self._database.read(_next_due)

    async def late(self) -> Late:
        """Return what is due and should have been done by now."""
        now = self._clock()
        count, oldest = await self._database.read(deadlines.overdue, now - OVERDUE)
        return Late(count, timedelta(0) if oldest is None else now - oldest)

    async def planned(self, kind: Due, subject: int) -> datetime | None:
        """Return when something is due for a game or a person, None when it is not."""
        return await self._database.read(deadlines.find, kind, subject)

    async def _beat(self, tx: Transaction) -> timedelta:
        now, seen = self._clock(), await last_heartbeat(tx)
        await notes.write(tx, HEARTBEAT, now.isoformat())
        if seen is None or now - seen <= GRACE:
            return timedelta(0)
        await leave_out(tx, seen, now)
        if now - seen >= NOTICED:
            await tell_all_clocks(tx, now)
        return now - seen

    async def _handle(self, tx: Transaction, deadline: Deadline) -> bool:
        now = self._clock()
        if deadline.due_at > now or not await deadlines.take(tx, deadline):
            return False
        await HANDLERS[Due(deadline.kind)](tx, deadline, now)
        return True

    async def _put_off(self, tx: Transaction, deadline: Deadline) -> None:
        if await deadlines.take(tx, deadline):
            later = self._clock() + PUT_OFF
            await deadlines.put(tx, deadline.kind, deadline.subject, later)


async def _next_due(tx: Transaction) -> datetime | None:
    moments = (await deadlines.next_due(tx), await challenges.next_expiry(tx))
    return min((each for each in moments if each is not None), default=None)
