"""Messages in channels: sent only once, found again, edited and closed."""

import logging
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, TypeVar

import discord

from bot.context.app_context import BotClient
from bot.context.discord_errors import is_held, is_message_gone
from bot.delivery.interaction_token_messages import InteractionTokenMessages
from bot.delivery.message_filters import MessageFilter
from bot.messages.outgoing_message import (
    OutgoingMessage,
    allow_mentions_of,
    edit_arguments,
    send_arguments,
)
from bot.messages.posted_text import stored_text, without_prompt
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


@dataclass(frozen=True, slots=True)
class Sent:
    """Message that was sent on Discord.

    :ivar text: the text to store for the message (see `stored_text`); None to store no text.
    :ivar has_files: False if the message has a board as text instead of its attachments.
    :ivar location: where it was sent; None for the location of the outbox message.
    """

    id: int
    text: str | None = None
    has_files: bool = True
    location: Location | None = None


class ChannelWriter:
    """Writer of messages to channels, for a client that has logged in.

    Where the bot is only user-installed, it writes with interaction tokens.
    """

    def __init__(self, client: BotClient) -> None:
        self._client = client
        self._interaction_tokens = InteractionTokenMessages(client)
        self._outbox = client.context.services.outbox
        # by outbox message and channel: the last message that a search of the history has read
        self._searched: OrderedDict[tuple[int, int], int] = OrderedDict()

    async def send(
        self, outbox_message: OutboxMessage, outgoing: OutgoingMessage, text_board: str = ""
    ) -> Sent:
        """Send an outgoing message to the channel of an outbox message.

        :param text_board: replaces the attachments if the bot may not attach files.
        :raises discord.HTTPException: if Discord refuses the message.
        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token.
        """
        if outbox_message.user_install:
            sent = await self._interaction_tokens.send(outbox_message.location, outgoing)
            return Sent(sent, stored_text(outgoing))
        try:
            return await self._send(outbox_message, outgoing)
        except discord.Forbidden as refusal:
            if refusal.code != MISSING_PERMISSIONS or not outgoing.files:
                raise
            # the missing permission is most often the one to attach files
            content = f"{outgoing.content}\n{text_board}"
            as_text = replace(outgoing, content=content, files=())
            return replace(await self._send(outbox_message, as_text), has_files=False)

    async def send_direct(
        self,
        outbox_message: OutboxMessage,
        user_id: int,
        outgoing: OutgoingMessage,
        matches: MessageFilter,
    ) -> Sent:
        """Send a direct message, unless an earlier attempt has delivered it.

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
        return Sent(message.id)

    async def find(
        self, outbox_message: OutboxMessage, matches: MessageFilter, after: int = 0
    ) -> Sent | None:
        """Return the message that an earlier attempt sent for an outbox message; None without one.

        It is also None on the first attempt, and in channels whose history the bot cannot read.

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
    ) -> Sent | None:
        """Return the bot's message in a channel's history that matches; None if none is found.

        The search starts at the creation of the outbox message, or where the last search for it
        ended: a message that arrived since then is newer.
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
                    return Sent(message.id, has_files=bool(message.attachments))
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
        """Replace the text of a message and keep the picture and controls.

        :raises discord.HTTPException: if Discord refuses the edit.
        """
        await self._edit(outbox_message, message_id, _content(content))

    async def edit_text(
        self, outbox_message: OutboxMessage, message_id: int, content: str, pings: Iterable[int]
    ) -> None:
        """Change only the text of a message; log a refusal by Discord instead of raising an error.

        :param pings: the ids of the people whom the message has pinged; the edit does not notify
            them again.
        """
        try:
            await self._edit(outbox_message, message_id, _content(content, pings))
        except (discord.HTTPException, discord.RateLimited) as refusal:
            # Discord limits edits of old messages so strictly that waiting would delay the next
            # turn.
            if getattr(refusal, "status", 0) >= SERVER_ERRORS or is_held(refusal):
                raise
            log.info("message %d keeps its old text: %s", message_id, described(refusal))

    async def close(self, outbox_message: OutboxMessage, message_id: int, text: str | None) -> None:
        """Remove the controls of an old message, and its question to the player to move.

        A deleted message counts as closed.

        :param text: the stored text of the message; None if the message asks no such question.
        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: if closing
            failed and may be retried.
        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token for
            this message.
        """
        try:
            changes = {} if text is None else _content(without_prompt(text))
            await self._edit(outbox_message, message_id, {"view": None, **changes})
        except discord.HTTPException as refusal:
            if not is_message_gone(refusal):
                raise
            log.info("message %d is deleted: %s", message_id, described(refusal))

    async def _edit(
        self, outbox_message: OutboxMessage, message_id: int, changes: dict[str, Any]
    ) -> discord.Message:
        location = outbox_message.location
        if outbox_message.user_install:
            return await self._interaction_tokens.edit(location, message_id, changes)
        return await self._channel(location).get_partial_message(message_id).edit(**changes)

    async def _send(self, outbox_message: OutboxMessage, outgoing: OutgoingMessage) -> Sent:
        channel = self._channel(outbox_message.location)
        message = await channel.send(nonce=outbox_message.nonce, **send_arguments(outgoing))
        return Sent(message.id, stored_text(outgoing))

    def _channel(self, location: Location) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(location.channel_id, guild_id=location.guild_id)

    @property
    def _own_id(self) -> int:
        assert self._client.user is not None, "messages are sent after the login"
        return self._client.user.id


def _content(content: str, pings: Iterable[int] = ()) -> dict[str, Any]:
    return {"content": content, "allowed_mentions": allow_mentions_of(pings)}


def _remember(cache: OrderedDict[K, V], key: K, value: V) -> None:
    cache[key] = value
    while len(cache) > CACHE_SIZE:
        cache.popitem(last=False)


def search_start(outbox_message: OutboxMessage) -> discord.Object:
    """Return the snowflake (Discord id) at which to start a search for an outbox message's message.

    It is a little older than the outbox message, because clocks may differ.
    """
    return discord.Object(discord.utils.time_snowflake(outbox_message.created_at - CLOCK_SKEW))
