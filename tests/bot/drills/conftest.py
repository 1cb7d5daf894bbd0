"""The bot as a process of its own, against the sandbox."""

import pytest

from sandbox import Sandbox, Settings
from tests.bot.drills.bot_process import BotProcess


@pytest.fixture
async def discord():
    """The stand-in; people who play faster than a channel takes messages are not tested here.

    Nor are Discord's three seconds, which several processes on a busy machine may need.
    """
    async with Sandbox(settings=Settings(rate_limits=False, answer_within=20.0)) as made:
        yield made


@pytest.fixture
async def process(discord, tmp_path):
    made = BotProcess(discord, tmp_path)
    yield made
    await made.end()
