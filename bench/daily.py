"""Benchmark of the puzzle of the day in 1,000 servers at the same hour: time until all have it.

The sandbox keeps Discord's rate limits. BENCH_SERVERS=100 in the environment sets another number.
"""

import asyncio
import os
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench import NO_USER_LIMITS
from bench.figures import note
from bot.config.settings import Settings
from bot.runtime.app import App
from bot.runtime.wiring import open_app, use_api
from bot.services.values.clocks.due_dates import Due
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor
from bot.store.engine.database import Database, Transaction
from bot.store.tables import deadlines
from sandbox import Channel, Sandbox
from testbed.connected_bot import connected

SERVERS = int(os.environ.get("BENCH_SERVERS", "1000"))
POLL = 0.25  # seconds
LIMIT = 600.0  # seconds
LEAD = timedelta(seconds=25)  # longer than the deadline loop sleeps


def main() -> None:
    """Print the seconds until all servers have the puzzle, the requests and the CPU time."""
    asyncio.run(measure())


async def measure() -> None:
    """Measure and print the time in which the puzzle of the day reaches all servers at once."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(validate=False) as discord:
            use_api(discord.api_base)
            guilds = [discord.create_guild(f"Club {number}") for number in range(SERVERS)]
            channels = [guild.create_text_channel("puzzles") for guild in guilds]
            url = f"sqlite+aiosqlite:///{Path(folder) / 'games.db'}"
            settings = Settings(database_url=url, backup_dir=Path(folder), **NO_USER_LIMITS)
            async with open_app(settings) as app, connected(app, discord, within=120):
                database = Database(url)
                await switch_on(app, channels, datetime.now(UTC).hour)
                due = datetime.now(UTC) + LEAD
                await database.write(make_due, channels, due)
                await asyncio.sleep((due - datetime.now(UTC)).total_seconds())
                begun, cpu = time.perf_counter(), time.process_time()
                await all_posted(channels, begun)
                seconds = time.perf_counter() - begun
                await database.close()
                posts = discord.requests.count("POST", "/channels/{channel_id}/messages")
    late = discord.requests.count("POST", "/channels/{channel_id}/messages", status=429)
    print(
        f"{SERVERS} servers: {seconds:.0f} s until the last message [120], {posts} requests, "
        f"{late} refused for speed; {time.process_time() - cpu:.0f} CPU-s with the sandbox"
    )
    note(f"{SERVERS} servers, the last message", seconds, "s")
    note(f"{SERVERS} servers, refused for speed", late, "requests")


async def switch_on(app: App, channels: list[Channel], hour: int) -> None:
    """Switch on the puzzle of the day in each channel's server, at the same hour."""
    for number, channel in enumerate(channels):
        guild_id = _guild_of(channel)
        manager = Actor(1, "Boss", 1000 + number, guild_id, channel.id, Rank.MANAGER)
        await app.context.services.daily.configure(manager, channel.id, hour)


async def make_due(tx: Transaction, channels: list[Channel], due: datetime) -> None:
    """Make the puzzle of the day due in all servers at the same moment."""
    for channel in channels:
        await deadlines.put(tx, Due.DAILY, _guild_of(channel), due)


async def all_posted(channels: list[Channel], begun: float) -> None:
    """Wait until every channel has exactly one message."""
    while not all(channel.messages for channel in channels):
        if time.perf_counter() - begun > LIMIT:
            missing = sum(not channel.messages for channel in channels)
            raise TimeoutError(f"{missing} channels without a message")
        await asyncio.sleep(POLL)
    assert all(len(channel.messages) == 1 for channel in channels)


def _guild_of(channel: Channel) -> int:
    assert channel.guild_id is not None, "the channel belongs to a server"
    return channel.guild_id
