"""Once an hour: drop rows that are too old to matter, and make the night's copy of the database."""

import asyncio
import logging
from dataclasses import asdict

from bot.context.app_context import BotClient
from bot.errors import CannotStart, StorageError

log = logging.getLogger(__name__)

PAUSE = 3600.0  # seconds


async def run(client: BotClient) -> None:
    """Work until cancelled."""
    while True:
        await once(client)
        await asyncio.sleep(PAUSE)


async def once(client: BotClient) -> None:
    """One round, by one of several processes; what fails is logged and tried again in the next."""
    context = client.context
    if not await context.peers.is_chief():
        return
    try:
        tidied = await context.services.maintenance.tidy()
        copy = await context.services.maintenance.copy_if_due(
            context.backups.folder, context.backups.kept
        )
    except (StorageError, CannotStart) as error:
        log.error("upkeep did not work: %s", error)  # noqa: TRY400 - the sentence says it all
        return
    dropped = ", ".join(f"{number} {what}" for what, number in asdict(tidied).items())
    log.info("upkeep: dropped %s", dropped)
    if copy is not None:
        log.info("upkeep: database copied to %s", copy)
