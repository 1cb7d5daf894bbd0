"""Carries letters: by direct message to those who want it, else into the channel with a ping."""

import logging
from dataclasses import replace

import discord

from bot.letters import letter_post
from bot.mailbox import Mailbox
from bot.post import Post
from bot.services import Services
from bot.services.letters import Letter
from bot.services.outbox import OutboxRow
from bot.wording import mention

log = logging.getLogger(__name__)


class Postman:
    """Delivers letters to their readers."""

    def __init__(self, services: Services, mail: Mailbox) -> None:
        self._services = services
        self._mail = mail

    async def deliver(self, row: OutboxRow, letter: Letter) -> int:
        """Send a letter the way its reader wants, or the next best one; returns its message.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        """
        post = letter_post(letter)
        if letter.write:
            try:
                return await self._mail.send_direct(row, letter.to.user_id, post)
            except discord.Forbidden:
                log.info("person %d takes no direct messages", letter.to.user_id)
                await self._services.notices.dm_refused(letter.to.user_id)
        return await self._mail.send(row, _for_channel(post, letter))


def _for_channel(post: Post, letter: Letter) -> Post:
    reader = letter.to
    return replace(post, content=f"{mention(reader)}: {post.content}", pings=(reader.user_id,))
