"""Polling for database changes that no message announces."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.tables import servers

BOARD_VIEWS = 1000
BETWEEN = 0.02  # seconds


async def in_time(is_so, otherwise="it never became known"):
    """Poll until a condition holds, or fail after a limit."""
    for _ in range(BOARD_VIEWS):
        if await is_so():
            return
        await asyncio.sleep(BETWEEN)
    pytest.fail(otherwise)


async def until_nothing_is_due(app):
    """Wait until nothing is sent or due soon; what waits for a refused person may remain.

    Responses in progress come first: the token that one stores makes its messages due.
    """

    async def is_idle():
        if app._in_progress:
            return False
        due = await app.context.services.outbox.next_due()
        return due is None or due > datetime.now(UTC) + timedelta(minutes=1)

    await in_time(is_idle, "the outbox never came to rest")


async def until_noted(table):
    """Wait until the bot has stored that it is a member of the table's server."""
    database = table.app.context.services.servers._database

    async def is_noted():
        return table.guild.id in await database.read(servers.find_all)

    await in_time(is_noted, "the server was never noted")
