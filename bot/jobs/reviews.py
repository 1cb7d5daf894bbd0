"""Has finished games looked back on, one at a time, when somebody has asked for it."""

import asyncio
import logging

from bot.desk import DeskClient
from bot.errors import CannotReplay, StoreTrouble
from bot.services.reviews import Wanted
from sparring.engine import EngineError
from sparring.review import pack_review

log = logging.getLogger(__name__)

LOOK = 3.0  # seconds between looks for a game that is wanted
PAUSE = 30.0  # seconds after a game that could not be looked back on


async def run(client: DeskClient) -> None:
    """Work until cancelled."""
    pause = 0.0
    while True:
        await asyncio.sleep(pause)
        pause = await once(client)


async def once(client: DeskClient) -> float:
    """Look back on the game that has waited longest; return how many seconds to wait then."""
    services = client.desk.services
    if not client.desk.reviews_games:
        return LOOK  # numba may be installed while the bot runs; the button is offered from then on
    if not await client.desk.peers.is_chief():
        return LOOK  # of several processes one looks back: each attempt counts
    try:
        wanted = await services.reviews.next()
        if wanted is None:
            return LOOK
        await _look_back(client, wanted)
    except StoreTrouble as trouble:
        log.warning("no game can be looked back on now: %s", trouble)
        return PAUSE
    except EngineError as trouble:
        log.warning("a game could not be looked back on: %s", trouble)
        return PAUSE
    except CannotReplay as failure:
        client.desk.gauges.count_failure(failure)
        log.exception("a game could not be looked back on")
        return PAUSE
    return 0.0


async def _look_back(client: DeskClient, wanted: Wanted) -> None:
    partner = client.desk.partner
    assert partner is not None, "asked before the job began"
    review = await partner.analyse(wanted.record, wanted.game_id)
    found = pack_review(review, wanted.board)
    await client.desk.services.reviews.keep(wanted.game_id, found)
    client.desk.outbox_filled.set()
