"""Menu below a board that shows it in another view."""

from bot.messages.board_views import board
from bot.messages.component_ids import parse_choice
from bot.messages.game_controls import BoardView
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply


async def show_view(request: ComponentRequest) -> None:
    game = await request.services.games.get_visible(request.actor, request.id.subject)
    view = parse_choice(BoardView, request.entered)
    seen = await request.services.last_looks.record(request.actor.user_id, game)
    shown = request.pictures.render(board, game, await request.viewer(), view, seen=seen)
    await edit_or_reply(request, shown)


HANDLERS: Handlers = {"look": show_view}
