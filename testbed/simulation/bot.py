"""Bot on the sandbox whose background jobs run only on demand."""

import asyncio
from contextlib import AsyncExitStack

from bot.config.settings import Settings
from bot.delivery.worker import Pacing, Worker
from bot.jobs.deadlines import DeadlineWatcher
from bot.runtime.app import App
from bot.runtime.wiring import open_app
from bot.services import Services
from sandbox import Sandbox
from testbed.connected_bot import connected
from testbed.simulation.schedule import ManualClock

POLL_INTERVAL = 0.02  # polling interval for state known only to the event loop, in seconds


class SimulatedBot:
    """Bot that can be started, stopped, or interrupted during its work."""

    app: App
    watch: DeadlineWatcher
    worker: Worker

    def __init__(self, discord: Sandbox, settings: Settings, clock: ManualClock) -> None:
        self._discord = discord
        self._settings = settings
        self._clock = clock
        self._stack = AsyncExitStack()
        self._pacing = Pacing(clock.now)

    @property
    def services(self) -> Services:
        return self.app.context.services

    async def start(self) -> None:
        self.app = await self._stack.enter_async_context(open_app(self._settings, self._clock))
        await self._stack.enter_async_context(connected(self.app, self._discord))
        await self.app.wait_until_ready()
        self.watch, self.worker = DeadlineWatcher(self.app), Worker(self.app, self._pacing)
        await self.services.outbox.recover()

    async def stop(self) -> None:
        await self._stack.aclose()

    async def deliver(self) -> None:
        """Send all outbox messages that are due and within the rate limits."""
        more = True
        while more:
            more = await self.worker.once()

    async def kill_worker(self, after: int) -> None:
        """Cancel the outbox worker at work, after `after` iterations of the event loop."""
        working = asyncio.create_task(self.worker.once())
        for _ in range(after):
            await asyncio.sleep(0)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    async def wait_for_gateway(self, *, again: bool) -> None:
        """Wait until the bot has noticed the loss or return of the gateway."""
        is_there = not again
        while is_there is not again:
            is_there = self.app.sessions.are_confirmed(self.app.shards)
            await self.watch.once()
            await asyncio.sleep(POLL_INTERVAL)
