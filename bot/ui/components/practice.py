"""The buttons of practice: begin a game with the bot, ask it for a hint, ask what it threatens."""

from bot.context.app_context import viewer
from bot.context.location import refuse_wrong_channel
from bot.context.user_install import refuse_without_token
from bot.errors import CannotPractise
from bot.messages.challenge_forms import options_from, terms_from, with_default_size
from bot.messages.outgoing_message import Form
from bot.messages.practice_advice import hint, threats
from bot.services.practice.practice import WITHOUT_SEARCH
from bot.services.servers.server_settings import ServerSettings
from bot.ui.component_router import Handlers, Press, refuse_waiting
from bot.ui.practice import begin, engine_here, practice_form
from bot.ui.responses import answers_apart, ask, reply
from bot.words import practice as texts
from sparring.engine import EngineError
from sparring.levels import playable_levels

HINT = 5  # the level of a hint: the strongest that answers soon
HINT_COST = 10  # pictures that a hint is charged as: it takes seconds of the shared engine


async def form(press: Press) -> None:
    # before it is filled in for nothing
    engine_here(press.context)
    await refuse_wrong_channel(press.interaction)
    refuse_without_token(press.interaction, texts.ONLY_YOU_SEE)
    await ask(press.interaction, await form_of_practice(press))


async def form_of_practice(press: Press) -> Form:
    await press.context.services.blocks.refuse(press.actor)
    return practice_form(await _usual(press))


async def submitted(press: Press) -> None:
    usual, fields = await _usual(press), dict(press.fields)
    level = fields.pop("level", "")
    game, options = press.fields["game"], options_from(fields)
    await begin(
        press.interaction,
        int(level) if level.isdecimal() else None,
        game,
        options_from(with_default_size(usual, game, options)),
        terms_from(fields, usual),
    )


async def give_hint(press: Press) -> None:
    answers_apart(press.interaction)
    game = await press.context.services.practice.own(press.actor, press.id.subject)
    refuse_waiting(game, press.actor.user_id)
    engine = engine_here(press.context)
    press.context.pictures.charge(HINT_COST)
    strongest = playable_levels(game.ruleset.game)[-1].number
    level = min(HINT, strongest) if engine.is_ready else WITHOUT_SEARCH
    try:
        moves = await engine.choose(game.record, level, game.id, press.actor.user_id)
    except EngineError as error:
        raise CannotPractise(texts.NO_HINT) from error
    shown = press.context.pictures.render(hint, game, moves, await viewer(press.interaction))
    await reply(press.interaction, shown)


async def show_threats(press: Press) -> None:
    game = await press.context.services.practice.own(press.actor, press.id.subject)
    shown = press.context.pictures.render(threats, game, await viewer(press.interaction))
    await reply(press.interaction, shown)


async def _usual(press: Press) -> ServerSettings:
    return await press.context.services.guilds.settings(press.actor.guild_id)


HANDLERS: Handlers = {
    "practice": form,
    "practice-form": submitted,
    "hint": give_hint,
    "threats": show_threats,
}
