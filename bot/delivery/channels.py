"""Channels as the bot writes to them: send once, find what was sent, edit, the next best way."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import is_message_gone
from bot.delivery.interaction_tokens import InteractionTokenMessages
from bot.delivery.recognition import IsIt
from bot.messages.game_text import without_prompt
from bot.messages.outgoing_message import (
    OutgoingMessage,
    allow_mentions_of,
    edit_arguments,
    send_arguments,
)
from bot.operations.logs import described
from bot.services.delivery.outbox_message import OutboxMessage
from bot.services.views import Location

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

SERVER_ERRORS = 500  # from this status on it is not for us to do better
MISSING_PERMISSIONS = 50013
REMEMBERED = 10_000  # messages whose words, or rows whose searches, are known
CLOCKS_DIFFER = timedelta(minutes=1)  # ours and Discord's


class Mailbox:
    """Writes through a client that has logged in."""

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._interaction_tokens = InteractionTokenMessages(client)
        self._outbox = client.context.services.outbox
        self._said: OrderedDict[int, str] = OrderedDict()
        # the newest message that was looked at for a row in a channel
        self._read: OrderedDict[tuple[int, int], int] = OrderedDict()

    async def send(self, row: OutboxMessage, post: OutgoingMessage, in_words: str = "") -> int:
        """Send a post for a row; where files are refused, `in_words` stands for them.

        :raises Unheard: the bot is no member there, and nobody has used it lately.
        """
        if row.user_install:
            sent = await self._interaction_tokens.send(row.location, post)
            _remember(self._said, sent, post.content)
            return sent
        try:
            return await self._send(row, post)
        except discord.Forbidden as refusal:
            if refusal.code != MISSING_PERMISSIONS or not post.files:
                raise
            # most often it is the permission to attach files
            return await self._send(
                row, replace(post, content=f"{post.content}\n{in_words}", files=())
            )

    async def send_direct(self, row: OutboxMessage, user_id: int, post: OutgoingMessage) -> int:
        """Send a post for a row to one person in private, unless it has arrived already.

        :raises discord.HTTPException: the person takes no direct messages (`is_unreachable`), or
            not now.
        """
        channel = await self._client.create_dm(discord.Object(user_id))
        if row.attempts > 1:
            sent = await self._find_in(
                channel, row, lambda message: message.content == post.content
            )
            if sent is not None:
                return sent
        message = await channel.send(nonce=row.nonce, **send_arguments(post))
        return message.id

    async def find(self, row: OutboxMessage, is_it: IsIt, after: int = 0) -> int | None:
        """Find the message of a row that was tried before, if it arrived after all.

        :param after: a message that is older than the one looked for.
        """
        if row.attempts <= 1 or row.user_install:
            return None
        try:
            return await self._find_in(self._channel(row.location), row, is_it, after)
        except discord.Forbidden:
            log.info("row %d: the history cannot be read; the nonce must do", row.id)
        return None

    async def _find_in(
        self,
        channel: discord.PartialMessageable | discord.DMChannel,
        row: OutboxMessage,
        is_it: IsIt,
        after: int = 0,
    ) -> int | None:
        """Read a channel from the moment when a row was made to the present.

        What an earlier attempt has read is not read again: the message would be newer than that.
        """
        where = (row.id, channel.id)
        read = max(begin_of(row).id, after, self._read.pop(where, 0))
        try:
            history = channel.history(limit=None, after=discord.Object(read), oldest_first=True)
            async for message in history:
                # two rows may tell the same in the same words: each has a message of its own
                if (
                    message.author.id == self._me
                    and is_it(message)
                    and not await self._outbox.is_of_another(row, message.id)
                ):
                    return message.id
                read = message.id
        finally:
            _remember(self._read, where, read)
        return None

    async def edit(self, row: OutboxMessage, message_id: int, post: OutgoingMessage) -> None:
        """Replace all that a message in a row's place holds.

        :raises Unheard: the bot is no member there, and nobody has used the message lately.
        """
        await self._change(row, message_id, edit_arguments(post))

    async def reword(self, row: OutboxMessage, message_id: int, anew: Callable[[str], str]) -> None:
        """Put other words into a message, and change nothing else; a refusal is fine.

        :param anew: makes them from those that are there.
        """
        try:
            message = await self._channel(row.location).get_partial_message(message_id).fetch()
            said = anew(message.content)
            if said != message.content:
                # whoever was mentioned is not told again, and nobody else is
                mentioned = allow_mentions_of(each.id for each in message.mentions)
                await message.edit(content=said, allowed_mentions=mentioned)
        except (discord.HTTPException, discord.RateLimited) as refusal:
            # an old message may be changed so seldom that the game's next turn would wait for hours
            if getattr(refusal, "status", 0) >= SERVER_ERRORS:
                raise
            log.info("message %d keeps its words: %s", message_id, described(refusal))

    async def close(self, row: OutboxMessage, message_id: int) -> None:
        """Take an old message's controls away, and what it asked for, unless it is deleted.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        :raises Unheard: the bot is no member there, and has no token for this message.
        """
        try:
            said = await self._words_of(row, message_id)
            # in one change, for Discord counts them
            old = await self._change(row, message_id, {"view": None, **_passed(said)})
            if left := _passed(old.content):
                await self._change(row, message_id, left)
        except discord.HTTPException as refusal:
            if not is_message_gone(refusal):
                raise
            log.info("message %d is deleted: %s", message_id, described(refusal))
        self._said.pop(message_id, None)

    async def _words_of(self, row: OutboxMessage, message_id: int) -> str:
        """Return the text of a message, or nothing where the bot may not read it."""
        said = self._said.get(message_id)
        if said is not None or row.user_install:
            return said or ""
        try:
            message = await self._channel(row.location).get_partial_message(message_id).fetch()
        except discord.Forbidden as refusal:
            log.info("message %d cannot be read: %s", message_id, described(refusal))
            return ""
        return message.content

    async def _change(
        self, row: OutboxMessage, message_id: int, changes: dict[str, Any]
    ) -> discord.Message:
        if row.user_install:
            return await self._interaction_tokens.edit(row.location, message_id, changes)
        message = self._channel(row.location).get_partial_message(message_id)
        return await message.edit(**changes)

    async def _send(self, row: OutboxMessage, post: OutgoingMessage) -> int:
        message = await self._channel(row.location).send(nonce=row.nonce, **send_arguments(post))
        _remember(self._said, message.id, post.content)
        return message.id

    def _channel(self, location: Location) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(location.channel_id, guild_id=location.guild_id)

    @property
    def _me(self) -> int:
        assert self._client.user is not None, "mail is sent after the login"
        return self._client.user.id


def _passed(said: str) -> dict[str, Any]:
    """Return what changes in a message of these words when its turn has passed."""
    left = without_prompt(said)
    return {} if left == said else {"content": left, "allowed_mentions": allow_mentions_of(())}


def _remember(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    while len(known) > REMEMBERED:
        known.popitem(last=False)


def begin_of(row: OutboxMessage) -> discord.Object:
    """Return a moment before a row was made, for what can only be recognised by its words."""
    made = datetime.fromtimestamp(int(row.nonce.split("-")[1], 16) / 1000, UTC)
    return discord.Object(discord.utils.time_snowflake(made - CLOCKS_DIFFER))
