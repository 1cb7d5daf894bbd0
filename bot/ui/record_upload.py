"""Files that people send: read with care, and only small ones."""

import asyncio

import discord

from bot.context.discord_errors import DISCORD_ERRORS
from bot.errors import PlayerError
from bot.messages.replay import LONGEST_FILE, BadRecord
from bot.words import refusals

TIMEOUT = 20.0  # seconds for Discord to hand a file over


class FileGone(PlayerError):  # noqa: N818 - reads as the others in bot.errors
    """Discord does not give us the file."""

    sentence = refusals.FILE_GONE


async def content_of(file: discord.Attachment) -> bytes:
    """Fetch a file.

    :raises BadRecord: it is too large for a record.
    :raises FileGone: Discord does not give it.
    """
    if file.size > LONGEST_FILE:
        raise BadRecord(refusals.FILE_TOO_LARGE)
    try:
        async with asyncio.timeout(TIMEOUT):
            return await file.read()
    except DISCORD_ERRORS as error:
        raise FileGone from error
