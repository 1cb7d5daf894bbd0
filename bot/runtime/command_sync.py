"""Tells Discord our commands, only when they have changed since it last took them."""

import asyncio
import hashlib
import json
import logging

import discord
from discord import app_commands

from bot.context.app_context import AppContext, BotClient
from bot.context.discord_errors import DISCORD_ERRORS
from bot.errors import StorageError
from bot.store.tables.notes import of_commands

log = logging.getLogger(__name__)

AGAIN = 60.0  # seconds before another try


async def sync_commands(tree: app_commands.CommandTree[BotClient], context: AppContext) -> None:
    """Sync if needed. A refusal is logged: the bot works with the commands Discord has.

    Without an answer from Discord, or from the database, it is tried again till there is one: at
    its first start the bot would otherwise have no commands at all.
    """
    while True:
        try:
            await _sync_once(tree, context)
        except (*DISCORD_ERRORS, StorageError) as failure:
            if _is_refusal(failure):
                log.warning("Discord refused the commands; the old ones stay: %r", failure)
                return
            log.warning("Discord has not heard of the commands yet: %r", failure)
            await asyncio.sleep(AGAIN)
        except Exception as error:
            # nobody awaits this task: what broke it would be heard of by nobody
            context.metrics.count_failure(error)
            log.exception("Discord has not heard of the commands")
            await asyncio.sleep(AGAIN)
        else:
            return


async def _sync_once(tree: app_commands.CommandTree[BotClient], context: AppContext) -> None:
    fingerprint = await commands_fingerprint(tree)
    key = of_commands(tree.client.application_id)
    if await context.services.notes.read(key) == fingerprint:
        return
    synced = await tree.sync()
    await context.services.notes.write(key, fingerprint)
    log.info("Discord has taken %d commands", len(synced))


def _is_refusal(failure: BaseException) -> bool:
    if isinstance(failure, discord.HTTPException):
        return 400 <= failure.status < 500 and failure.status != 429
    return isinstance(failure, discord.DiscordException) and not isinstance(
        failure, discord.RateLimited
    )


async def commands_fingerprint(tree: app_commands.CommandTree[BotClient]) -> str:
    """Return a hash of all that Discord is told about the commands, in every language."""
    translator = tree.translator or app_commands.Translator()
    told = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
