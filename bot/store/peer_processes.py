"""Coordination of processes that share a database: shards, the leader, outbox notifications.

On PostgreSQL each process keeps one connection for this. Its advisory locks show which shards the
process serves; when the connection ends, the server releases them.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.errors.startup import CannotStart
from bot.store.engine import advisory_locks
from bot.store.engine.database import OUTBOX_CHANNEL, Database
from bot.store.engine.integrity_check import cannot_open
from bot.store.engine.shard_assignment import ALL, ShardAssignment
from bot.store.migrate import head

log = logging.getLogger(__name__)

# seconds to wait for locks that the server has not released after the end of a process
TIMEOUT_AT_START = 40.0
TIMEOUT_LATER = 60.0
RETRY_INTERVAL = 0.2
CHECK_INTERVAL = 10.0  # seconds between checks of the connection
# the server drops the connection of a vanished machine after 20 + 3 * 5 seconds
KEEPALIVES = {
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
CONNECTION_ERRORS = (SQLAlchemyError, OSError, TimeoutError)

SECOND_BOT = (
    "Another process of this bot is running on this database. Stop that one first, "
    "or share the work with SHARD_COUNT and SHARD_IDS (docs/hosting.md)."
)
SHARD_TAKEN = (
    "Shard {} of {} is served by another process of this bot. Stop that one first, "
    "or choose free shards in SHARD_IDS."
)
OTHER_COUNT = (
    "Other processes of this bot run {}, and this one {}. "
    "Set the same SHARD_COUNT everywhere, after stopping all of them."
)


class Peers:
    """Coordination of this process with others that use the same database.

    This base class is for a bot on SQLite, which is a single process.
    """

    def __init__(self, shards: ShardAssignment = ALL) -> None:
        self.shards = shards

    async def join(self) -> None:
        """Register this process and its schema, so that the other processes see them.

        :raises CannotStart: the database cannot be opened.
        """

    async def take_shards(self) -> None:
        """Claim the shards of this process, so that no other process serves them.

        :raises CannotStart: another process serves one of them, or has another SHARD_COUNT.
        """

    async def leave(self) -> None:
        """Release all locks and close the connection."""

    async def is_leader(self) -> bool:
        """Return whether this process runs the jobs that only one of all processes may run."""
        return True

    async def is_complete(self) -> bool:
        """Return whether every shard is known to be served by a process."""
        return True

    async def watch(self) -> None:
        """Keep the locks of this process, reconnecting when necessary; never returns.

        :raises CannotStart: another process has taken a shard of this process.
        """
        await asyncio.Event().wait()


class PostgresPeers(Peers):
    """Coordination with other processes on one PostgreSQL database, by advisory locks."""

    def __init__(self, database: Database, shards: ShardAssignment) -> None:
        super().__init__(shards)
        self._database = database
        self._engine = _engine(database)
        self._connection: AsyncConnection | None = None
        self._lost = asyncio.Event()
        # one query at a time on the connection
        self._query_lock = asyncio.Lock()
        self._leader = False

    async def join(self) -> None:
        try:
            self._connection = await self._engine.connect()
            await self._listen(self._connection)
            await advisory_locks.lock_shared(self._connection, advisory_locks.SCHEMA, int(head()))
        except CONNECTION_ERRORS as error:
            why = getattr(error, "orig", error)
            raise cannot_open(self._database.address, why) from error

    async def take_shards(self) -> None:
        await self._take_within(TIMEOUT_AT_START)

    async def leave(self) -> None:
        await self._drop()
        await self._engine.dispose()

    async def is_leader(self) -> bool:
        if not self._leader:
            with suppress(*CONNECTION_ERRORS):
                async with self._query_lock:
                    self._leader = await self._become_leader()
        return self._leader

    async def is_complete(self) -> bool:
        if self.shards.is_all:
            return True
        with suppress(*CONNECTION_ERRORS):
            async with self._query_lock:
                if self._connection is not None:
                    served = await advisory_locks.held(self._connection, advisory_locks.SHARD)
                    return len(served) == self.shards.count
        return False

    async def watch(self) -> None:
        while True:
            await self._until_lost()
            log.warning(
                "the connection that holds this process's shards is lost; taking them again"
            )
            await self._drop()
            await self._rejoin()

    async def _take_within(self, seconds: float) -> None:
        begun = asyncio.get_running_loop().time()
        waiting = False
        while (refusal := await self._try_to_take()) is not None:
            if asyncio.get_running_loop().time() > begun + seconds:
                raise CannotStart(refusal)
            if not waiting:
                waiting = True
                log.warning("waiting %d seconds for another process to leave", seconds)
            await asyncio.sleep(RETRY_INTERVAL)

    async def _try_to_take(self) -> str | None:
        """Take all shards of this process; return the reason for a refusal, or None on success."""
        assert self._connection is not None, "shards are taken after joining"
        async with _one_at_a_time(self._connection) as connection:
            count = self.shards.count or 0
            for other in await advisory_locks.held_by_others(
                connection, advisory_locks.SHARD_COUNT, count
            ):
                return OTHER_COUNT.format(_counted(other), _counted(count))
            for shard in self.shards.ids or (0,):
                if not await advisory_locks.try_lock(connection, advisory_locks.SHARD, shard):
                    return SECOND_BOT if self.shards.is_all else SHARD_TAKEN.format(shard, count)
            await advisory_locks.lock_shared(connection, advisory_locks.SHARD_COUNT, count)
        return None

    async def _become_leader(self) -> bool:
        connection = self._connection
        if connection is None:
            return False
        # another task may have become leader in the meantime
        taken = self._leader or await advisory_locks.try_lock(
            connection, advisory_locks.SINGLE, advisory_locks.LEADER
        )
        # a dropped connection has lost the lock just taken
        return taken and connection is self._connection

    async def _listen(self, connection: AsyncConnection) -> None:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        self._lost.clear()
        driver.add_termination_listener(lambda _: self._lost.set())
        await driver.add_listener(OUTBOX_CHANNEL, self._added)

    def _added(self, _driver: object, _pid: int, _channel: str, sender: str) -> None:
        if sender != self._database.name:  # this process knows what it has added
            self._database.on_outbox()

    async def _until_lost(self) -> None:
        while not self._lost.is_set():
            # not `wait_for`, which can swallow a cancellation in Python 3.11
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_INTERVAL):
                    await self._lost.wait()
                return
            assert self._connection is not None
            try:
                async with asyncio.timeout(CHECK_INTERVAL), self._query_lock:
                    await self._connection.execute(text("SELECT 1"))
            except CONNECTION_ERRORS:
                return

    async def _rejoin(self) -> None:
        while True:
            try:
                await self.join()
                await self._take_within(TIMEOUT_LATER)
            except CONNECTION_ERRORS as error:
                log.warning("PostgreSQL cannot be reached: %s", error)
            except CannotStart:
                if self._connection is not None:
                    raise
                log.warning("PostgreSQL cannot be reached")
            else:
                # notifications may have been missed while disconnected
                self._database.on_outbox()
                return
            await self._drop()
            await asyncio.sleep(1.0)

    async def _drop(self) -> None:
        connection, self._connection, self._leader = self._connection, None, False
        if connection is not None:
            with suppress(*CONNECTION_ERRORS):
                await connection.close()


def peers_of(database: Database, shards: ShardAssignment = ALL) -> Peers:
    """Return this process's `Peers`, on PostgreSQL a `PostgresPeers`; call its `join` next."""
    return Peers(shards) if database.is_sqlite else PostgresPeers(database, shards)


@asynccontextmanager
async def _one_at_a_time(connection: AsyncConnection) -> AsyncIterator[AsyncConnection]:
    """Hold a lock during the block, so that only one process at a time takes shards.

    Otherwise, two processes could each take a part of the shards that both need.
    """
    await advisory_locks.lock(connection, advisory_locks.SINGLE, advisory_locks.JOINING)
    try:
        yield connection
    finally:
        await advisory_locks.unlock(connection, advisory_locks.SINGLE, advisory_locks.JOINING)


def _counted(count: int) -> str:
    return f"with SHARD_COUNT={count}" if count else "without SHARD_COUNT"


def _engine(database: Database) -> AsyncEngine:
    return create_async_engine(
        database.url,
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        connect_args={"server_settings": KEEPALIVES},
    )
