"""Bot on a sandbox, in this process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.runtime.app import App
from sandbox import Sandbox


@asynccontextmanager
async def connected(app: App, discord: Sandbox, within: float = 15.0) -> AsyncIterator[None]:
    """Connect an assembled bot; at the end close it and raise any error that ended it."""
    running = asyncio.create_task(app.start(discord.application.token))
    try:
        await discord.wait_until_ready(within)
        yield
    finally:
        await app.close()
        await running
