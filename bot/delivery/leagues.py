"""Delivery of league messages: cards for joining, and the start and end of a group's season."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

from bot.delivery.channels import ChannelWriter, Sent
from bot.delivery.message_filters import has_control
from bot.messages.leagues import begun_message, card_message, ended_message, table_as_text
from bot.messages.pictures import PictureRenderer
from bot.services import Services
from bot.services.values.views import Player
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import OfGroup, OfSeason


class Leagues:
    """Sender and editor of league messages, in the channel in which each league is now."""

    def __init__(
        self,
        services: Services,
        pictures: PictureRenderer,
        writer: ChannelWriter,
        silent_for: Callable[[OutboxMessage, Collection[Player]], Awaitable[frozenset[int]]],
    ) -> None:
        """Create the sender.

        :param silent_for: returns the ids of people whom a message must not ping, and notifies
            those who have left the server.
        """
        self._services = services
        self._pictures = pictures
        self._writer = writer
        self._silent_for = silent_for

    async def post_card(self, outbox_message: OutboxMessage) -> Sent | None:
        """Send the message with which people join a season, unless an earlier attempt did.

        :returns: None if the season was deleted.
        """
        card = await self._services.leagues.get_card(OfSeason.of(outbox_message).season)
        if card is None:
            return None
        outbox_message = replace(outbox_message, location=card.league.location)
        sent = await self._writer.find(outbox_message, has_control("league-join", card.league.id))
        sent = sent or await self._writer.send(outbox_message, card_message(card))
        return replace(sent, location=card.league.location)

    async def change_card(self, outbox_message: OutboxMessage) -> Sent | None:
        """Write the current state of a season into the message with which people join it.

        :returns: None if the season was deleted, or its message is not posted yet.
        """
        season_id = OfSeason.of(outbox_message).season
        card = await self._services.leagues.get_card(season_id)
        message_id = await self._services.leagues.get_message(season_id)
        if card is None or message_id is None:
            return None  # a message not posted yet will show it
        outbox_message = replace(outbox_message, location=card.league.location)
        await self._writer.edit(outbox_message, message_id, card_message(card))
        return Sent(message_id)

    async def post_group(self, outbox_message: OutboxMessage) -> Sent | None:
        """Send the message about the start or the end of a season to a league's group.

        :returns: None if the group was deleted; the earlier message if an earlier attempt sent it.
        """
        about = OfGroup.of(outbox_message)
        view = await self._services.leagues.get_group(about.season, about.group)
        if view is None:
            return None
        outbox_message = replace(outbox_message, location=view.league.location)
        if outbox_message.kind == OutboxKind.LEAGUE_ENDED:
            outgoing = await self._pictures.render(ended_message, view)
        else:
            people = [each.player for each in view.rows if not each.has_left]
            outgoing = begun_message(view, await self._silent_for(outbox_message, people))
        # its text may have changed since an earlier attempt: an outage moves the dates of a season
        shows_group = has_control("league-table", about.season, about.group)
        sent = await self._writer.find(outbox_message, shows_group)
        table = "" if not outgoing.files else table_as_text(view)
        return sent or await self._writer.send(outbox_message, outgoing, table)
