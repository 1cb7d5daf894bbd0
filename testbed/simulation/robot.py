"""The bot as it is wired, on the sandbox; its jobs do what is due when they are asked to."""

import asyncio
from contextlib import AsyncExitStack

from bot.config.settings import Settings
from bot.delivery.worker import Pacing, Worker
from bot.jobs.deadlines import OFFLINE_DELAY, DeadlineWatcher
from bot.runtime.app import App
from bot.runtime.wiring import open_app
from bot.services import Services
from sandbox import Sandbox
from testbed.connected import connected
from testbed.simulation.present import Present

TURNS_OF_THE_LOOP = 0.002  # seconds between two looks at what only the event loop knows


class Robot:
    """A bot that is started and stopped, or killed in the middle of its work."""

    app: App
    watch: DeadlineWatcher
    worker: Worker

    def __init__(self, discord: Sandbox, settings: Settings, present: Present) -> None:
        self._discord = discord
        self._settings = settings
        self._present = present
        self._stack = AsyncExitStack()
        self._pacing = Pacing(present.now)

    @property
    def services(self) -> Services:
        return self.app.context.services

    async def start(self) -> None:
        self.app = await self._stack.enter_async_context(open_app(self._settings, self._present))
        await self._stack.enter_async_context(connected(self.app, self._discord))
        await self.app.wait_until_ready()
        self.watch, self.worker = DeadlineWatcher(self.app), Worker(self.app, self._pacing)
        await self.services.outbox.recover()

    async def stop(self) -> None:
        await self._stack.aclose()

    async def deliver(self) -> None:
        """Send whatever may be sent now."""
        more = True
        while more:
            more = await self.worker.once()

    async def kill_worker(self, after: int) -> None:
        """Let the worker die in the middle of its work, after some turns of the event loop."""
        working = asyncio.create_task(self.worker.once())
        for _ in range(after):
            await asyncio.sleep(0)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    async def watches(self, *, again: bool) -> None:
        """Wait until it has noticed that Discord is gone, or there again."""
        while ((await self.watch.once()) != OFFLINE_DELAY) is not again:  # noqa: ASYNC110 - discord.py's own task notices it
            await asyncio.sleep(TURNS_OF_THE_LOOP)
