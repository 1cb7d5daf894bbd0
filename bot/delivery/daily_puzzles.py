"""Delivery of the puzzle of the day and its results."""

from dataclasses import replace

from bot.delivery.channels import ChannelWriter, Sent
from bot.delivery.message_filters import has_control
from bot.messages.board_views import text_board_and_description
from bot.messages.daily import daily_message, daily_text
from bot.messages.pictures import PictureRenderer
from bot.services import Services
from bot.services.use_cases.puzzles.daily import DailyView
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.payloads import DailyPuzzle, DailyResults

BOARD_ROOM = 900  # characters that the message may need besides the board


class DailyPuzzles:
    """Sender of the messages with the puzzle of the day, and editor of their results."""

    def __init__(
        self, services: Services, pictures: PictureRenderer, writer: ChannelWriter
    ) -> None:
        self._services = services
        self._pictures = pictures
        self._writer = writer

    async def post(self, outbox_message: OutboxMessage) -> Sent | None:
        """Send the puzzle of a day, unless an earlier attempt has sent it.

        :returns: None if the next day has begun, so that the puzzle is obsolete.
        """
        view = await self._view(outbox_message)
        if view is None:
            return None
        board = await self._pictures.run(text_board_and_description, view.puzzle.start, BOARD_ROOM)
        sent = await self._writer.find(outbox_message, has_control("daily", view.day))
        if sent is None:
            outgoing = await self._pictures.render(daily_message, view)
            sent = await self._writer.send(outbox_message, outgoing, board)
        return sent if sent.has_files else replace(sent, text=board)

    async def write_results(self, outbox_message: OutboxMessage) -> Sent | None:
        """Write the present results into the posted message of a day's puzzle.

        :returns: None if the next day has begun, so that nothing is written.
        """
        view = await self._view(outbox_message)
        if view is None:
            return None
        message_id = DailyResults.of(outbox_message).message
        await self._writer.edit_content(outbox_message, message_id, daily_text(view))
        return Sent(message_id)

    async def _view(self, outbox_message: OutboxMessage) -> DailyView | None:
        guild_id = outbox_message.location.guild_id
        assert guild_id is not None, "only servers have a puzzle of the day"
        await self._services.puzzles.load()
        return await self._services.daily.message(guild_id, DailyPuzzle.of(outbox_message).day)
