"""The steps of a replay, and the whole game as a moving picture."""

from bot.context.app_context import viewer
from bot.messages.replay import replay_message, step
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import answers_apart, reply, settle


async def go(press: Press) -> None:
    game = await press.context.services.games.watch(press.actor, press.id.subject)
    person = await viewer(press.interaction)
    await settle(
        press.interaction, press.context.pictures.render(step, game, person, press.id.number)
    )


async def replay_animation(press: Press) -> None:
    answers_apart(press.interaction)
    game = await press.context.services.games.watch(press.actor, press.id.subject)
    person = await viewer(press.interaction)
    await reply(press.interaction, press.context.pictures.render_long(replay_message, game, person))


HANDLERS: Handlers = {"step": go, "reel": replay_animation}
