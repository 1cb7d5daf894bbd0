"""`python -m bot health`: ask a running bot whether it is well, as container engines do."""

import aiohttp

from bot.errors import CannotStart
from bot.settings import Settings

PATIENCE = aiohttp.ClientTimeout(total=5.0)
HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - listened at everywhere, asked here
NOT_WATCHED = "MONITOR_PORT is not set, so nobody can ask the bot: set it and start the bot again."
NO_ANSWER = "The bot does not answer at {}: {}."


async def ask_health(settings: Settings) -> tuple[str, bool]:
    """Return what the bot says of itself, and whether it is well.

    :raises CannotStart: no port is set.
    """
    if settings.monitor_port is None:
        raise CannotStart(NOT_WATCHED)
    address = f"http://{_host(settings.monitor_host)}:{settings.monitor_port}/healthz"
    try:
        async with (
            aiohttp.ClientSession(timeout=PATIENCE) as session,
            session.get(address) as answer,
        ):
            return await answer.text(), answer.ok
    except (aiohttp.ClientError, TimeoutError, OSError) as trouble:
        return NO_ANSWER.format(address, str(trouble) or type(trouble).__name__), False


def _host(listening: str) -> str:
    host = HERE.get(listening, listening)
    return f"[{host}]" if ":" in host else host
