"""Button below results, replays and reviews that sends a game's web page."""

from bot.messages.game_page import page_message
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.game_files import make_game_files
from bot.ui.responses import expect_new_message, reply


async def show_page(request: ComponentRequest) -> None:
    expect_new_message(request)
    await reply(request, make_game_files(request, page_message, request.id.target_id))


HANDLERS: Handlers = {"page": show_page}
