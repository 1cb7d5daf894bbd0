"""/import: replay a game from an uploaded record file."""

import discord
from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.replay import imported
from bot.ui.record_files import download
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="import", description=labels.IMPORT_COMMAND())
@app_commands.describe(file=labels.IMPORT_FILE())
@with_request
async def command(request: Request, file: discord.Attachment) -> None:
    content = await download(file)
    await reply(request, request.pictures.render_long(imported, content, await request.viewer()))
