"""Use cases of joining and leaving servers.

After a removal, a server's data is kept for thirty days, because the removal may be a mistake.
During this time the clocks of its games are stopped. Then its games in progress are closed without
a result, finished games keep their moves but lose their location, and everything else is deleted.
Games that begin in the server later, through user installs, are not affected.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from bot.services.steps.league_ends import change_cards
from bot.services.steps.league_seasons import postpone_running
from bot.services.steps.vacations import pause_or_resume
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import Due
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, deadlines, leagues, servers

KEPT = timedelta(days=30)


class ServerService(Service):
    """Use cases of the servers of the bot: record that the bot joins or leaves a server."""

    @writes
    async def record_join(self, tx: Transaction, guild_id: int) -> None:
        """Record that the bot is in a server: resume its clocks and cancel a planned deletion."""
        await _add_if_unknown(tx, guild_id)
        await self._set_present(tx, guild_id)

    @writes
    async def record_removal(self, tx: Transaction, guild_id: int) -> None:
        """Record that the bot was removed from a server: stop its clocks and plan its deletion.

        A server that is unavailable for a time does not count as a removal.
        """
        await _add_if_unknown(tx, guild_id)
        await self._set_absent(tx, guild_id)

    @reads
    async def has_left(self, tx: Transaction, guild_id: int, since: datetime) -> bool:
        """Return whether the bot left a server at or after `since` and is still absent."""
        left_at = await servers.left_at(tx, guild_id)
        return left_at is not None and left_at >= since

    @writes
    async def compare(
        self,
        tx: Transaction,
        present: Collection[int],
        is_ours: Callable[[int], bool] = lambda _guild_id: True,
    ) -> None:
        """Record joins and removals that happened while the program was not running.

        :param present: the servers that the bot is in now, including unavailable ones.
        :param is_ours: tells whether a shard of this process serves a server; removals from other
            servers are not recorded.
        """
        present = frozenset(present)
        known = await servers.find_all(tx)
        joined = {guild_id for guild_id, left_at in known.items() if left_at is None}
        await servers.add(tx, sorted(present - known.keys()))
        for guild_id in sorted(present & known.keys() - joined):
            await self._set_present(tx, guild_id)
        for guild_id in sorted(joined - present):
            if is_ours(guild_id):
                await self._set_absent(tx, guild_id)

    async def _set_absent(self, tx: Transaction, guild_id: int) -> None:
        now = self._clock()
        await servers.set_left(tx, guild_id, now)
        await deadlines.put(tx, Due.PURGE, guild_id, now + KEPT)
        await _align_clocks(tx, guild_id, now)

    async def _set_present(self, tx: Transaction, guild_id: int) -> None:
        now, left_at = self._clock(), await servers.left_at(tx, guild_id)
        await servers.set_left(tx, guild_id, None)
        await deadlines.replace(tx, (Due.PURGE,), guild_id, {})
        await _align_clocks(tx, guild_id, now)
        here = await leagues.find_in_server(tx, guild_id)
        await postpone_running(tx, here, timedelta(0) if left_at is None else now - left_at)
        # season starts have moved, and cards of that time are missing
        await change_cards(tx, here, now)


async def _add_if_unknown(tx: Transaction, guild_id: int) -> None:
    if guild_id not in await servers.find_all(tx):
        await servers.add(tx, [guild_id])


async def _align_clocks(tx: Transaction, guild_id: int, now: datetime) -> None:
    await pause_or_resume(tx, await clocks.find_in_server(tx, guild_id), now)
