"""Fixtures for the bot as a separate process, connected to the sandbox."""

import pytest

from sandbox import Sandbox, Settings
from tests.bot.drills.bot_process import BotProcess


@pytest.fixture
async def discord():
    """Sandbox without rate limits, and with more than Discord's three seconds to respond."""
    async with Sandbox(settings=Settings(rate_limits=False, answer_within=20.0)) as made:
        yield made


@pytest.fixture
async def process(discord, tmp_path):
    made = BotProcess(discord, tmp_path)
    yield made
    await made.end()
