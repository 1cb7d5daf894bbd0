"""Has finished games looked back on, one at a time, when somebody has asked for it."""

import asyncio
import logging

from bot.context.app_context import BotClient
from bot.errors import CannotReplay, StorageError
from bot.services.games.reviews import PendingReview
from sparring.engine import EngineError
from sparring.review import pack_review

log = logging.getLogger(__name__)

LOOK = 3.0  # seconds between looks for a game that is wanted
PAUSE = 30.0  # seconds after a game that could not be looked back on


async def run(client: BotClient) -> None:
    """Work until cancelled."""
    pause = 0.0
    while True:
        await asyncio.sleep(pause)
        pause = await once(client)


async def once(client: BotClient) -> float:
    """Look back on the game that has waited longest; return how many seconds to wait then."""
    services = client.context.services
    if not client.context.reviews_games:
        return LOOK  # numba may be installed while the bot runs; the button is offered from then on
    if not await client.context.peers.is_chief():
        return LOOK  # of several processes one looks back: each attempt counts
    try:
        wanted = await services.reviews.next()
        if wanted is None:
            return LOOK
        await _look_back(client, wanted)
    except StorageError as error:
        log.warning("no game can be looked back on now: %s", error)
        return PAUSE
    except EngineError as error:
        log.warning("a game could not be looked back on: %s", error)
        return PAUSE
    except CannotReplay as failure:
        client.context.metrics.count_failure(failure)
        log.exception("a game could not be looked back on")
        return PAUSE
    return 0.0


async def _look_back(client: BotClient, wanted: PendingReview) -> None:
    engine = client.context.engine
    assert engine is not None, "asked before the job began"
    review = await engine.analyse(wanted.record, wanted.game_id)
    found = pack_review(review, wanted.board)
    await client.context.services.reviews.keep(wanted.game_id, found)
    client.context.outbox_filled.set()
