"""A sandbox with two people and a channel, and real clients that connect to it."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import discord
import pytest
from discord import app_commands

from sandbox import Sandbox, Settings


@pytest.fixture
async def sandbox():
    """A sandbox without rate limits; at the end nothing invalid may have passed either way."""
    async with Sandbox(settings=Settings(rate_limits=False)) as made:
        yield made
        assert made.log.own_faults == []


@pytest.fixture
def place(sandbox):
    """A guild with a channel, Ann and Ben, and the bot invited."""
    guild = sandbox.create_guild("Friends")
    return SimpleNamespace(
        guild=guild,
        channel=guild.create_text_channel("games"),
        ann=guild.add_member("Ann"),
        ben=guild.add_member("Ben"),
        discord=sandbox,
    )


@pytest.fixture
def point_discord_py(monkeypatch):
    """Make discord.py talk to a sandbox: the two bases are all that changes."""

    def point(made):
        monkeypatch.setattr(discord.http.Route, "BASE", made.api_base)
        monkeypatch.setattr(discord.asset.Asset, "BASE", made.cdn_base)

    return point


class SmallBot(discord.AutoShardedClient):
    """An unmodified discord.py client with a command tree."""

    def __init__(self, intents=None, **options):
        super().__init__(
            intents=intents or discord.Intents(guilds=True, guild_messages=True),
            guild_ready_timeout=0.05,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.seen = []

    async def setup_hook(self):
        if self.tree.get_commands():
            await self.tree.sync()

    def dispatch(self, event, /, *args, **kwargs):
        self.seen.append(event)
        super().dispatch(event, *args, **kwargs)


@pytest.fixture
def new_bot():
    return SmallBot


@pytest.fixture
def running(point_discord_py):
    """`async with running(sandbox, bot):` logs a bot in and waits until it is ready."""

    @asynccontextmanager
    async def run(made, bot, *, token=None):
        point_discord_py(made)
        task = asyncio.create_task(bot.start(token or made.application.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
        if task.done():
            ready.cancel()
            await task
        try:
            yield bot
        finally:
            await bot.close()
            await asyncio.wait({task}, timeout=5)
            if task.done() and not task.cancelled():
                task.exception()

    return run
