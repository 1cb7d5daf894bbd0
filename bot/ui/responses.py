"""Answering an interaction: always, in time, and to the person alone."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.context.app_context import Interaction, viewer
from bot.context.discord_errors import DISCORD_ERRORS
from bot.context.location import still_there
from bot.delivery.interaction_tokens import arrive
from bot.delivery.recognition import controls_of
from bot.errors import PlayerError, RefusedMove, StorageError
from bot.errors.error_text import refusal as in_words
from bot.errors.permissions import TooFast, WrongChannel
from bot.messages.form_refill import REFILL_KIND, SubmittedForm, refill_buttons, replaces_panel
from bot.messages.game_lists import next_game_row
from bot.messages.game_messages import refusal
from bot.messages.outgoing_message import (
    Form,
    OutgoingMessage,
    edit_arguments,
    modal,
    send_arguments,
)
from bot.messages.pictures import requesting_user
from bot.operations.logs import described
from bot.services.people.rate_limits import Action
from bot.store.engine.commit_tracking import has_stored, watch_commits
from bot.words import moves as texts

log = logging.getLogger(__name__)

# of what Discord may raise, what an answer may meet without a mistake of ours
NOT_TAKEN = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError)
# what may keep the answer from being made after the deed; their sentences say that nothing was done
IN_THE_WAY = (StorageError, TooFast)
# too late, answered already, the token is too old: another answer would be refused as well
NOBODY_WAITS = (10062, 40060, 10015, 50027)
LONGEST_ANSWER = 30.0  # seconds for one request; a large picture over a slow line takes some
TIMEOUT = 1.8  # seconds of the three that Discord gives for the first answer

Making = OutgoingMessage | Coroutine[Any, Any, OutgoingMessage]


async def reply(interaction: Interaction, making: Making) -> None:
    """Answer the person alone."""
    post = await _made(making)
    async with _answering(interaction):
        if interaction.response.is_done():
            await interaction.followup.send(ephemeral=True, **send_arguments(post))
        else:
            await interaction.response.send_message(ephemeral=True, **send_arguments(post))


async def settle(interaction: Interaction, making: Making) -> None:
    """Answer in the person's own message that the control is on, or else with a new one."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        await reply(interaction, making)
        return
    post = await _made(making)
    # a message keeps its kind of layout for life: a plain one cannot become wide
    if post.wide and not message.flags.components_v2:
        await reply(interaction, post)
        return
    await _change(interaction, replace(post, wide=message.flags.components_v2))


async def close_public(interaction: Interaction, post: OutgoingMessage) -> None:
    """Answer on a public message, whose question is thereby settled for everybody."""
    message = interaction.message
    asked = "" if message is None else message.content
    await _change(interaction, replace(post, content=f"{asked}\n{post.content}"))


async def ask(interaction: Interaction, form: Form) -> None:
    """Open a form, which only a first answer can; after a delay, ask for another press."""
    async with _answering(interaction):
        if not interaction.response.is_done():
            await interaction.response.send_modal(modal(form))
            return
    await reply(interaction, OutgoingMessage(texts.TOO_SLOW_FOR_A_FORM))


async def guarded(interaction: Interaction, work: Awaitable[None], what: str) -> None:
    """Await the work; whatever it raises and however long it takes, the person gets an answer."""
    holding = asyncio.create_task(_hold_on(interaction, what))
    requesting_user.set(interaction.user.id)
    try:
        _count(interaction)
        await arrive(interaction)
        watch_commits()
        await work
    except Exception as error:  # noqa: BLE001 - the edge: every failure is answered and logged here
        await explain(interaction, error, what)
    finally:
        holding.cancel()
        if isinstance(work, Coroutine):
            work.close()  # it was refused before it began


def answers_apart(interaction: Interaction) -> None:
    """Note that the answer will be a new message: a delay then shows that somebody works on it."""
    interaction.extras["apart"] = True


def note_form(interaction: Interaction, filled: SubmittedForm) -> None:
    """Remember what was filled in till the interaction is answered, should that be a refusal."""
    interaction.extras["form"] = filled


async def explain(interaction: Interaction, error: BaseException, what: str) -> None:
    """Tell the person why it did not work; never raises."""
    if isinstance(error, discord.HTTPException) and error.code in NOBODY_WAITS:
        log.warning("%s: done, but nobody waits for the answer: %s", what, described(error))
        return
    answer = settle if _leads_on(interaction, error) else reply
    try:
        await answer(interaction, _apology(interaction, error, what))
    except Exception as failure:  # noqa: BLE001 - the last edge: also when we are closing down
        log.warning("%s: could not be answered: %s", what, described(failure))


def _leads_on(interaction: Interaction, error: BaseException) -> bool:
    """Say whether a refusal takes the place of the panel, or refusal, that opened its form."""
    message, filled = interaction.message, interaction.extras.get("form")
    if message is None or not isinstance(error, PlayerError):
        return False
    if replaces_panel(error, filled):
        return True
    once_more = any(each.kind == REFILL_KIND for each in controls_of(message))
    return once_more and bool(refill_buttons(error, filled))


async def _apology(interaction: Interaction, error: BaseException, what: str) -> OutgoingMessage:
    metrics = interaction.client.context.metrics
    if isinstance(error, IN_THE_WAY) and has_stored():
        log.warning("%s: done, but it cannot be shown: %r", what, error)
        return OutgoingMessage(texts.DONE_UNSEEN)
    if isinstance(error, PlayerError):
        metrics.refusals.labels(type(error).__name__).inc()
        rows = refill_buttons(error, interaction.extras.get("form")) or next_game_row(error)
        return replace(await _refusal(interaction, error), rows=rows)
    metrics.count_failure(error)
    if isinstance(error, NOT_TAKEN):
        log.warning("%s: Discord did not take the answer: %s", what, described(error))
        return OutgoingMessage(texts.ANSWER_LOST)
    code = secrets.token_hex(3).upper()
    log.error("%s failed, code %s", what, code, exc_info=error, extra={"code": code})
    return OutgoingMessage(texts.failure(code))


async def _refusal(interaction: Interaction, error: PlayerError) -> OutgoingMessage:
    if isinstance(error, WrongChannel):
        error = WrongChannel(still_there(interaction, error.channels))
    if not isinstance(error, RefusedMove):
        return OutgoingMessage(in_words(error))
    shown = interaction.client.context.pictures.render
    try:
        return await shown(refusal, error, await viewer(interaction))
    except TooFast:
        return OutgoingMessage(in_words(error))


def _count(interaction: Interaction) -> None:
    # what is typed into an option that suggests is counted by itself: bot/ui/autocomplete.py
    if interaction.type is not discord.InteractionType.autocomplete:
        interaction.client.context.services.rates.spend(interaction.user.id, Action.ACTION)


async def _hold_on(interaction: Interaction, what: str) -> None:
    """Before Discord's three seconds are over, tell it that the answer will come."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    await asyncio.sleep(TIMEOUT)
    try:
        async with _answering(interaction):
            if not interaction.response.is_done():
                # without `thinking` an answer may still change the message that the control is on
                thinking = interaction.message is None or "apart" in interaction.extras
                await interaction.response.defer(ephemeral=True, thinking=thinking)
    except DISCORD_ERRORS as failure:
        log.warning("%s: Discord was not asked in time to wait: %s", what, described(failure))


@asynccontextmanager
async def _answering(interaction: Interaction) -> AsyncIterator[None]:
    """Let only one first answer be on its way, and a silent Discord hold nothing up for long."""
    lock: asyncio.Lock = interaction.extras.setdefault("answering", asyncio.Lock())
    async with lock, asyncio.timeout(LONGEST_ANSWER):
        yield


async def _change(interaction: Interaction, post: OutgoingMessage) -> None:
    edit = edit_arguments(post)
    async with _answering(interaction):
        if interaction.response.is_done():
            await interaction.edit_original_response(**edit)
        else:
            await interaction.response.edit_message(**edit)


async def _made(making: Making) -> OutgoingMessage:
    return making if isinstance(making, OutgoingMessage) else await making
