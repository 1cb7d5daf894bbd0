"""Limit on the number of transactions of this process that write at the same time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

ALONE_AFTER = 5  # lost races after which a transaction runs alone


class WriteGate:
    """First-come, first-served semaphore for writers.

    SQLite allows only one writer, and its own busy handler is not fair. PostgreSQL allows many, but
    the more writers run at once, the more of them lose a race.
    """

    def __init__(self, writers: int) -> None:
        self._writers = writers
        self._slots = asyncio.Semaphore(writers)
        self._exclusive = asyncio.Lock()

    @asynccontextmanager
    async def enter(self, lost: int) -> AsyncIterator[None]:
        """Hold one of the writers' slots while the block runs; after many lost races, all slots.

        :param lost: the number of races that this transaction has lost.
        """
        alone = lost >= ALONE_AFTER
        async with AsyncExitStack() as held:
            if alone:
                # two writers with some of the slots each would deadlock
                await held.enter_async_context(self._exclusive)
            for _ in range(self._writers if alone else 1):
                await held.enter_async_context(self._slots)
            yield
