"""PRACTICE=on: the process that plays for the bot is ready, also after it has died."""

import asyncio
import logging

from sparring import jit
from sparring.engine import Engine, EngineError

log = logging.getLogger(__name__)

AGAIN = 60.0  # seconds between looks


async def keep_ready(partner: Engine) -> None:
    """Start the process, and again whenever it is gone, until cancelled.

    What it needs is compiled, or loaded, before anybody waits for it. Where it cannot be started,
    the bot does without: other games go on.
    """
    if not jit.is_available():
        log.warning("PRACTICE=on, but levels 1 and 2 only: %s", jit.MISSING_MESSAGE)
        return
    while True:
        try:
            await partner.start()
        except EngineError:
            log.error(  # noqa: TRY400 - the sentence says it all
                "PRACTICE=on, but %s. Practice games wait; tried again each minute.",
                partner.error,
            )
        await asyncio.sleep(AGAIN)
