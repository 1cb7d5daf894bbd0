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
    who come too early are told to wait by Discord, and shut it again. So it is with the gate of a
    route, when the only request that may pass is cancelled in the moment in which it has ended.

    :raises TimeoutError: it took longer.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except (TimeoutError, asyncio.CancelledError):
        _open_gates(client.http)
        raise


def _open_gates(http: discord.http.HTTPClient) -> None:
    # discord.py has no other way to open them
    http._global_over.set()  # noqa: SLF001
    for gate in http._buckets.values():  # noqa: SLF001
        used_up = gate.remaining <= 0 and gate.outgoing == 0
        if used_up and gate.expires is None and not gate._sleeping.locked():  # noqa: SLF001
            gate.reset()  # type: ignore[no-untyped-call]
            gate._wake(gate.remaining)  # noqa: SLF001
