"""Fixtures for the bot and the sandbox with a shared manual clock."""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime

import discord as discord_py
import pytest

from bot.config.settings import Settings
from bot.runtime.wiring import use_api
from sandbox import Channel, Guild, Message, Person, Sandbox
from sandbox import Settings as SandboxSettings
from testbed.blank_pictures import blank
from testbed.simulation.bot import SimulatedBot
from testbed.simulation.schedule import ManualClock
from testbed.simulation.simulation import NO_JOBS


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
async def discord(monkeypatch, clock):
    """Sandbox for a bot whose jobs run on demand and never wait in real time."""
    monkeypatch.setattr("bot.runtime.app.jobs", NO_JOBS)
    monkeypatch.setattr("bot.context.request_limit.RATE", 10_000.0)
    monkeypatch.setattr("bot.messages.pictures.draw_board_image", blank)
    monkeypatch.setattr("bot.messages.pictures.draw_replay_animation", blank)
    monkeypatch.setattr(discord_py.backoff.ExponentialBackoff, "delay", lambda _: 0.01)
    settings = SandboxSettings(rate_limits=False, answer_within=60.0, timeout=60.0)
    async with Sandbox(settings=settings, clock=clock, validate=False) as made:
        monkeypatch.setattr(discord_py.http.Route, "BASE", "")
        monkeypatch.setattr(discord_py.asset.Asset, "BASE", "")
        use_api(made.api_base)
        yield made
        assert [str(refusal) for refusal in made.refusals] == []


@pytest.fixture
def settings(tmp_path, migrated_file):
    shutil.copyfile(migrated_file, tmp_path / "games.db")
    return Settings(
        database_url=f"sqlite+aiosqlite:///{tmp_path}/games.db",
        backup_dir=tmp_path / "backups",
        max_open_challenges=1000,
        max_running_games=1000,
    )


@dataclass
class Evening:
    """Ann and Ben with the bot in a channel, and the clock."""

    bot: SimulatedBot
    clock: ManualClock
    guild: Guild
    channel: Channel
    ann: Person
    ben: Person

    def public(self) -> list[Message]:
        return [m for m in self.channel.messages.values() if not m.is_ephemeral]

    def pings(self) -> list[Message]:
        return [message for message in self.public() if self.ben.id in message.notified]

    async def wait(self, moment) -> None:
        """Set the clock, run the deadlines and send due messages."""
        self.clock.moment = moment
        await self.bot.watch.once()
        await self.bot.deliver()

    async def play(self):
        """Start a game and play one turn each, so that Ann is to move."""
        await self.ann.slash("challenge", opponent=self.ben, size=4, pace="none")
        await self.bot.deliver()
        await self.ben.click(self.public()[-1], "Accept")
        await self.ann.slash("move", cell="a1 c3")
        await self.ben.slash("move", cell="e5 b4")
        await self.bot.deliver()


@pytest.fixture
async def evening(discord, settings, clock):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    people = [guild.add_member(name).in_(channel) for name in ("Ann", "Ben")]
    clock.moment = datetime(2030, 3, 8, 20, tzinfo=UTC)
    bot = SimulatedBot(discord, settings, clock)
    await bot.start()
    await bot.services.server_settings.change(guild.id, threads=False)
    yield Evening(bot, clock, guild, channel, *people)
    await bot.stop()
