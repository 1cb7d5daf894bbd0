"""Time limit for requests to Discord; discord.py remains usable after a cancellation."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord


@asynccontextmanager
async def at_most(client: discord.Client, seconds: float) -> AsyncIterator[None]:
    """Cancel the block of code after `seconds`; repair discord.py's rate limits if needed.

    During a global rate limit, discord.py blocks all requests on an event, which the rate-limited
    request sets after its wait. If that request is cancelled, nothing else sets the event, so this
    function sets it. Requests that are then sent too early get a 429 and clear the event again. The
    bucket of a route has the same problem when its only request is cancelled just as it ends.

    :raises TimeoutError: when the block takes longer.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except (TimeoutError, asyncio.CancelledError):
        _release_waiting_requests(client.http)
        raise


def _release_waiting_requests(http: discord.http.HTTPClient) -> None:
    # discord.py has no public method to release them
    http._global_over.set()  # noqa: SLF001
    for bucket in http._buckets.values():  # noqa: SLF001
        used_up = bucket.remaining <= 0 and bucket.outgoing == 0
        if used_up and bucket.expires is None and not bucket._sleeping.locked():  # noqa: SLF001
            bucket.reset()  # type: ignore[no-untyped-call]
            bucket._wake(bucket.remaining)  # noqa: SLF001
