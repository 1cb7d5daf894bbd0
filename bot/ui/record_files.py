"""Download of record files uploaded to Discord."""

import asyncio

import discord

from bot.context.discord_errors import DISCORD_ERRORS
from bot.errors.refusals import Refusal
from bot.messages.replay import LONGEST_FILE, BadRecord
from bot.words import refusals

TIMEOUT = 20.0  # seconds to download the file from Discord


async def download(file: discord.Attachment) -> bytes:
    """Return the content of a record file uploaded to Discord.

    :raises BadRecord: when the file is too large for a record.
    :raises Refusal: when Discord does not deliver the file within `TIMEOUT`.
    """
    if file.size > LONGEST_FILE:
        raise BadRecord(refusals.FILE_TOO_LARGE())
    try:
        async with asyncio.timeout(TIMEOUT):
            return await file.read()
    except DISCORD_ERRORS as error:
        raise Refusal(refusals.FILE_GONE()) from error
