"""Waiting for what the bot comes to know, of which no message tells."""

import asyncio

import pytest

from bot.store.tables import servers

BOARD_VIEWS = 1000
BETWEEN = 0.02  # seconds


async def in_time(is_so, otherwise="it never became known"):
    """Look again and again, until something is so."""
    for _ in range(BOARD_VIEWS):
        if await is_so():
            return
        await asyncio.sleep(BETWEEN)
    pytest.fail(otherwise)


async def until_noted(table):
    """Wait until the bot knows that it is in the club."""
    database = table.app.context.services.servers._database

    async def is_noted():
        return table.guild.id in await database.read(servers.known)

    await in_time(is_noted, "the server was never noted")
