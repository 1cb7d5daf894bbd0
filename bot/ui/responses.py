"""Responses to interactions: ephemeral, within Discord's time limit, even after an error."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.context.app_context import Interaction
from bot.context.discord_errors import DISCORD_ERRORS
from bot.context.language import PublicLanguages, note_locale, speak_to_reader
from bot.context.location import existing_channels
from bot.context.request import Request
from bot.delivery.interaction_token_messages import PRIVATE_GAME, WIDE, note_user_install
from bot.delivery.message_filters import controls_of
from bot.errors.error_text import refusal as in_words
from bot.errors.permissions import TooFast, WrongChannel
from bot.errors.refusals import PlayerError, RefusedMove
from bot.errors.storage import StorageError
from bot.messages.form_refill import REFILL_KIND, SubmittedForm, refill_buttons, replaces_panel
from bot.messages.game_lists import which_game_row
from bot.messages.move_answers import refusal
from bot.messages.outgoing_message import (
    Button,
    Form,
    Link,
    OutgoingMessage,
    edit_arguments,
    modal,
    send_arguments,
)
from bot.messages.pictures import requesting_user
from bot.operations.logs import described
from bot.services.values.people.rate_limits import Action
from bot.services.values.views import GameView
from bot.store.engine.commit_tracking import has_committed, track_commits
from bot.words.failures import ANSWER_LOST, DONE_UNSEEN, TOO_SLOW_FOR_A_FORM, failure
from bot.words.languages import speaking

log = logging.getLogger(__name__)

# errors of sending a response that are not defects of the bot
RESPONSE_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError)
# errors whose sentences claim that nothing was done, which is false after a commit
MISLEADING_AFTER_COMMIT = (StorageError, TooFast)
# unknown interaction, already answered, token expired (two codes): no response is possible
UNANSWERABLE = (10062, 40060, 10015, 50027)
LONGEST_ANSWER = 30.0  # seconds for one request; uploading a large picture can take several
TIMEOUT = 1.8  # seconds until a response is deferred; Discord allows three

# keys of `Interaction.extras`
NEW_MESSAGE, FORM, LOCK, BUTTONS = "new_message", "form", "lock", "buttons"

Answer = OutgoingMessage | Coroutine[Any, Any, OutgoingMessage]


async def reply(request: Request, answer: Answer) -> None:
    """Respond with a new message that only the actor sees."""
    post = await _resolve(answer)
    request.interaction.extras[WIDE] = post.wide
    async with _sending(request.interaction):
        if request.interaction.response.is_done():
            await request.interaction.followup.send(ephemeral=True, **send_arguments(post))
        else:
            await request.interaction.response.send_message(ephemeral=True, **send_arguments(post))


async def edit_or_reply(request: Request, answer: Answer) -> None:
    """Edit the message of the used button or menu if it is private; else send a private reply."""
    message = request.interaction.message
    if message is None or not message.flags.ephemeral:
        await reply(request, answer)
        return
    post = await _resolve(answer)
    # the flag for components V2 cannot be added to an existing message
    if post.wide and not message.flags.components_v2:
        await reply(request, post)
        return
    await _edit(request.interaction, replace(post, wide=message.flags.components_v2))


async def append_to_message(request: Request, game: GameView, compose: Callable[[], str]) -> None:
    """Append a line to the message of the used button, and remove the message's buttons.

    :param compose: returns the line; called in the language of the message, which in direct
        messages is the reader's.
    """
    message = request.interaction.message
    asked = "" if message is None else message.content
    if request.interaction.context.dm_channel:
        line = compose()
    else:
        people = [each.user_id for each in game.people]
        with speaking(await PublicLanguages(request.client).of(game.location, people)):
            line = compose()
    await _edit(request.interaction, OutgoingMessage(f"{asked}\n{line}"))


async def open_form(request: Request, form: Form) -> None:
    """Open a form; if the response was already deferred, ask the person to press again."""
    async with _sending(request.interaction):
        if not request.interaction.response.is_done():
            await request.interaction.response.send_modal(modal(form))
            return
    await reply(request, OutgoingMessage(TOO_SLOW_FOR_A_FORM()))


async def guarded(interaction: Interaction, work: Awaitable[None], name: str) -> None:
    """Await a handler, defer a slow response, and answer any exception; raise no exception.

    :param name: name of the command or control for the log.
    """
    deferring = asyncio.create_task(_defer_if_slow(interaction, name))
    requesting_user.set(interaction.user.id)
    try:
        _count(interaction)
        await note_user_install(interaction)
        await speak_to_reader(interaction)
        track_commits()
        await work
        await note_locale(interaction)
    except Exception as error:  # noqa: BLE001 - every failure is answered and logged here
        await explain(interaction, error, name)
    finally:
        deferring.cancel()
        if isinstance(work, Coroutine):
            work.close()  # avoids the warning about a coroutine that was never awaited


def expect_new_message(request: Request) -> None:
    """Announce that the response is a new message: if it is slow, Discord shows "thinking"."""
    request.interaction.extras[NEW_MESSAGE] = True


def show_private_game(request: Request, game: GameView) -> None:
    """Mark the answer to this interaction as the message that later boards of a game replace.

    This does nothing unless the game is private practice.
    """
    if game.is_private:
        request.interaction.extras[PRIVATE_GAME] = game.id


def show_private_board(request: Request, game: GameView) -> None:
    """Mark the answer, a board, as the message that later boards of private practice replace.

    This does nothing if the game is over or not the actor's.
    """
    if game.result is None and game.seat_of(request.actor.user_id) is not None:
        show_private_game(request, game)


def remember_form(request: Request, filled: SubmittedForm) -> None:
    """Keep the submitted values of a form, so that a refusal can offer to edit them."""
    request.interaction.extras[FORM] = filled


def add_to_refusal(request: Request, buttons: tuple[Button | Link, ...]) -> None:
    """Add a row of buttons that is shown only if the response to the request is a refusal."""
    request.interaction.extras[BUTTONS] = (buttons,)


async def explain(interaction: Interaction, error: BaseException, name: str) -> None:
    """Respond with the reason of a failure; log the failure if it may be a bug; raise nothing.

    :param name: name of the command or control for the log.
    """
    request = Request(interaction)
    if isinstance(error, discord.HTTPException) and error.code in UNANSWERABLE:
        log.warning("%s: done, but the interaction has expired: %s", name, described(error))
        return
    answer = edit_or_reply if _replaces_message(interaction, error) else reply
    try:
        await answer(request, _error_message(request, error, name))
    except Exception as unsent:  # noqa: BLE001 - nothing above could handle it, as in a shutdown
        log.warning("%s: no response could be sent: %s", name, described(unsent))


def _replaces_message(interaction: Interaction, error: BaseException) -> bool:
    """Return whether a refusal replaces the message from which the refused form was opened.

    That message is a panel, or an earlier refusal of the same form.
    """
    message, filled = interaction.message, interaction.extras.get(FORM)
    if message is None or not isinstance(error, PlayerError):
        return False
    if replaces_panel(error, filled):
        return True
    is_refusal = any(each.kind == REFILL_KIND for each in controls_of(message))
    return is_refusal and bool(refill_buttons(error, filled))


async def _error_message(request: Request, error: BaseException, name: str) -> OutgoingMessage:
    metrics = request.context.metrics
    if isinstance(error, MISLEADING_AFTER_COMMIT) and has_committed():
        log.warning("%s: done, but the response cannot be shown: %r", name, error)
        return OutgoingMessage(DONE_UNSEEN())
    if isinstance(error, PlayerError):
        metrics.refusals.labels(type(error).__name__).inc()
        extras = request.interaction.extras
        rows = (
            refill_buttons(error, extras.get(FORM))
            or which_game_row(error)
            or extras.get(BUTTONS, ())
        )
        return replace(await _refusal(request, error), rows=rows)
    metrics.count_failure(error)
    if isinstance(error, RESPONSE_ERRORS):
        log.warning("%s: Discord refused the response: %s", name, described(error))
        return OutgoingMessage(ANSWER_LOST())
    code = secrets.token_hex(3).upper()
    log.error("%s failed, code %s", name, code, exc_info=error, extra={"code": code})
    return OutgoingMessage(failure(code))


async def _refusal(request: Request, error: PlayerError) -> OutgoingMessage:
    if isinstance(error, WrongChannel):
        error = WrongChannel(existing_channels(request.interaction, error.channels))
    if not isinstance(error, RefusedMove):
        return OutgoingMessage(in_words(error))
    try:
        return await request.pictures.render(refusal, error, await request.viewer())
    except TooFast:
        return OutgoingMessage(in_words(error))


def _count(interaction: Interaction) -> None:
    # bot/ui/autocomplete.py counts autocomplete with a separate limit
    if interaction.type is not discord.InteractionType.autocomplete:
        interaction.client.context.services.rates.spend(interaction.user.id, Action.ACTION)


async def _defer_if_slow(interaction: Interaction, name: str) -> None:
    """Defer the response before Discord's limit of three seconds."""
    if interaction.type is discord.InteractionType.autocomplete:
        return
    await asyncio.sleep(TIMEOUT)
    try:
        async with _sending(interaction):
            if not interaction.response.is_done():
                # without `thinking`, the response can still edit the control's message
                thinking = interaction.message is None or NEW_MESSAGE in interaction.extras
                await interaction.response.defer(ephemeral=True, thinking=thinking)
    except DISCORD_ERRORS as error:
        log.warning("%s: the response could not be deferred in time: %s", name, described(error))


@asynccontextmanager
async def _sending(interaction: Interaction) -> AsyncIterator[None]:
    """Let the block send a response while no other response to the interaction is being sent.

    :raises TimeoutError: after `LONGEST_ANSWER` seconds.
    """
    lock: asyncio.Lock = interaction.extras.setdefault(LOCK, asyncio.Lock())
    async with lock, asyncio.timeout(LONGEST_ANSWER):
        yield


async def _edit(interaction: Interaction, post: OutgoingMessage) -> None:
    edit = edit_arguments(post)
    async with _sending(interaction):
        if interaction.response.is_done():
            await interaction.edit_original_response(**edit)
        else:
            await interaction.response.edit_message(**edit)


async def _resolve(answer: Answer) -> OutgoingMessage:
    return answer if isinstance(answer, OutgoingMessage) else await answer
