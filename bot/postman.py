"""Carries letters: by direct message to those who want it, else into the channel with a ping."""

import logging
from dataclasses import replace

import discord

from bot.letters import letter_post
from bot.mailbox import Mailbox
from bot.post import Post
from bot.services import Services
from bot.services.letters import Letter, LetterKind
from bot.services.outbox import OutboxRow
from bot.wording import mention

log = logging.getLogger(__name__)


class Postman:
    """Delivers letters to their readers."""

    def __init__(self, services: Services, mail: Mailbox) -> None:
        self._services = services
        self._mail = mail

    async def deliver(self, row: OutboxRow, letter: Letter) -> int | None:
        """Send a letter the way its reader wants, or the next best one; returns its message.

        None when there is no next best way, or the reader was pinged in the channel as well.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        """
        post = letter_post(letter)
        if letter.write:
            try:
                return await self._mail.send_direct(row, letter.to.user_id, post)
            except discord.Forbidden:
                log.info("person %d takes no direct messages", letter.to.user_id)
                await self._services.notices.dm_refused(letter.to.user_id)
            if letter.kind is LetterKind.STRANDED or letter.facts.get("pinged"):
                return None
        said = _for_channel(post, letter)
        sent = await self._mail.find(row, lambda message: message.content == said.content)
        return sent or await self._mail.send(row, said)


def _for_channel(post: Post, letter: Letter) -> Post:
    reader = letter.to
    pings = (reader.user_id,) if letter.ping else ()
    return replace(post, content=f"{mention(reader)}: {post.content}", pings=pings)
