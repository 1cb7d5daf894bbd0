"""Registration of changed commands with Discord."""

import asyncio
import hashlib
import json
import logging

import discord
from discord import app_commands

from bot.context.app_context import AppContext, BotClient
from bot.context.discord_errors import DISCORD_ERRORS, retry_after
from bot.errors.storage import StorageError
from bot.store.tables.key_values import of_commands

log = logging.getLogger(__name__)

RETRY_DELAY = 60.0  # seconds between attempts
MOST_LINES = 5  # of a failure in the log


async def sync_commands(tree: app_commands.CommandTree[BotClient], context: AppContext) -> None:
    """Register the bot's commands with Discord if they have changed since the last registration.

    If Discord rejects them, the bot continues with the previous commands. Other failures of Discord
    or the database are retried, because a new bot would otherwise have no commands.
    """
    while True:
        try:
            await _sync_once(tree, context)
        except (*DISCORD_ERRORS, StorageError) as failure:
            if _is_refusal(failure):
                log.warning(
                    "Discord rejects the commands; the old ones remain: %s", _in_short(failure)
                )
                return
            log.warning("the commands are not registered yet: %s", _in_short(failure))
            await asyncio.sleep(max(RETRY_DELAY, retry_after(failure) or 0.0))
        except Exception as error:
            # nothing awaits this task, so its exception would be lost
            context.metrics.count_failure(error)
            log.exception("the commands are not registered")
            await asyncio.sleep(RETRY_DELAY)
        else:
            return


async def _sync_once(tree: app_commands.CommandTree[BotClient], context: AppContext) -> None:
    fingerprint = await commands_fingerprint(tree)
    key = of_commands(tree.client.application_id)
    if await context.services.key_values.read(key) == fingerprint:
        return
    synced = await tree.sync()
    await context.services.key_values.write(key, fingerprint)
    log.info("registered %d commands with Discord", len(synced))


def _in_short(failure: BaseException) -> str:
    """Return the type of a failure and the first lines of its text, which name faulty commands."""
    lines = str(failure).splitlines()
    left_out = len(lines) - MOST_LINES
    rest = [f"and {left_out} more"] if left_out > 0 else []
    return f"{type(failure).__name__}: {'; '.join(lines[:MOST_LINES] + rest)}"


def _is_refusal(failure: BaseException) -> bool:
    if isinstance(failure, discord.HTTPException):
        return 400 <= failure.status < 500 and failure.status != 429
    return isinstance(failure, discord.DiscordException) and not isinstance(
        failure, discord.RateLimited
    )


async def commands_fingerprint(tree: app_commands.CommandTree[BotClient]) -> str:
    """Return a hash of the commands as registered with Discord, in every language."""
    translator = tree.translator or app_commands.Translator()
    payloads = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()
