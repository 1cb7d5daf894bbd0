"""Background loop that reviews finished games with the engine, one at a time, on request."""

import asyncio
import logging

from bot.context.app_context import AppContext, BotClient
from bot.errors.storage import CannotReplay, StorageError
from bot.services.use_cases.games.reviews import PendingReview
from sparring.engine import EngineError
from sparring.review import pack_review

log = logging.getLogger(__name__)

POLL_INTERVAL = 3.0  # seconds between queries for requested reviews
RETRY_DELAY = 30.0  # seconds after a failure


async def run(client: BotClient) -> None:
    """Review finished games as requested, until cancelled."""
    delay = 0.0
    while True:
        await asyncio.sleep(delay)
        delay = await once(client.context)


async def once(context: AppContext) -> float:
    """Review the finished game that has waited longest; return the seconds until the next round."""
    if not context.can_review_any:
        return POLL_INTERVAL
    if not await context.peers.is_leader():
        return POLL_INTERVAL  # each attempt is counted, so that only one process reviews the game
    try:
        wanted = await context.services.reviews.claim_next()
        if wanted is None:
            return POLL_INTERVAL
        await _review(context, wanted)
    except StorageError as error:
        log.warning("reviews cannot be read or stored: %s", error)
        return RETRY_DELAY
    except EngineError as error:
        log.warning("a game cannot be reviewed: %s", error)
        return RETRY_DELAY
    except CannotReplay as failure:
        context.metrics.count_failure(failure)
        log.exception("a game cannot be reviewed")
        return RETRY_DELAY
    return 0.0


async def _review(context: AppContext, wanted: PendingReview) -> None:
    assert context.engine is not None, "`can_review_any` is false without an engine"
    review = await context.engine.analyse(wanted.record, wanted.game_id)
    content = pack_review(review, wanted.board)
    await context.services.reviews.store(wanted.game_id, content, review.mistakes)
    context.outbox_filled.set()
