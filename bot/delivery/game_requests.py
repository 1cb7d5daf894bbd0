"""Delivery of players' requests for an undo or an end without a result, and of refusals."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace

from bot.delivery.channels import ChannelWriter, Sent
from bot.delivery.message_filters import has_content, has_control
from bot.messages.end_request import end_declined, end_request
from bot.messages.message_draft import MessageDraft
from bot.messages.pictures import PictureRenderer
from bot.messages.undo import declined, request
from bot.services import Services
from bot.services.values.views import GameView, Player
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Refusal


@dataclass(frozen=True, slots=True)
class RequestKind:
    """Kind of a player's request, such as the request for an undo.

    `button` is the kind of the button that accepts it. `asker` returns the player who asks in a
    game. `compose` returns the message, in which players with the given ids are not pinged.
    """

    button: str
    asker: Callable[[GameView], Player | None]
    compose: Callable[[GameView, frozenset[int]], MessageDraft]


def _undo_asker(game: GameView) -> Player | None:
    return None if game.undo_request is None else game.undo_request.by


def _end_asker(game: GameView) -> Player | None:
    return game.end_request


REQUESTS = {
    OutboxKind.UNDO_REQUEST: RequestKind("undo-accept", _undo_asker, request),
    OutboxKind.END_REQUEST: RequestKind("end-accept", _end_asker, end_request),
}
REFUSALS = {OutboxKind.UNDO_DECLINED: declined, OutboxKind.END_DECLINED: end_declined}


class GameRequests:
    """Sender of players' requests, and of refusals of requests, to the channels of games."""

    def __init__(
        self,
        services: Services,
        pictures: PictureRenderer,
        writer: ChannelWriter,
        silent_for: Callable[[OutboxMessage, Collection[Player]], Awaitable[frozenset[int]]],
    ) -> None:
        self._services = services
        self._pictures = pictures
        self._writer = writer
        self._silent_for = silent_for

    async def ask(self, outbox_message: OutboxMessage) -> Sent:
        """Send a player's request to the game's channel, unless an earlier attempt did."""
        kind = REQUESTS[OutboxKind(outbox_message.kind)]
        game = await self._game(outbox_message)
        outbox_message = replace(outbox_message, location=game.location)
        sent = await self._writer.find(
            outbox_message, has_control(kind.button, game.id), game.turn_message_id or 0
        )
        if sent is not None:
            return sent
        asker = kind.asker(game)
        invited = () if asker is None else (game.opponent_of(asker.user_id),)
        silent = await self._silent_for(outbox_message, invited)
        return await self._writer.send(
            outbox_message, await self._pictures.render(kind.compose, game, silent)
        )

    async def decline(self, outbox_message: OutboxMessage) -> Sent:
        """Send the refusal of a request to the game's channel, unless an earlier attempt did."""
        compose = REFUSALS[OutboxKind(outbox_message.kind)]
        game = await self._game(outbox_message)
        outbox_message = replace(outbox_message, location=game.location)
        by = Refusal.of(outbox_message).by
        silent = await self._silent_for(outbox_message, (game.seats[by],))
        outgoing = await self._pictures.render(compose, game, by, silent)
        # a refusal has no button, so its text identifies it
        sent = await self._writer.find(outbox_message, has_content(outgoing.content))
        return sent or await self._writer.send(outbox_message, outgoing)

    async def _game(self, outbox_message: OutboxMessage) -> GameView:
        assert outbox_message.game_id is not None, "a request belongs to a game"
        return await self._services.games.get(outbox_message.game_id)
