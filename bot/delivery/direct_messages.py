"""Delivery of notifications by direct message, or as a ping in the game's channel."""

import logging
from collections.abc import Awaitable
from dataclasses import replace
from datetime import timedelta

import discord

from bot.context.app_context import Interaction
from bot.context.discord_errors import is_surely_unreachable, is_unreachable
from bot.delivery.channels import ChannelWriter, Sent
from bot.delivery.message_filters import has_content
from bot.errors.storage import StorageError
from bot.messages.board_notifications import BoardNotifications
from bot.messages.game_messages import as_plain_words, without_links
from bot.messages.game_text import mention
from bot.messages.notifications import notification_message
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.pictures import PictureRenderer
from bot.operations.logs import described
from bot.services import Services
from bot.services.values.notifications.notification import Notification
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox import OutboxMessage
from bot.words.languages import speaking
from renderer.phrases import labelled

log = logging.getLogger(__name__)


class DirectMessageRefused(Exception):  # noqa: N818 - it will be tried again
    """Error: Discord refused a direct message, which is to be sent again after `delay`."""

    def __init__(self, delay: timedelta, refusal: discord.HTTPException) -> None:
        super().__init__(described(refusal))
        self.delay = delay


class DirectMessages:
    """Sender of notifications; uses the game's channel if direct messages are refused."""

    def __init__(
        self, services: Services, pictures: PictureRenderer, writer: ChannelWriter
    ) -> None:
        self._services = services
        self._writer = writer
        self._boards = BoardNotifications(services, pictures)

    async def deliver(
        self, outbox_message: OutboxMessage, notification: Notification
    ) -> Sent | None:
        """Send a notification to a person by direct message, or as a ping in the game's channel.

        :returns: None if the notification became obsolete, or the direct message was refused and
            the channel already shows the news.
        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: if sending
            failed and may be retried.
        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token.
        :raises DirectMessageRefused: if the direct message was refused and is tried again later.
        """
        if notification.write:
            try:
                sent = await self._send(outbox_message, notification)
            except discord.HTTPException as refusal:
                if not is_unreachable(refusal):
                    raise
                await self._refused(outbox_message, notification, refusal)
            else:
                await self._services.notifications.record_contact(notification.to.user_id)
                return sent
            if notification.is_shown:
                return None
        # the game may have changed since the outbox message was stored
        outbox_message = replace(outbox_message, location=notification.location)
        outgoing = _for_channel(replace(notification, write=False))
        found = await self._writer.find(outbox_message, has_content(outgoing.content))
        return found or await self._writer.send(outbox_message, outgoing)

    async def _refused(
        self,
        outbox_message: OutboxMessage,
        notification: Notification,
        refusal: discord.HTTPException,
    ) -> None:
        log.info("user %d: direct message refused: %s", notification.to.user_id, described(refusal))
        delay = await self._services.notifications.record_dm_refusal(
            outbox_message, notification, sure=is_surely_unreachable(refusal)
        )
        if delay is not None:
            raise DirectMessageRefused(delay, refusal) from refusal

    async def _send(self, outbox_message: OutboxMessage, notification: Notification) -> Sent | None:
        """Send a notification as a direct message, in the language of its recipient.

        :returns: None if the notification became obsolete.
        """
        reader = notification.to.user_id
        notification = replace(notification, elsewhere=frozenset())  # only the recipient reads it
        outgoing = await self._compose(
            notification, await self._services.personal_settings.language(reader)
        )
        if outgoing is None:
            return None
        matches = has_content(outgoing.content)
        return await self._writer.send_direct(outbox_message, reader, outgoing, matches)

    async def _compose(self, notification: Notification, language: str) -> OutgoingMessage | None:
        with speaking(language):
            post = (
                await self._boards.render(notification)
                if self._boards.handles(notification)
                else notification_message(notification)
            )
            return None if post is None else _as_accepted(post, notification)


def _as_accepted(post: OutgoingMessage, notification: Notification) -> OutgoingMessage:
    """Return a message without the parts that Discord rejected or that its recipient cannot use.

    Only text is left if Discord has rejected the message before. Links are removed if the recipient
    has left the server to which they lead.
    """
    game_id = notification.games[0].id if len(notification.games) == 1 else None
    if notification.payload.plain:
        return as_plain_words(post, game_id)
    return without_links(post, game_id) if notification.has_left else post


async def note_contact(interaction: Interaction, responding: Awaitable[None]) -> None:
    """Record that a person uses the bot, and await the response to the interaction.

    In a server, the person is recorded as a member. After a response in direct messages, delayed
    direct messages to the person are sent.
    """
    if interaction.guild_id is not None:
        interaction.client.context.active_members.add(interaction.guild_id, interaction.user.id)
    await responding
    typing = interaction.type is discord.InteractionType.autocomplete
    if not typing and interaction.guild_id is None and interaction.context.dm_channel:
        services = interaction.client.context.services
        try:
            await services.notifications.record_contact(interaction.user.id)
        except StorageError as error:  # the next interaction or direct message ends the rest
            log.warning("the end of a rest cannot be stored: %s", error)


def _for_channel(notification: Notification) -> OutgoingMessage:
    reader = notification.to
    # Its arrival shows that the location works, so it becomes a turn message.
    if notification.kind is NotificationKind.UNDELIVERABLE:
        outgoing = notification_message(replace(notification, kind=NotificationKind.TURN))
    else:
        outgoing = notification_message(notification)
    pings = (reader.user_id,) if notification.ping else ()
    addressed = replace(outgoing, content=labelled(mention(reader), outgoing.content), pings=pings)
    return _as_accepted(addressed, replace(notification, has_left=False))
