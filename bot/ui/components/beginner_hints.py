"""No more hints: remembered, and the message goes on without."""

from bot.context.app_context import viewer
from bot.messages.beginner_hints import without_hints
from bot.ui.component_router import Handlers, Press, game_to_move, own_game
from bot.ui.components.move_panel import following
from bot.ui.responses import settle


@following
async def off(press: Press) -> None:
    await own_game(press)
    await press.context.services.players.prefer(press.actor, "hints", "off")
    game, person = await game_to_move(press), await viewer(press.interaction)
    shown = press.context.pictures.render(without_hints, game, person, press.id.value)
    await settle(press.interaction, shown)


HANDLERS: Handlers = {"hints-off": off}
