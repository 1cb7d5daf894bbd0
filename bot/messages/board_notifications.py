"""Letters that carry the board itself: where the bot is no member, a link would lead to nothing."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.messages.game_messages import result, turn
from bot.messages.notifications import jump_row
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.pictures import Pictures
from bot.messages.undo import declined, request
from bot.services import Services
from bot.services.notifications.kinds import NotificationKind
from bot.services.notifications.notification import Notification
from bot.services.views import GameView


class BoardNotifications:
    """Draws what a place would be shown, for one reader."""

    def __init__(self, services: Services, pictures: Pictures) -> None:
        self._services = services
        self._pictures = pictures
        self._kinds: dict[
            NotificationKind, Callable[[Notification, GameView], Awaitable[OutgoingMessage]]
        ] = {
            NotificationKind.TURN: self._turn,
            NotificationKind.RESULT: self._result,
            NotificationKind.UNDO_REQUEST: self._request,
            NotificationKind.UNDO_DECLINED: self._declined,
        }

    def has(self, notification: Notification) -> bool:
        """Say whether a letter is of those that show a board."""
        return notification.user_install and notification.kind in self._kinds

    async def write(self, notification: Notification) -> OutgoingMessage:
        """Write a letter, with a link to where the game is played if it was shown there."""
        (waiting,) = notification.games
        post = await self._kinds[notification.kind](
            notification, await self._services.games.get(waiting.id)
        )
        return replace(post, rows=(*post.rows, *jump_row(waiting)), pings=())

    async def _turn(self, _notification: Notification, game: GameView) -> OutgoingMessage:
        return await self._pictures.show(turn, game, ping=False)

    async def _result(self, _notification: Notification, game: GameView) -> OutgoingMessage:
        score = await self._services.history.score(game.id)
        return await self._pictures.show(result, game, score)

    async def _request(self, _notification: Notification, game: GameView) -> OutgoingMessage:
        return await self._pictures.show(request, game)

    async def _declined(self, notification: Notification, game: GameView) -> OutgoingMessage:
        return await self._pictures.show(declined, game, notification.payload["by"])
