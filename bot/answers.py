"""Answering an interaction: always, in time, and to the person alone."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Coroutine
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot import texts
from bot.desk import Interaction, viewer
from bot.errors import PlayerError, RefusedMove
from bot.post import Form, Post, edited_message, modal, new_message
from bot.presenter import refusal

log = logging.getLogger(__name__)

# What a request to Discord may raise: RateLimited is no HTTPException, broken connections come raw.
DISCORD_TROUBLE = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
PATIENCE = 1.8  # seconds of the three that Discord gives for the first answer

Making = Post | Coroutine[Any, Any, Post]


async def reply(interaction: Interaction, making: Making) -> None:
    """Answer the person alone. What takes long to make is announced first ("… is thinking")."""
    post = await _in_time(interaction, making, thinking=True)
    if interaction.response.is_done():
        await interaction.followup.send(ephemeral=True, **new_message(post))
    else:
        await interaction.response.send_message(ephemeral=True, **new_message(post))


async def settle(interaction: Interaction, making: Making) -> None:
    """Answer in the person's own message that the control is on, or else with a new one."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        await reply(interaction, making)
        return
    post = await _in_time(interaction, making, thinking=False)
    # a message keeps its kind of layout for life: a plain one cannot become wide
    if post.wide and not message.flags.components_v2:
        await reply(interaction, post)
        return
    edit = edited_message(replace(post, wide=message.flags.components_v2))
    if interaction.response.is_done():
        await interaction.edit_original_response(**edit)
    else:
        await interaction.response.edit_message(**edit)


async def close_public(interaction: Interaction, post: Post) -> None:
    """Answer on a public message, whose question is thereby settled for everybody."""
    message = interaction.message
    asked = "" if message is None else message.content
    await interaction.response.edit_message(
        **edited_message(replace(post, content=f"{asked}\n{post.content}"))
    )


async def ask(interaction: Interaction, form: Form) -> None:
    """Open a form; it must be the first answer."""
    await interaction.response.send_modal(modal(form))


async def guarded(interaction: Interaction, work: Awaitable[None], what: str) -> None:
    """Await the work; whatever it raises, the person gets an answer."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - the edge: every failure is answered and logged here
        await explain(interaction, error, what)


async def explain(interaction: Interaction, error: BaseException, what: str) -> None:
    """Tell the person why it did not work; never raises."""
    try:
        await reply(interaction, _apology(interaction, error, what))
    except DISCORD_TROUBLE as trouble:
        log.warning("%s: could not be answered: %r", what, trouble)


async def _apology(interaction: Interaction, error: BaseException, what: str) -> Post:
    if isinstance(error, RefusedMove):
        shown = interaction.client.desk.pictures.show
        return await shown(refusal, error, await viewer(interaction))
    if isinstance(error, PlayerError):
        return Post(texts.escape(error.sentence))
    code = secrets.token_hex(3).upper()
    log.error("%s failed, code %s", what, code, exc_info=error)
    return Post(texts.failure(code))


async def _in_time(interaction: Interaction, making: Making, *, thinking: bool) -> Post:
    if isinstance(making, Post):
        return making
    task = asyncio.ensure_future(making)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done and not interaction.response.is_done():
        await interaction.response.defer(ephemeral=True, thinking=thinking)
    return await task
