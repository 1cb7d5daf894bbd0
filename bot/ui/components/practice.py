"""Buttons of practice games: start a game, get a hint."""

import logging

from bot.errors.refusals import CannotPractise
from bot.messages.board_views import board
from bot.messages.challenge_forms import options_from, terms_from
from bot.messages.pictures import requesting_user
from bot.messages.practice_advice import hint, thinking
from bot.services.use_cases.practice import WITHOUT_SEARCH
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.views import GameView
from bot.ui.component_router import ComponentRequest, Handlers, refuse_opponents_turn
from bot.ui.practice import (
    check_level,
    make_practice_form,
    practice_options,
    require_engine,
    show_rematch,
    start_practice_game,
)
from bot.ui.responses import edit_or_reply, expect_new_message, open_form
from bot.words import practice
from sparring.engine import EngineError
from sparring.review import Advice

log = logging.getLogger(__name__)

COSTS = 11  # charge for a hint, in pictures, because all people share one engine


async def open_practice_form(request: ComponentRequest) -> None:
    # checked again on submission; a refusal now saves filling in the form
    require_engine(request.context)
    await open_form(request, await make_practice_form(request))


async def submit(request: ComponentRequest) -> None:
    defaults, fields = await _defaults(request), dict(request.fields)
    level = fields.pop("level", "")
    game = request.fields["game"]
    await start_practice_game(
        request,
        int(level) if level.isdecimal() else None,
        game,
        await practice_options(request, game, options_from(fields)),
        terms_from(fields, defaults),
    )


async def give_hint(request: ComponentRequest) -> None:
    expect_new_message(request)
    game = await request.services.practice.get_own(request.actor, request.id.target_id)
    refuse_opponents_turn(game, request.actor.user_id)
    engine = require_engine(request.context)
    request.pictures.charge(COSTS)
    requesting_user.set(None)  # a limit must not interrupt what is begun
    searched = engine.is_ready and request.context.can_review(game.ruleset.game)
    user, viewer = request.actor.user_id, await request.viewer()
    message = request.interaction.message
    in_place = game.is_private and message is not None and message.flags.ephemeral
    if in_place:  # the message shows the hint, so that it must say that the bot thinks
        await edit_or_reply(request, request.pictures.render(thinking, game, viewer))
    try:
        if searched:  # with the seed of the game's review, so that both agree
            advice = await engine.advise(game.record, game.id, user)
        else:
            advice = Advice(await engine.choose(game.record, WITHOUT_SEARCH, game.id, user))
    except EngineError as error:
        if not in_place:
            raise CannotPractise(practice.NO_HINT()) from error
        log.warning("no hint in game %d: %s", game.id, error)
        note = practice.NO_HINT()
        await edit_or_reply(request, request.pictures.render(board, game, viewer, note=note))
        return
    shown = request.pictures.render(hint, game, advice, viewer, searched=searched)
    await edit_or_reply(request, shown)


async def play_level(request: ComponentRequest) -> None:
    """Start another game against the bot after a finished one, at the level in the button's id.

    If an earlier press has started the game, show that game.
    """
    expect_new_message(request)
    game = await request.services.practice.get_finished(request.actor, request.id.target_id)
    level = check_level(request.context, request.id.number or 0, game.ruleset.game)
    begun = await request.services.history.rematch(request.actor, game.id, level=level)
    assert isinstance(begun, GameView), "the engine accepts at once"
    await show_rematch(request, begun)


async def _defaults(request: ComponentRequest) -> ServerSettings:
    return await request.services.server_settings.get_settings(request.actor.guild_id)


HANDLERS: Handlers = {
    "practice": open_practice_form,
    "practice-form": submit,
    "hint": give_hint,
    "level": play_level,
}
