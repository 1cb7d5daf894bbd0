"""A time limit for what is asked of Discord, after which discord.py can still ask for more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord


@asynccontextmanager
async def at_most(client: discord.Client, seconds: float) -> AsyncIterator[None]:
    """Cancel the block when it takes longer.

    While a global rate limit lasts, discord.py keeps a gate shut for all its requests; the request
    that shut it opens it when it has waited. Cancelled meanwhile, it would never: then we do. Those
    who come too early are told to wait by Discord, and shut it again.

    :raises TimeoutError: it took longer.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except (TimeoutError, asyncio.CancelledError):
        client.http._global_over.set()  # noqa: SLF001 - discord.py has no other way to open it
        raise
