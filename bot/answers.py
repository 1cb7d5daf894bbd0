"""Answering an interaction: always, in time, and to the person alone."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Coroutine
from typing import Any

import aiohttp
import discord

from bot import texts
from bot.desk import Interaction
from bot.errors import PlayerError
from bot.post import Form, Post, edited_message, modal, new_message

log = logging.getLogger(__name__)

# What a request to Discord may raise: RateLimited is no HTTPException, broken connections come raw.
DISCORD_TROUBLE = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
PATIENCE = 1.8  # seconds of the three that Discord gives for the first answer


async def reply(interaction: Interaction, making: Post | Coroutine[Any, Any, Post]) -> None:
    """Answer the person alone. What takes long to make is announced first ("… is thinking")."""
    post = making if isinstance(making, Post) else await _in_time(interaction, making)
    if interaction.response.is_done():
        await interaction.followup.send(ephemeral=True, **new_message(post))
    else:
        await interaction.response.send_message(ephemeral=True, **new_message(post))


async def replace(interaction: Interaction, making: Post | Coroutine[Any, Any, Post]) -> None:
    """Change the message that the used control is on (one of the person's own)."""
    post = making if isinstance(making, Post) else await making
    await interaction.response.edit_message(**edited_message(post))


async def ask(interaction: Interaction, form: Form) -> None:
    """Open a form; it must be the first answer."""
    await interaction.response.send_modal(modal(form))


async def acknowledge(interaction: Interaction) -> None:
    """Take a press without saying anything: what follows is posted for everybody."""
    await interaction.response.defer()


async def guarded(interaction: Interaction, work: Awaitable[None], what: str) -> None:
    """Await the work; whatever it raises, the person gets an answer."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - the edge: every failure is answered and logged here
        await explain(interaction, error, what)


async def explain(interaction: Interaction, error: BaseException, what: str) -> None:
    """Tell the person why it did not work; never raises."""
    try:
        await reply(interaction, _sentence(error, what))
    except DISCORD_TROUBLE as trouble:
        log.warning("%s: could not be answered: %r", what, trouble)


def _sentence(error: BaseException, what: str) -> Post:
    if isinstance(error, PlayerError):
        return Post(texts.escape(error.sentence))
    code = secrets.token_hex(3).upper()
    log.error("%s failed, code %s", what, code, exc_info=error)
    return Post(texts.failure(code))


async def _in_time(interaction: Interaction, making: Coroutine[Any, Any, Post]) -> Post:
    task = asyncio.ensure_future(making)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done and not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True)
    return await task
