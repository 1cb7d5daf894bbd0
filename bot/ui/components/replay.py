"""Buttons of a replay: go to a turn, and show the whole game as an animation."""

from bot.messages.replay import replay_message, step
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply, expect_new_message, reply


async def show_step(request: ComponentRequest) -> None:
    game = await request.services.games.watch(request.actor, request.id.subject)
    viewer = await request.viewer()
    await edit_or_reply(request, request.pictures.render(step, game, viewer, request.id.number))


async def show_animation(request: ComponentRequest) -> None:
    expect_new_message(request)
    game = await request.services.games.watch(request.actor, request.id.subject)
    viewer = await request.viewer()
    await reply(request, request.pictures.render_long(replay_message, game, viewer))


HANDLERS: Handlers = {"step": show_step, "reel": show_animation}
