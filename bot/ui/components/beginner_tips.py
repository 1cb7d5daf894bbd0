"""Button that turns off tips for beginners."""

from bot.messages.beginner_tips import without_tips
from bot.ui.component_router import ComponentRequest, Handlers, game_to_move, own_game
from bot.ui.components.move_panel import refreshing
from bot.ui.responses import edit_or_reply


@refreshing
async def turn_off(request: ComponentRequest) -> None:
    await own_game(request)
    await request.services.personal_settings.set_preference(request.actor, "tips", "off")
    game, viewer = await game_to_move(request), await request.viewer()
    shown = request.pictures.render(without_tips, game, viewer, request.id.value)
    await edit_or_reply(request, shown)


HANDLERS: Handlers = {"tips-off": turn_off}
