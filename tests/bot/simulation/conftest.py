"""Fixtures for the bot and the sandbox with a shared manual clock."""

import shutil

import discord as discord_py
import pytest

from bot.config.settings import Settings
from bot.runtime.wiring import use_api
from sandbox import Sandbox
from sandbox import Settings as SandboxSettings
from testbed.blank_pictures import blank
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
