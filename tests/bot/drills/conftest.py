"""The bot as a process of its own, against the sandbox."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

from bot_process import BotProcess

from sandbox import Sandbox, Settings


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
