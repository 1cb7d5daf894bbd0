"""Sandbox with a running bot, in this process or in its own, for benchmarks that play games."""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import NO_USER_LIMITS
from bot.config.settings import Settings
from bot.config.system_clock import now
from bot.delivery import worker
from bot.runtime.app import App
from bot.runtime.wiring import open_app, use_api
from bot.services import Services, build_services
from bot.services.values.people.limits import Limits
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from sandbox import Channel, GuildHandle, Message, Person, Sandbox
from sandbox import Settings as SandboxSettings
from sandbox.client.find import labels_of
from testbed.connected_bot import connected

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class BenchServer:
    """Sandbox with a server and a bot; services on the bot's database, and the database file."""

    discord: Sandbox
    guild: GuildHandle
    services: Services
    file: Path

    async def begin(self, name: str, pair: tuple[str, str], **options: Any) -> "LiveGame":
        """Start a game in its own channel; the first of the pair challenges the second."""
        channel = self.guild.create_text_channel(name)
        people = {each: self.guild.add_member(each).in_(channel) for each in pair}
        first, second = people.values()
        await first.slash("challenge", opponent=second, **options)
        card = await self.discord.wait_for_message(channel, lambda m: "Accept" in labels_of(m))
        await second.click(card, "Accept")
        await self.discord.wait_for_message(channel, lambda m: "turn 1" in m.content)
        (game,) = await self.services.games.find_running(first.id)
        return LiveGame(self, channel, people, game.id)


@dataclass(frozen=True)
class LocalServer(BenchServer):
    """Server whose bot runs in this process.

    :ivar started: the seconds from the bot's start until it was connected.
    """

    app: App
    started: float


@dataclass(frozen=True)
class LiveGame:
    """Game in its own channel, with its players by name."""

    server: BenchServer
    channel: Channel
    people: dict[str, Person]
    game_id: int

    async def turn(self, number: int) -> Message:
        """Wait up to a minute for the message of a turn, and return the message."""
        return await self.server.discord.wait_for_message(
            self.channel, lambda m: m.content.endswith(f"turn {number}"), within=60
        )


@asynccontextmanager
async def bench_server() -> AsyncIterator[LocalServer]:
    """Yield a running bot in this process, with a new database and without Discord's limits."""
    worker.MOST = 10_000
    quick = SandboxSettings(rate_limits=False, answer_within=30.0)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(settings=quick, validate=False) as discord:
            use_api(discord.api_base)
            file = Path(folder) / "games.db"
            url = f"sqlite+aiosqlite:///{file}"
            settings = Settings(database_url=url, backup_dir=Path(folder), **NO_USER_LIMITS)
            begun = time.perf_counter()
            async with open_app(settings) as app, connected(app, discord):
                started = time.perf_counter() - begun
                services = app.context.services
                guild = await _hall(discord, services)
                yield LocalServer(discord, guild, services, file, app, started)


@asynccontextmanager
async def separate_server() -> AsyncIterator[BenchServer]:
    """Yield a bot in its own process, as it is on a server, inside Discord's limits.

    Discord and the players would otherwise share the bot's core.
    """
    limits = SandboxSettings(rate_limits=True, answer_within=30.0)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(settings=limits, validate=False) as discord:
            file = Path(folder) / "games.db"
            database = Database(f"sqlite+aiosqlite:///{file}")
            await migrate(database, Path(folder), now())
            services = build_services(database, now, Limits())
            guild = await _hall(discord, services)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot"), cwd=folder, env=_environment(discord, database)
            )
            try:
                await discord.wait_until_ready(60)
                yield BenchServer(discord, guild, services, file)
            finally:
                process.terminate()
                await process.wait()
                await database.close()


async def _hall(discord: Sandbox, services: Services) -> GuildHandle:
    """Create a guild whose games are played in channels, not in threads."""
    guild = discord.create_guild("Bench")
    await services.server_settings.change(guild.id, threads=False)
    return guild


def _environment(discord: Sandbox, database: Database) -> dict[str, str]:
    limits = {name.upper(): str(value) for name, value in NO_USER_LIMITS.items()}
    return limits | {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": discord.application.token,
        "DISCORD_API": discord.api_base,
        "DATABASE_URL": database.address,
        "LOG_LEVEL": "ERROR",
    }
