"""Button that turns tips for beginners on or off."""

from bot.messages.beginner_tips import with_tips, without_tips
from bot.ui.component_router import ComponentRequest, Handlers, game_to_move, own_game
from bot.ui.components.move_panel import refreshing
from bot.ui.responses import edit_or_reply


@refreshing
async def switch(request: ComponentRequest) -> None:
    to, _, where = request.id.value.partition(" ")
    await own_game(request)
    settings = request.services.personal_settings
    await settings.change_settings(request.actor, {"tips": to})
    game, viewer = await game_to_move(request), await request.viewer()
    if to == "on":
        learning = await settings.gets_tips(viewer.user_id, game)
        shown = request.pictures.render(with_tips, game, viewer, where, learning=learning)
    else:
        shown = request.pictures.render(without_tips, game, viewer, where)
    await edit_or_reply(request, shown)


HANDLERS: Handlers = {"tips": switch}
