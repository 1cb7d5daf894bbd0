"""Tells Discord our commands, only when they have changed since it last took them."""

import hashlib
import json
import logging

from discord import app_commands

from bot.answers import DISCORD_TROUBLE
from bot.desk import Desk, DeskClient

log = logging.getLogger(__name__)


async def sync_commands(tree: app_commands.CommandTree[DeskClient], desk: Desk) -> None:
    """Sync if needed. A refusal is logged: the bot works with the commands Discord has."""
    fingerprint = await commands_fingerprint(tree)
    key = f"commands:{tree.client.application_id}"
    if await desk.services.notes.read(key) == fingerprint:
        return
    try:
        synced = await tree.sync()
    except DISCORD_TROUBLE as trouble:
        log.warning("Discord refused the commands; the old ones stay: %r", trouble)
        return
    await desk.services.notes.write(key, fingerprint)
    log.info("Discord has taken %d commands", len(synced))


async def commands_fingerprint(tree: app_commands.CommandTree[DeskClient]) -> str:
    """Return a hash of all that Discord is told about the commands, in every language."""
    translator = tree.translator or app_commands.Translator()
    told = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
