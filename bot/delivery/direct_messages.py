"""Carries letters: by direct message to those who want it, else into the channel with a ping."""

import logging
from dataclasses import replace

import discord

from bot.context.discord_errors import is_unreachable
from bot.delivery.channels import Mailbox
from bot.messages.board_notifications import BoardNotifications
from bot.messages.game_text import mention
from bot.messages.notifications import notification_message
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.pictures import PictureRenderer
from bot.services import Services
from bot.services.delivery.outbox_message import OutboxMessage
from bot.services.notifications.kinds import NotificationKind, Trait
from bot.services.notifications.notification import Notification

log = logging.getLogger(__name__)


class DirectMessages:
    """Delivers letters to their readers."""

    def __init__(self, services: Services, pictures: PictureRenderer, mail: Mailbox) -> None:
        self._services = services
        self._mail = mail
        self._boards = BoardNotifications(services, pictures)

    async def deliver(self, row: OutboxMessage, notification: Notification) -> int | None:
        """Send a letter the way that the person wants, or the next best one; returns its message.

        None when there is no next best way, or the reader was pinged in the channel as well.

        :raises discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError: not this time.
        :raises Unheard: the bot is no member of the channel, and nobody has used it there lately.
        """
        if notification.write:
            try:
                return await self._mail.send_direct(
                    row, notification.to.user_id, await self._said(notification)
                )
            except discord.HTTPException as refusal:
                # whatever it is, it says nothing about the channel
                if not is_unreachable(refusal):
                    raise
                log.info("person %d takes no direct messages", notification.to.user_id)
                await self._services.notifications.dm_refused(notification.to.user_id)
            if notification.kind.has(Trait.POSTED) or notification.payload.get("pinged"):
                return None
        # the row may have been written before the game moved
        row, said = replace(row, location=notification.location), _for_channel(notification)
        sent = await self._mail.find(row, lambda message: message.content == said.content)
        return sent or await self._mail.send(row, said)

    async def _said(self, notification: Notification) -> OutgoingMessage:
        notification = replace(notification, elsewhere=frozenset())  # nobody else reads it
        return (
            await self._boards.render(notification)
            if self._boards.handles(notification)
            else notification_message(notification)
        )


def _for_channel(notification: Notification) -> OutgoingMessage:
    reader = notification.to
    # where this arrives, the bot can write
    heals = notification.kind is NotificationKind.UNDELIVERABLE
    post = notification_message(
        replace(notification, kind=NotificationKind.TURN) if heals else notification
    )
    pings = (reader.user_id,) if notification.ping else ()
    return replace(post, content=f"{mention(reader)}: {post.content}", pings=pings)
