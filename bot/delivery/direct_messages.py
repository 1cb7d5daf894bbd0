"""Delivery of notifications by direct message, or as a ping in the game's channel."""

import logging
from dataclasses import replace

import discord

from bot.context.discord_errors import is_unreachable
from bot.delivery.channels import ChannelWriter
from bot.delivery.message_filters import has_content
from bot.messages.board_notifications import BoardNotifications
from bot.messages.game_text import mention
from bot.messages.notifications import notification_message
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.pictures import PictureRenderer
from bot.services import Services
from bot.services.notifications.kinds import NotificationKind, Trait
from bot.services.notifications.notification import Notification
from bot.store.tables.outbox import OutboxMessage
from bot.words.languages import languages, speaking

log = logging.getLogger(__name__)


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
    ) -> int | None:
        """Send a notification and return the id of its message.

        :returns: None if the notification became obsolete, or the direct message was refused and
            the channel already shows the news.
        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: if sending
            failed and may be retried.
        :raises NoInteractionToken: if the bot is not a member of the channel and holds no token.
        """
        if notification.write:
            try:
                return await self._send(outbox_message, notification)
            except discord.HTTPException as refusal:
                if not is_unreachable(refusal):
                    raise
                log.info("user %d accepts no direct messages", notification.to.user_id)
                await self._services.notifications.record_dm_refusal(notification.to.user_id)
            if notification.kind.has(Trait.POSTED) or notification.payload.get("pinged"):
                return None
        # the game may have changed since the outbox message was stored
        outbox_message = replace(outbox_message, location=notification.location)
        sent = await self._writer.find(
            outbox_message, has_content(lambda: _for_channel(notification).content)
        )
        return sent or await self._writer.send(outbox_message, _for_channel(notification))

    async def _send(self, outbox_message: OutboxMessage, notification: Notification) -> int | None:
        """Send the direct message of a notification in the language of its recipient."""
        reader = notification.to.user_id
        notification = replace(notification, elsewhere=frozenset())  # only the recipient reads it
        outgoing = await self._compose(
            notification, await self._services.personal_settings.language(reader)
        )
        if outgoing is None:
            return None
        contents = {outgoing.content}
        if outbox_message.attempts > 1:  # the recipient may have changed the language since
            others = [await self._compose(notification, each) for each in languages()]
            contents |= {each.content for each in others if each is not None}
        return await self._writer.send_direct(
            outbox_message, reader, outgoing, lambda message: message.content in contents
        )

    async def _compose(self, notification: Notification, language: str) -> OutgoingMessage | None:
        with speaking(language):
            return (
                await self._boards.render(notification)
                if self._boards.handles(notification)
                else notification_message(notification)
            )


def _for_channel(notification: Notification) -> OutgoingMessage:
    reader = notification.to
    # Its arrival shows that the location works, so it becomes a turn message.
    if notification.kind is NotificationKind.UNDELIVERABLE:
        outgoing = notification_message(replace(notification, kind=NotificationKind.TURN))
    else:
        outgoing = notification_message(notification)
    pings = (reader.user_id,) if notification.ping else ()
    return replace(outgoing, content=f"{mention(reader)}: {outgoing.content}", pings=pings)
