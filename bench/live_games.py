"""Sandbox without rate limits, with a running bot, for benchmarks that play games."""

import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import NO_USER_LIMITS
from bot.config.settings import Settings
from bot.delivery import worker
from bot.runtime.app import App
from bot.runtime.wiring import open_app, use_api
from sandbox import Channel, GuildHandle, Message, Person, Sandbox
from sandbox import Settings as SandboxSettings
from sandbox.client.find import labels_of
from testbed.connected_bot import connected


@dataclass(frozen=True)
class BenchServer:
    """Sandbox, bot, guild, the startup time in seconds, and the file of the database."""

    discord: Sandbox
    app: App
    guild: GuildHandle
    started: float
    database: Path

    async def begin(self, name: str, pair: tuple[str, str], **options: Any) -> "LiveGame":
        """Start a game in its own channel; the first of the pair challenges the second."""
        channel = self.guild.create_text_channel(name)
        people = {each: self.guild.add_member(each).in_(channel) for each in pair}
        first, second = people.values()
        await first.slash("challenge", opponent=second, **options)
        card = await self.discord.wait_for_message(channel, lambda m: "Accept" in labels_of(m))
        await second.click(card, "Accept")
        await self.discord.wait_for_message(channel, lambda m: "turn 1" in m.content)
        (game,) = await self.app.context.services.games.find_running(first.id)
        return LiveGame(self, channel, people, game.id)


@dataclass(frozen=True)
class LiveGame:
    """Game in its own channel, with its players by name."""

    server: BenchServer
    channel: Channel
    people: dict[str, Person]
    game_id: int

    async def turn(self, number: int) -> Message:
        """Wait for the message of a turn."""
        return await self.server.discord.wait_for_message(
            self.channel, lambda m: m.content.endswith(f"turn {number}"), within=60
        )


@asynccontextmanager
async def bench_server(*, rate_limits: bool = False) -> AsyncIterator[BenchServer]:
    """Yield a running bot with a new database.

    :param rate_limits: False measures the bot without Discord's limits on channels and routes.
    """
    worker.MOST = 5 if rate_limits else 10_000
    quick = SandboxSettings(rate_limits=rate_limits, answer_within=30.0)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(settings=quick, validate=False) as discord:
            use_api(discord.api_base)
            file = Path(folder) / "games.db"
            url = f"sqlite+aiosqlite:///{file}"
            settings = Settings(database_url=url, backup_dir=Path(folder), **NO_USER_LIMITS)
            begun = time.perf_counter()
            async with open_app(settings) as app, connected(app, discord):
                started = time.perf_counter() - begun
                guild = discord.create_guild("Bench")
                await app.context.services.server_settings.change(guild.id, threads=False)
                yield BenchServer(discord, app, guild, started, file)
