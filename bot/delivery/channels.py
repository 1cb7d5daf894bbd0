"""Channel messages: sending them once, finding, editing and closing them."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import is_held, is_message_gone
from bot.delivery.interaction_token_messages import InteractionTokenMessages
from bot.delivery.message_filters import MessageFilter
from bot.messages.game_text import without_prompt
from bot.messages.outgoing_message import (
    OutgoingMessage,
    allow_mentions_of,
    edit_arguments,
    send_arguments,
)
from bot.operations.logs import described
from bot.services.values.views import Location
from bot.store.tables.outbox import OutboxMessage

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

SERVER_ERRORS = 500  # statuses from here on may be temporary
MISSING_PERMISSIONS = 50013
CACHE_SIZE = 10_000  # cache entries
CLOCK_SKEW = timedelta(minutes=1)  # by which this machine's clock and Discord's may differ


class ChannelWriter:
    """Writer of messages to channels, for a client that has logged in.

    Where the bot is only user-installed, it writes with interaction tokens.
    """

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._interaction_tokens = InteractionTokenMessages(client)
        self._outbox = client.context.services.outbox
        self._contents: OrderedDict[int, str] = OrderedDict()  # contents by message id
        # by outbox message and channel: the last message that a search of the history has read
        self._searched: OrderedDict[tuple[int, int], int] = OrderedDict()

    async def send(
        self, outbox_message: OutboxMessage, outgoing: OutgoingMessage, text_board: str = ""
    ) -> int:
        """Send a message and return its id.

        :param text_board: replaces the attachments if the bot may not attach files.
        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token.
        """
        if outbox_message.user_install:
            sent = await self._interaction_tokens.send(outbox_message.location, outgoing)
            _remember(self._contents, sent, outgoing.content)
            return sent
        try:
            return await self._send(outbox_message, outgoing)
        except discord.Forbidden as refusal:
            if refusal.code != MISSING_PERMISSIONS or not outgoing.files:
                raise
            # the missing permission is most often the one to attach files
            content = f"{outgoing.content}\n{text_board}"
            return await self._send(outbox_message, replace(outgoing, content=content, files=()))

    async def send_direct(
        self,
        outbox_message: OutboxMessage,
        user_id: int,
        outgoing: OutgoingMessage,
        matches: MessageFilter,
    ) -> int:
        """Send a direct message, unless an earlier attempt has delivered it, and return its id.

        :param matches: recognises the message of an earlier attempt.
        :raises discord.HTTPException: if the user does not accept direct messages
            (`is_unreachable`), or Discord fails.
        """
        channel = await self._client.create_dm(discord.Object(user_id))
        if outbox_message.attempts > 1:
            sent = await self._search(channel, outbox_message, matches)
            if sent is not None:
                return sent
        message = await channel.send(nonce=outbox_message.nonce, **send_arguments(outgoing))
        return message.id

    async def find(
        self, outbox_message: OutboxMessage, matches: MessageFilter, after: int = 0
    ) -> int | None:
        """Return the id of the message that an earlier attempt delivered, or None.

        :param after: id of a message that is older than the one to find.
        """
        if outbox_message.attempts <= 1 or outbox_message.user_install:
            return None
        try:
            channel = self._channel(outbox_message.location)
            return await self._search(channel, outbox_message, matches, after)
        except discord.Forbidden:
            # Discord drops a second message with the same nonce for some minutes
            log.info("outbox message %d: no permission to read the history", outbox_message.id)
        return None

    async def _search(
        self,
        channel: discord.PartialMessageable | discord.DMChannel,
        outbox_message: OutboxMessage,
        matches: MessageFilter,
        after: int = 0,
    ) -> int | None:
        """Search the history of a channel since the outbox message was created.

        A later search continues where this one ended, because a message that arrives late is newer.
        """
        key = (outbox_message.id, channel.id)
        searched = max(search_start(outbox_message).id, after, self._searched.pop(key, 0))
        try:
            history = channel.history(limit=None, after=discord.Object(searched), oldest_first=True)
            async for message in history:
                # two outbox messages may have the same content
                if (
                    message.author.id == self._own_id
                    and matches(message)
                    and not await self._outbox.is_of_another(outbox_message, message.id)
                ):
                    return message.id
                searched = message.id
        finally:
            _remember(self._searched, key, searched)
        return None

    async def edit(
        self, outbox_message: OutboxMessage, message_id: int, outgoing: OutgoingMessage
    ) -> None:
        """Replace the whole content of a message in the location of an outbox message.

        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token
            for this message.
        """
        await self._edit(outbox_message, message_id, edit_arguments(outgoing))

    async def edit_content(
        self, outbox_message: OutboxMessage, message_id: int, content: str
    ) -> None:
        """Replace the text of a message; its picture and controls stay."""
        changes = {"content": content, "allowed_mentions": allow_mentions_of(())}
        await self._edit(outbox_message, message_id, changes)
        if message_id in self._contents:
            self._contents[message_id] = content

    async def edit_text(
        self, outbox_message: OutboxMessage, message_id: int, rewrite: Callable[[str], str]
    ) -> None:
        """Change only the text of a message; log refusals by Discord.

        :param rewrite: returns the new text for the current text.
        """
        try:
            channel = self._channel(outbox_message.location)
            message = await channel.get_partial_message(message_id).fetch()
            content = rewrite(message.content)
            if content != message.content:
                # Discord notifies only people whom the message did not mention before
                # discord.py's message lacks the attribute if the server's answer does
                people = getattr(message, "mentions", ())
                mentioned = allow_mentions_of(each.id for each in people)
                await message.edit(content=content, allowed_mentions=mentioned)
        except (discord.HTTPException, discord.RateLimited) as refusal:
            # Discord limits edits of old messages so strictly that waiting would delay the next
            # turn.
            if getattr(refusal, "status", 0) >= SERVER_ERRORS or is_held(refusal):
                raise
            log.info("message %d keeps its old text: %s", message_id, described(refusal))

    async def close(self, outbox_message: OutboxMessage, message_id: int) -> None:
        """Remove the controls of an old message and the parts of its text that have expired.

        A deleted message counts as closed.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: if closing
            failed and may be retried.
        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token for
            this message.
        """
        try:
            content = await self._content_of(outbox_message, message_id)
            # one edit if the content is known, because edits are rate limited
            old = await self._edit(outbox_message, message_id, {"view": None, **_closed(content)})
            if changes := _closed(old.content):
                await self._edit(outbox_message, message_id, changes)
        except discord.HTTPException as refusal:
            if not is_message_gone(refusal):
                raise
            log.info("message %d is deleted: %s", message_id, described(refusal))
        self._contents.pop(message_id, None)

    async def _content_of(self, outbox_message: OutboxMessage, message_id: int) -> str:
        """Return the text of a message; empty if the bot may not read it."""
        content = self._contents.get(message_id)
        if content is not None or outbox_message.user_install:
            return content or ""
        try:
            channel = self._channel(outbox_message.location)
            message = await channel.get_partial_message(message_id).fetch()
        except discord.Forbidden as refusal:
            log.info("message %d cannot be read: %s", message_id, described(refusal))
            return ""
        return message.content

    async def _edit(
        self, outbox_message: OutboxMessage, message_id: int, changes: dict[str, Any]
    ) -> discord.Message:
        location = outbox_message.location
        if outbox_message.user_install:
            return await self._interaction_tokens.edit(location, message_id, changes)
        return await self._channel(location).get_partial_message(message_id).edit(**changes)

    async def _send(self, outbox_message: OutboxMessage, outgoing: OutgoingMessage) -> int:
        channel = self._channel(outbox_message.location)
        message = await channel.send(nonce=outbox_message.nonce, **send_arguments(outgoing))
        _remember(self._contents, message.id, outgoing.content)
        return message.id

    def _channel(self, location: Location) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(location.channel_id, guild_id=location.guild_id)

    @property
    def _own_id(self) -> int:
        assert self._client.user is not None, "messages are sent after the login"
        return self._client.user.id


def _closed(content: str) -> dict[str, Any]:
    """Return the changes to the text of a message whose turn is over."""
    closed = without_prompt(content)
    return (
        {} if closed == content else {"content": closed, "allowed_mentions": allow_mentions_of(())}
    )


def _remember(cache: OrderedDict[K, V], key: K, value: V) -> None:
    cache[key] = value
    while len(cache) > CACHE_SIZE:
        cache.popitem(last=False)


def search_start(outbox_message: OutboxMessage) -> discord.Object:
    """Return a snowflake shortly before the creation of the outbox message."""
    return discord.Object(discord.utils.time_snowflake(outbox_message.created_at - CLOCK_SKEW))
