"""The bot on a sandbox without limits, and games that have begun there."""

import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import AT_ANY_PACE
from bot.config.settings import Settings
from bot.delivery import pacing
from bot.runtime.app import App
from bot.runtime.wiring import assembled, use_api
from sandbox import Channel, GuildHandle, Message, Person, Sandbox
from sandbox import Settings as SandboxSettings
from sandbox.client.find import labels_of
from testbed.connected import connected


@dataclass(frozen=True)
class Hall:
    """The sandbox, the bot, a server to play in, and the seconds from the start to ready."""

    discord: Sandbox
    app: App
    guild: GuildHandle
    started: float

    async def begin(self, name: str, pair: tuple[str, str], **options: Any) -> "Table":
        """Begin a game in a channel of its own; the first of the two challenges the other."""
        channel = self.guild.create_text_channel(name)
        people = {each: self.guild.add_member(each).in_(channel) for each in pair}
        first, second = people.values()
        await first.slash("challenge", opponent=second, **options)
        card = await self.discord.wait_for_message(channel, lambda m: "Accept" in labels_of(m))
        await second.click(card, "Accept")
        await self.discord.wait_for_message(channel, lambda m: "turn 1" in m.content)
        (game,) = await self.app.context.services.games.running(first.id)
        return Table(self, channel, people, game.id)


@dataclass(frozen=True)
class Table:
    """A game in a channel of its own, and its players by name."""

    hall: Hall
    channel: Channel
    people: dict[str, Person]
    game_id: int

    async def turn(self, number: int) -> Message:
        """Wait for the message of a turn."""
        return await self.hall.discord.wait_for_message(
            self.channel, lambda m: m.content.endswith(f"turn {number}"), within=60
        )


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    """Yield a hall with a new database."""
    # a channel takes five messages in five seconds; that limit is Discord's, not what is measured
    pacing.MOST = 10_000
    quick = SandboxSettings(rate_limits=False)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(settings=quick, validate=False) as discord:
            use_api(discord.api_base)
            url = f"sqlite+aiosqlite:///{folder}/games.db"
            settings = Settings(database_url=url, backup_dir=Path(folder), **AT_ANY_PACE)
            begun = time.perf_counter()
            async with assembled(settings) as app, connected(app, discord):
                started = time.perf_counter() - begun
                guild = discord.create_guild("Hall")
                await app.context.services.server_settings.change(guild.id, threads=False)
                yield Hall(discord, app, guild, started)
