"""Fixtures for the bot as a separate process, connected to the sandbox."""

import shutil

import pytest

from sandbox import Sandbox, Settings
from tests.bot.drills.bot_process import BotProcess


@pytest.fixture
async def discord():
    """Sandbox without rate limits, and with more than Discord's three seconds to respond."""
    async with Sandbox(settings=Settings(rate_limits=False, answer_within=20.0)) as made:
        yield made


@pytest.fixture
async def process(discord, tmp_path, migrated_file):
    """Bot process that is not started yet, with an empty, migrated database."""
    shutil.copyfile(migrated_file, tmp_path / "games.db")
    made = BotProcess(discord, tmp_path)
    yield made
    await made.end()
