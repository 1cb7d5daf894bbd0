"""Start and stop of the client; connection errors become messages for the operator."""

import asyncio
import logging
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

import aiohttp
import discord

from bot.errors.startup import CannotStart, NotNow
from bot.runtime.app import App

log = logging.getLogger(__name__)

T = TypeVar("T")

CLOSE_TIMEOUT = 9.0  # seconds; service managers send SIGKILL ten seconds after SIGTERM

NOT_ACCEPTED = (
    "Discord does not accept DISCORD_TOKEN. Copy the token again from the Bot page of your "
    "application (https://discord.com/developers/applications) into .env."
)
INTENTS_REFUSED = "Discord refuses the gateway intents although the bot needs no privileged one."
REFUSED = (
    "Discord refuses the connection ({}). Correct SHARD_COUNT and SHARD_IDS, or update the bot."
)
UNREACHABLE = "Discord cannot be reached ({}). Check the network and start the bot again."
# rate limits and timeouts are neither HTTPException nor ClientError
CONNECTION_ERRORS = (
    aiohttp.ClientError,
    TimeoutError,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.RateLimited,
)
WRONG_TOKEN = 4004  # close code of the gateway


async def run(app: App, token: str, stop: asyncio.Event) -> None:
    """Connect the bot to Discord and keep it connected until asked to stop.

    :raises NotNow: if Discord cannot be reached.
    :raises CannotStart: if Discord refuses the token or the connection, another process has taken
        the shards, or the database is damaged.
    """
    client = asyncio.create_task(_connect(app, token), name="client")
    stopping = asyncio.create_task(_until_stopped(app, stop), name="stopping")
    await asyncio.wait({client, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not client.done():
        log.info("asked to stop")
        try:
            await asyncio.wait_for(app.close(), CLOSE_TIMEOUT)
        except TimeoutError:
            log.warning("stopped before all work was done; the next start continues it")
        # errors from stopping during a start do not matter
        client.cancel()
        await asyncio.wait({client})
        await stopping
    else:
        stopping.cancel()
        await client


async def unless_stopped(start: Coroutine[Any, Any, T], stop: asyncio.Event) -> T | None:
    """Return the result of the coroutine `start`; None if the program was asked to stop first.

    A start may wait for the database or another process for longer than a shutdown may take.
    """
    starting = asyncio.create_task(start, name="starting")
    stopping = asyncio.create_task(stop.wait(), name="stopping")
    await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not starting.done():
        log.info("asked to stop during the start")
        starting.cancel()
        await asyncio.wait({starting})
    return None if starting.cancelled() else await starting


def stop_on_signals() -> asyncio.Event:
    """Return an event that SIGTERM and SIGINT set from now on."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


async def _until_stopped(app: App, stop: asyncio.Event) -> None:
    stopping = asyncio.create_task(stop.wait(), name="stopping")
    guards = [
        asyncio.create_task(app.context.peers.watch(), name="peers"),
        asyncio.create_task(app.context.inspect(), name="inspection"),
    ]
    try:
        await asyncio.wait({stopping, *guards}, return_when=asyncio.FIRST_COMPLETED)
        for guard in guards:
            if guard.done():
                await guard
    finally:
        for each in (stopping, *guards):
            each.cancel()


async def _connect(app: App, token: str) -> None:
    try:
        await app.start(token)
    except discord.LoginFailure:
        raise CannotStart(NOT_ACCEPTED) from None
    except discord.PrivilegedIntentsRequired:
        raise CannotStart(INTENTS_REFUSED) from None
    except discord.ConnectionClosed as closed:
        # discord.py itself retries after all other close codes
        text = NOT_ACCEPTED if closed.code == WRONG_TOKEN else REFUSED.format(closed)
        raise CannotStart(text) from closed
    except CONNECTION_ERRORS as error:
        raise NotNow(UNREACHABLE.format(str(error) or type(error).__name__)) from error
