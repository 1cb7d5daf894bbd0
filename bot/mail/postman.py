"""Carries letters: by direct message to those who want it, else into the channel with a ping."""

import logging
from dataclasses import replace

import discord

from bot.mail.mailbox import Mailbox
from bot.messages.board_letters import BoardLetters
from bot.messages.letters import letter_post
from bot.messages.pictures import Pictures
from bot.messages.post import Post
from bot.messages.wording import mention
from bot.services import Services
from bot.services.letter_kinds import LetterKind, Trait
from bot.services.letters import Letter
from bot.services.rows import OutboxRow
from bot.trouble import is_unreachable

log = logging.getLogger(__name__)


class Postman:
    """Delivers letters to their readers."""

    def __init__(self, services: Services, pictures: Pictures, mail: Mailbox) -> None:
        self._services = services
        self._mail = mail
        self._boards = BoardLetters(services, pictures)

    async def deliver(self, row: OutboxRow, letter: Letter) -> int | None:
        """Send a letter the way that the person wants, or the next best one; returns its message.

        None when there is no next best way, or the reader was pinged in the channel as well.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        :raises Unheard: the bot is no member of the channel, and nobody has used it there lately.
        """
        if letter.write:
            try:
                return await self._mail.send_direct(
                    row, letter.to.user_id, await self._said(letter)
                )
            except discord.HTTPException as refusal:
                # whatever it is, it says nothing about the channel
                if not is_unreachable(refusal):
                    raise
                log.info("person %d takes no direct messages", letter.to.user_id)
                await self._services.notices.dm_refused(letter.to.user_id)
            if letter.kind.has(Trait.POSTED) or letter.payload.get("pinged"):
                return None
        # the row may have been written before the game moved
        row, said = replace(row, place=letter.place), _for_channel(letter)
        sent = await self._mail.find(row, lambda message: message.content == said.content)
        return sent or await self._mail.send(row, said)

    async def _said(self, letter: Letter) -> Post:
        letter = replace(letter, elsewhere=frozenset())  # nobody else reads it
        return await self._boards.write(letter) if self._boards.has(letter) else letter_post(letter)


def _for_channel(letter: Letter) -> Post:
    reader = letter.to
    # where this arrives, the bot can write
    heals = letter.kind is LetterKind.STRANDED
    post = letter_post(replace(letter, kind=LetterKind.TURN) if heals else letter)
    pings = (reader.user_id,) if letter.ping else ()
    return replace(post, content=f"{mention(reader)}: {post.content}", pings=pings)
