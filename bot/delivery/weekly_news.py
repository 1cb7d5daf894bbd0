"""Delivery of a server's weekly news."""

from bot.delivery.channels import ChannelWriter, Sent
from bot.messages.pictures import PictureRenderer
from bot.messages.week import week_message
from bot.services import Services
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.payloads import WeeklyNews
from bot.words.week import title


class WeeklyNewsWriter:
    """Sender of the weekly news to the servers' channels."""

    def __init__(
        self, services: Services, pictures: PictureRenderer, writer: ChannelWriter
    ) -> None:
        self._services = services
        self._pictures = pictures
        self._writer = writer

    async def post(self, outbox_message: OutboxMessage) -> Sent | None:
        """Send a server's weekly news, unless an earlier attempt has sent it.

        :returns: None if the week has no news.
        """
        guild_id = outbox_message.location.guild_id
        assert guild_id is not None, "only servers have weekly news"
        until = WeeklyNews.of(outbox_message).until
        week = await self._services.week.news(guild_id, until)
        if week is None:
            return None
        first = title(until)
        sent = await self._writer.find(outbox_message, lambda each: each.content.startswith(first))
        if sent is not None:
            return sent
        draft = await self._pictures.render(week_message, week)
        return await self._writer.send(outbox_message, draft)
