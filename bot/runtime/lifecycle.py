"""Runs the client until it is asked to stop, and turns what ends it too early into sentences."""

import asyncio
import logging
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

import aiohttp
import discord

from bot.errors import CannotStart, NotNow
from bot.runtime.app import App

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_GOODBYE = 9.0  # seconds; those who send SIGTERM follow with SIGKILL after ten

NOT_ACCEPTED = (
    "Discord does not accept DISCORD_TOKEN. Copy the token again from the Bot page of your "
    "application (https://discord.com/developers/applications) into .env."
)
INTENTS_REFUSED = "Discord refuses the gateway intents although the bot needs no privileged one."
REFUSED = (
    "Discord refuses the connection ({}). Correct SHARD_COUNT and SHARD_IDS, or update the bot."
)
UNREACHABLE = "Discord cannot be reached ({}). Check the network and start the bot again."
# a wait that Discord asks for and a silence are no HTTPException, nor a ClientError
UNREACHED = (
    aiohttp.ClientError,
    TimeoutError,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.RateLimited,
)
WRONG_TOKEN = 4004  # how Discord's gateway closes a connection


async def run(app: App, token: str, stop: asyncio.Event) -> None:
    """Connect and stay connected until asked to stop.

    :raises NotNow: Discord cannot be reached.
    :raises CannotStart: the token is wrong, or Discord refuses us; or another process serves our
        shards now; or the database turns out to be damaged.
    """
    client = asyncio.create_task(_connected(app, token), name="client")
    stopping = asyncio.create_task(_until_asked(app, stop), name="stopping")
    await asyncio.wait({client, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not client.done():
        log.info("asked to stop")
        try:
            await asyncio.wait_for(app.close(), LONGEST_GOODBYE)
        except TimeoutError:
            log.warning("left before everything was finished; the next start goes on with it")
        # whatever leaving in the middle of a start breaks is of no interest any more
        client.cancel()
        await asyncio.wait({client})
        await stopping
    else:
        stopping.cancel()
        await client


async def unless_stopped(start: Coroutine[Any, Any, T], stop: asyncio.Event) -> T | None:
    """Return what a start leads to; None when it was broken off because the program is to stop.

    A start may wait for a database, or for another process to leave, longer than a program that
    is asked to stop may take.
    """
    starting = asyncio.create_task(start, name="starting")
    asked = asyncio.create_task(stop.wait(), name="asked")
    await asyncio.wait({starting, asked}, return_when=asyncio.FIRST_COMPLETED)
    asked.cancel()
    if not starting.done():
        log.info("asked to stop in the middle of the start")
        starting.cancel()
        await asyncio.wait({starting})
    return None if starting.cancelled() else await starting


def stop_on_signals() -> asyncio.Event:
    """Return what SIGTERM and SIGINT set from now on."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


async def _until_asked(app: App, stop: asyncio.Event) -> None:
    asked = asyncio.create_task(stop.wait(), name="asked")
    guards = [
        asyncio.create_task(app.context.peers.watch(), name="peers"),
        asyncio.create_task(app.context.inspect(), name="inspection"),
    ]
    try:
        await asyncio.wait({asked, *guards}, return_when=asyncio.FIRST_COMPLETED)
        for guard in guards:
            if guard.done():
                await guard
    finally:
        for each in (asked, *guards):
            each.cancel()


async def _connected(app: App, token: str) -> None:
    try:
        await app.start(token)
    except discord.LoginFailure:
        raise CannotStart(NOT_ACCEPTED) from None
    except discord.PrivilegedIntentsRequired:
        raise CannotStart(INTENTS_REFUSED) from None
    except discord.ConnectionClosed as closed:
        # only what no other try would change: all else the library tries again by itself
        said = NOT_ACCEPTED if closed.code == WRONG_TOKEN else REFUSED.format(closed)
        raise CannotStart(said) from closed
    except UNREACHED as error:
        raise NotNow(UNREACHABLE.format(str(error) or type(error).__name__)) from error
