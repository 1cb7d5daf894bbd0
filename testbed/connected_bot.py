"""Connection of a bot in this process to a sandbox."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.runtime.app import App
from sandbox import Sandbox

# Seconds after the last guild until discord.py is ready. Its default of 2 s is for slow networks,
# and every test would wait that long before the first turn is posted.
GUILD_READY_TIMEOUT = 0.1


@asynccontextmanager
async def connected(app: App, discord: Sandbox, within: float = 15.0) -> AsyncIterator[None]:
    """Connect a bot to a sandbox; at the end, close the bot and raise any error that ended it."""
    app._connection.guild_ready_timeout = GUILD_READY_TIMEOUT  # noqa: SLF001 - no public setter
    running = asyncio.create_task(app.start(discord.application.token))
    try:
        await discord.wait_until_ready(within)
        yield
    finally:
        await app.close()
        await running
