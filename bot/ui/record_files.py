"""Download of record files that Discord stores."""

import asyncio

import discord

from bot.context.discord_errors import DISCORD_ERRORS
from bot.errors import PlayerError
from bot.messages.replay import LONGEST_FILE, BadRecord
from bot.words import refusals

TIMEOUT = 20.0  # seconds to download the file from Discord


class FileGone(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """Refusal of a file that Discord does not deliver."""

    sentence = refusals.FILE_GONE()


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
