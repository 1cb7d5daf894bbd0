"""Hourly maintenance: delete expired rows and back up the database once a day."""

import asyncio
import logging
from dataclasses import asdict

from bot.context.app_context import AppContext, BotClient
from bot.errors.startup import CannotStart
from bot.errors.storage import StorageError

log = logging.getLogger(__name__)

INTERVAL = 3600.0  # seconds


async def run(client: BotClient) -> None:
    """Delete expired rows each hour and back up the database each day, until cancelled."""
    while True:
        await once(client.context)
        await asyncio.sleep(INTERVAL)


async def once(context: AppContext) -> None:
    """Run one round of maintenance; do nothing if another process is responsible for it.

    Failures are logged, and the next round retries.
    """
    if not await context.peers.is_leader():
        return
    try:
        tidied = await context.services.maintenance.clean_up()
        copy = await context.services.maintenance.back_up_if_due(
            context.backups.folder, context.backups.kept
        )
    except (StorageError, CannotStart) as error:
        log.error("maintenance failed: %s", error)  # noqa: TRY400 - the text is enough
        return
    deleted = ", ".join(f"{number} {what}" for what, number in asdict(tidied).items())
    log.info("maintenance: deleted %s", deleted)
    if copy is not None:
        log.info("maintenance: database backed up to %s", copy)
