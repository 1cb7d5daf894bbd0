"""How many transactions of this process write at the same time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

ALONE_AFTER = 5  # races lost


class WriteGate:
    """Lets so many writers in, in the order in which they came.

    SQLite has one: waiting here is fair, its own busy handler is not. PostgreSQL has many, but the
    more there are at once, the more of them lose a race.
    """

    def __init__(self, writers: int) -> None:
        self._writers = writers
        self._locations = asyncio.Semaphore(writers)
        self._emptying = asyncio.Lock()

    @asynccontextmanager
    async def passed(self, lost: int) -> AsyncIterator[None]:
        """Hold a place; all of them after many lost races: who writes alone loses none."""
        alone = lost >= ALONE_AFTER
        async with AsyncExitStack() as held:
            if alone:
                # two who had some places each would wait for each other
                await held.enter_async_context(self._emptying)
            for _ in range(self._writers if alone else 1):
                await held.enter_async_context(self._locations)
            yield
