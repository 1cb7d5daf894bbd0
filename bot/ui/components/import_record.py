"""Buttons that go to a turn of an imported game; their message carries the record."""

from bot.messages.component_ids import OldComponent
from bot.messages.replay import RECORD_FILE, imported_step
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.record_files import download
from bot.ui.responses import edit_or_reply

BYTES_PER_PICTURE = 10_000  # a record of this size takes about as long to replay as a picture


async def show_step(request: ComponentRequest) -> None:
    message = request.interaction.message
    files = [] if message is None else message.attachments
    file = next((each for each in files if each.filename == RECORD_FILE), None)
    if file is None:
        raise OldComponent
    content = await download(file)
    pictures, viewer = request.pictures, await request.viewer()
    cost = 1 + len(content) // BYTES_PER_PICTURE
    turn = request.id.number
    await edit_or_reply(
        request, pictures.render_at_cost(cost, imported_step, content, viewer, turn)
    )


HANDLERS: Handlers = {"import-step": show_step}
