"""Button that turns tips for beginners on or off."""

from bot.errors.refusals import NotYourTurn, StaleButton
from bot.messages.beginner_tips import PANEL, with_tips, without_tips
from bot.messages.board_views import kept_view
from bot.ui.component_router import ComponentRequest, Handlers, game_to_move, own_game
from bot.ui.components.move_panel import refreshing
from bot.ui.responses import edit_or_reply


@refreshing
async def switch(request: ComponentRequest) -> None:
    to, _, where = request.id.value.partition(" ")
    # a refusal after the change would claim that nothing was done
    game, viewer = await own_game(request), await request.viewer()
    if where == PANEL:
        try:
            await game_to_move(request)
        except (NotYourTurn, StaleButton):
            where = kept_view(viewer).value
    settings = request.services.personal_settings
    await settings.change_settings(request.actor, {"tips": to})
    if to == "on":
        learning = await settings.gets_tips(viewer.user_id, game)
        shown = request.pictures.render(with_tips, game, viewer, where, learning=learning)
    else:
        shown = request.pictures.render(without_tips, game, viewer, where)
    await edit_or_reply(request, shown)


HANDLERS: Handlers = {"tips": switch}
