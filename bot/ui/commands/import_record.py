"""/import: replay a game from an uploaded record file."""

import asyncio

import discord
from discord import app_commands

from bot.context.discord_errors import DISCORD_ERRORS
from bot.context.request import Request, with_request
from bot.errors import PlayerError
from bot.messages.replay import LONGEST_FILE, BadRecord, imported
from bot.ui.responses import reply
from bot.words import labels, refusals

TIMEOUT = 20.0  # seconds to download the file from Discord


class FileGone(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """Refusal of a file that Discord does not deliver."""

    sentence = refusals.FILE_GONE()


@app_commands.command(name="import", description=labels.IMPORT_COMMAND())
@app_commands.describe(file=labels.IMPORT_FILE())
@with_request
async def command(request: Request, file: discord.Attachment) -> None:
    content = await download(file)
    await reply(request, request.pictures.render_long(imported, content, await request.viewer()))


async def download(file: discord.Attachment) -> bytes:
    """Return the content of an uploaded file.

    :raises BadRecord: when it is too large for a record.
    :raises FileGone: when Discord does not deliver it.
    """
    if file.size > LONGEST_FILE:
        raise BadRecord(refusals.FILE_TOO_LARGE())
    try:
        async with asyncio.timeout(TIMEOUT):
            return await file.read()
    except DISCORD_ERRORS as error:
        raise FileGone from error
