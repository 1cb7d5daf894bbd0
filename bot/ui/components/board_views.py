"""The menu under a board: show it to one person in another way."""

from bot.context.app_context import viewer
from bot.messages.board_views import board
from bot.messages.component_ids import parse_choice
from bot.messages.game_controls import BoardView
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import settle


async def look(press: Press) -> None:
    context = press.context
    game = await context.services.games.watch(press.actor, press.id.subject)
    chosen = parse_choice(BoardView, press.entered)
    shown = context.pictures.render(board, game, await viewer(press.interaction), chosen)
    await settle(press.interaction, shown)


HANDLERS: Handlers = {"look": look}
