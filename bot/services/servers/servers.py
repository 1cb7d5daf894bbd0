"""Servers that the bot comes to and is removed from; what belonged to one is purged after a while.

Thirty days, because a removal may be a mistake: until then the clocks of games there stand. Then
running games are closed without a result, finished ones keep their moves and lose their place, and
all else about the server goes. What guests begin there after the removal is not concerned.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from bot.services.clocks.due_dates import Due
from bot.services.clocks.vacation_periods import pause_or_resume_clock
from bot.store.engine.database import Database, Transaction
from bot.store.tables import clocks, deadlines, servers

KEPT = timedelta(days=30)


class ServerService:
    """Use cases of the bot's coming and going."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def joined(self, guild_id: int) -> None:
        """Note that the bot is in a server; a purge that was planned is off."""
        await self._database.write(self._joined, guild_id)

    async def left(self, guild_id: int) -> None:
        """Note that the bot was removed from a server, not that the server is unavailable."""
        await self._database.write(self._left, guild_id)

    async def has_left(self, guild_id: int, since: datetime) -> bool:
        """Return whether the bot was removed from a server after a moment, and is not back."""
        left_at = await self._database.read(servers.left_at, guild_id)
        return left_at is not None and left_at >= since

    async def compare(
        self, present: Collection[int], is_ours: Callable[[int], bool] = lambda _guild_id: True
    ) -> None:
        """Note what has changed while the bot was away.

        :param present: the servers that the bot is in now, those with an outage included.
        :param is_ours: whether this process would see a server; others are left alone.
        """
        await self._database.write(self._compare, frozenset(present), is_ours)

    async def _compare(
        self, tx: Transaction, present: frozenset[int], is_ours: Callable[[int], bool]
    ) -> None:
        known = await servers.find_all(tx)
        here = {guild_id for guild_id, left_at in known.items() if left_at is None}
        await servers.add(tx, sorted(present - known.keys()))
        for guild_id in sorted(present & known.keys() - here):
            await self._stays(tx, guild_id)
        for guild_id in sorted(here - present):
            if is_ours(guild_id):
                await self._goes(tx, guild_id)

    async def _joined(self, tx: Transaction, guild_id: int) -> None:
        await _note(tx, guild_id)
        await self._stays(tx, guild_id)

    async def _left(self, tx: Transaction, guild_id: int) -> None:
        await _note(tx, guild_id)
        await self._goes(tx, guild_id)

    async def _goes(self, tx: Transaction, guild_id: int) -> None:
        now = self._clock()
        await servers.set_left(tx, guild_id, now)
        await deadlines.put(tx, Due.PURGE, guild_id, now + KEPT)
        await _align_clocks(tx, guild_id, now)

    async def _stays(self, tx: Transaction, guild_id: int) -> None:
        await servers.set_left(tx, guild_id, None)
        await deadlines.replace(tx, (Due.PURGE,), guild_id, {})
        await _align_clocks(tx, guild_id, self._clock())


async def _note(tx: Transaction, guild_id: int) -> None:
    if guild_id not in await servers.find_all(tx):
        await servers.add(tx, [guild_id])


async def _align_clocks(tx: Transaction, guild_id: int, now: datetime) -> None:
    for clock in await clocks.find_in_server(tx, guild_id):
        await pause_or_resume_clock(tx, clock, now)
