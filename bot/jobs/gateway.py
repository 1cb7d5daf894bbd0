"""Background loop that reconnects shards whose session Discord does not confirm."""

import asyncio
import logging

from bot.context.app_context import BotClient

log = logging.getLogger(__name__)

CHECK_INTERVAL = 5.0  # seconds


async def run(client: BotClient) -> None:
    """Give a new session to shards whose session Discord does not confirm, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(CHECK_INTERVAL)
        connected = [number for number, shard in client.shards.items() if not shard.is_closed()]
        for number in client.sessions.take_silent(connected, loop.time()):
            log.warning("shard %d: no READY or RESUMED; it is connected again", number)
            await client.shards[number].reconnect()
