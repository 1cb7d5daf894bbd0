"""Menus and buttons for games and turns of a record file, which is attached to their message."""

from collections.abc import Callable

from bot.messages.component_ids import OldComponent
from bot.messages.games_in_file import RECORD_FILE
from bot.messages.message_draft import MessageDraft
from bot.messages.replay import imported_games, imported_step
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.record_files import download
from bot.ui.responses import edit_or_reply

BYTES_PER_PICTURE = 10_000  # a record of this size takes about as long to replay as a picture


async def show_step(request: ComponentRequest) -> None:
    viewer, id_ = await request.viewer(), request.id
    await _show(request, lambda file: imported_step(file, viewer, id_.number, id_.target_id))


async def show_game(request: ComponentRequest) -> None:
    if not request.entered.isdecimal():
        raise OldComponent
    viewer, number = await request.viewer(), int(request.entered)
    await _show(request, lambda file: imported_step(file, viewer, None, number))


async def show_list(request: ComponentRequest) -> None:
    id_ = request.id
    await _show(request, lambda file: imported_games(file, id_.number or 0, id_.target_id))


async def _show(request: ComponentRequest, make: Callable[[bytes], MessageDraft]) -> None:
    """Show a message made from the record file that is attached to the present message.

    The charge to the person's rate limit grows with the size of the file.

    :param make: returns the message for the content of the file.
    :raises OldComponent: when the present message has no such file.
    """
    message = request.interaction.message
    files = [] if message is None else message.attachments
    file = next((each for each in files if each.filename == RECORD_FILE), None)
    if file is None:
        raise OldComponent
    content = await download(file)
    cost = 1 + len(content) // BYTES_PER_PICTURE
    await edit_or_reply(request, request.pictures.render_at_cost(cost, make, content))


HANDLERS: Handlers = {
    "import-step": show_step,
    "import-game": show_game,
    "import-list": show_list,
}
