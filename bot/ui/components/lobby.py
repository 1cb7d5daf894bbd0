"""Buttons and menus of the lobby: show the offers, and post, accept or withdraw an offer."""

from dataclasses import replace

from bot.context.request import Request
from bot.context.user_install import is_user_install
from bot.errors.refusals import PlayerError
from bot.messages.challenge_forms import options_from, with_default_size
from bot.messages.lobby import (
    chosen_offer,
    lobby_page,
    match_answer,
    offer_form,
    offer_options,
    offer_posted,
    offer_terms,
)
from bot.messages.outgoing_message import Form, OutgoingMessage
from bot.services.use_cases.lobby import Match
from bot.services.values.views import Actor
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply, open_form, reply
from bot.words import lobby as words


def lobby_actor(request: Request) -> Actor:
    """Return the actor of a request, with `guild_id` None if the bot is not in the server.

    The lobby then works as in direct messages, because no server's settings apply.
    """
    actor = request.actor
    return replace(actor, guild_id=None) if is_user_install(request.interaction) else actor


async def lobby_is_open(request: Request) -> bool:
    """Return whether the server of a request allows the lobby; always True in direct messages."""
    return await request.services.lobby.is_open_in(lobby_actor(request).guild_id)


async def show_lobby(
    request: Request, note: str = "", game_key: str | None = None
) -> OutgoingMessage:
    """Return the message with the lobby's offers that the actor may accept, and their own.

    :param note: a line about the latest action.
    :param game_key: the game whose offers are listed; None means all games.
    :raises CannotChallenge, NotPlayingHere: when the lobby is off here, or the actor is blocked.
    """
    return lobby_page(await request.services.lobby.show(lobby_actor(request), game_key), note)


def _game(request: ComponentRequest) -> str | None:
    """Return the game to which the page with the used component was limited; None without one."""
    return request.id.value or None


async def show(request: ComponentRequest) -> None:
    await reply(request, await show_lobby(request))


async def update(request: ComponentRequest) -> None:
    await edit_or_reply(request, await show_lobby(request, game_key=_game(request)))


async def open_offer_form(request: ComponentRequest) -> None:
    await open_form(request, await make_offer_form(request))


async def make_offer_form(request: ComponentRequest) -> Form:
    actor = lobby_actor(request)
    await request.services.lobby.show(actor)  # refuses people who may not post an offer
    return offer_form(await request.services.server_settings.get_settings(actor.guild_id))


async def post(request: ComponentRequest) -> None:
    actor = lobby_actor(request)
    usual = await request.services.server_settings.get_settings(actor.guild_id)
    terms, keep = offer_terms(request.fields, usual)
    options = offer_options(request.fields)
    key = request.fields["game"]
    last = await request.services.challenges.find_last_size(actor.user_id, key)
    options = with_default_size(usual, key, options, last)
    done = await request.services.lobby.offer(actor, key, options_from(options), terms, keep)
    if isinstance(done, Match):
        await reply(request, match_answer(done, actor.user_id))
    else:
        await reply(request, await show_lobby(request, offer_posted(done)))


async def play(request: ComponentRequest) -> None:
    actor = lobby_actor(request)
    match = await request.services.lobby.accept(actor, chosen_offer(request.entered))
    await reply(request, match_answer(match, actor.user_id))


async def withdraw(request: ComponentRequest) -> None:
    actor = lobby_actor(request)
    await request.services.lobby.withdraw(actor, chosen_offer(request.entered))
    try:
        page = await show_lobby(request, words.WITHDRAWN(), _game(request))
    except PlayerError:  # the lobby was closed to them, but their offer is withdrawn
        page = OutgoingMessage(words.WITHDRAWN())
    await edit_or_reply(request, page)


HANDLERS: Handlers = {
    "lobby": show,
    "lobby-update": update,
    "lobby-post": open_offer_form,
    "lobby-form": post,
    "lobby-play": play,
    "lobby-withdraw": withdraw,
}
