"""Once an hour: drop rows that are too old to matter, and make the night's copy of the database."""

import asyncio
import logging
from dataclasses import asdict

from bot.desk import DeskClient
from bot.errors import CannotStart, StoreTrouble

log = logging.getLogger(__name__)

PAUSE = 3600.0  # seconds


async def run(client: DeskClient) -> None:
    """Work until cancelled."""
    while True:
        await once(client)
        await asyncio.sleep(PAUSE)


async def once(client: DeskClient) -> None:
    """One round, by one of several processes; what fails is logged and tried again in the next."""
    desk = client.desk
    if not await desk.peers.is_chief():
        return
    try:
        tidied = await desk.services.upkeep.tidy()
        copy = await desk.services.upkeep.copy_if_due(desk.backups.folder, desk.backups.kept)
    except (StoreTrouble, CannotStart) as trouble:
        log.error("upkeep did not work: %s", trouble)  # noqa: TRY400 - the sentence says it all
        return
    dropped = ", ".join(f"{number} {what}" for what, number in asdict(tidied).items())
    log.info("upkeep: dropped %s", dropped)
    if copy is not None:
        log.info("upkeep: database copied to %s", copy)
