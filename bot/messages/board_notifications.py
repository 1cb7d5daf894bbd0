"""Notifications with a picture of the board, for games in user-installed contexts.

The bot cannot keep the messages of such a game up to date, so a link to one would not help.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.messages.board_views import board
from bot.messages.end_request import end_declined, end_request
from bot.messages.game_messages import result, turn
from bot.messages.lobby import matched_note
from bot.messages.message_draft import Viewer
from bot.messages.notifications import jump_row
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.pictures import PictureRenderer
from bot.messages.undo import declined, request, undo_note
from bot.services import Services
from bot.services.values.notifications.notification import Notification, WaitingGame
from bot.services.values.views import GameView
from bot.store.tables.notification_kinds import NotificationKind, Trait
from bot.store.tables.payloads import Board, RefusalOfGame, TurnBegun, Undone
from bot.words.moves import went_back


class BoardNotifications:
    """Renderer of notifications that show the board, as the message in a game's channel does."""

    def __init__(self, services: Services, pictures: PictureRenderer) -> None:
        self._services = services
        self._pictures = pictures
        self._kinds: dict[
            NotificationKind, Callable[[Notification, GameView], Awaitable[OutgoingMessage]]
        ] = {
            NotificationKind.TURN: self._turn,
            NotificationKind.UNDONE: self._undone,
            NotificationKind.RESULT: self._result,
            NotificationKind.UNDO_REQUEST: self._request,
            NotificationKind.UNDO_DECLINED: self._declined,
            NotificationKind.END_REQUEST: self._end_request,
            NotificationKind.END_DECLINED: self._end_declined,
        }

    def handles(self, notification: Notification) -> bool:
        """Return whether a notification shows the board.

        It does if the bot was not a member of the location when the notification was added. Since
        then the bot may have joined.
        """
        kind = notification.kind
        return kind.has(Trait.POSTED) or (notification.user_install and kind in self._kinds)

    async def render(self, notification: Notification) -> OutgoingMessage | None:
        """Return the message of a notification that `handles` accepts, with the board but no ping.

        :returns: None if the game has changed since, so that the notification is obsolete.
        """
        (waiting,) = notification.games
        game = await self._services.games.get(waiting.id)
        if not _is_current(notification.kind, waiting, game):
            return None
        post = await self._kinds[notification.kind](notification, game)
        return replace(post, rows=(*post.rows, *jump_row(waiting)), pings=())

    async def _turn(self, notification: Notification, game: GameView) -> OutgoingMessage:
        begun, note, shown = TurnBegun.of(notification), "", Board()
        if begun.moves:
            note = undo_note(game, begun.by, begun.moves)
            shown = Undone(moves=begun.moves, by=begun.by)
        elif begun.matched:
            unrated = await self._services.lobby.is_made_unrated(game.id)
            note = matched_note(game, unrated=unrated)
        elif game.went_back_for(notification.to.user_id):
            note = went_back(game.id)
        return await self._pictures.render(turn, game, note, ping=False, shown=shown)

    async def _undone(self, notification: Notification, game: GameView) -> OutgoingMessage:
        user_id, undone = notification.to.user_id, TurnBegun.of(notification)
        reader = await self._services.personal_settings.reader(user_id)
        note = undo_note(game, undone.by, undone.moves)
        viewer = Viewer(user_id, reader.settings)
        return await self._pictures.render(board, game, viewer, note=note)

    async def _result(self, _notification: Notification, game: GameView) -> OutgoingMessage:
        score = await self._services.history.get_score(game.id)
        return await self._pictures.render(result, game, score, lobby=True)

    async def _request(self, _notification: Notification, game: GameView) -> OutgoingMessage:
        return await self._pictures.render(request, game)

    async def _declined(self, notification: Notification, game: GameView) -> OutgoingMessage:
        return await self._pictures.render(declined, game, RefusalOfGame.of(notification).by)

    async def _end_request(self, _notification: Notification, game: GameView) -> OutgoingMessage:
        return await self._pictures.render(end_request, game)

    async def _end_declined(self, notification: Notification, game: GameView) -> OutgoingMessage:
        return await self._pictures.render(end_declined, game, RefusalOfGame.of(notification).by)


def _is_current(kind: NotificationKind, waiting: WaitingGame, game: GameView) -> bool:
    """Return whether a notification still fits the game, which may have changed since."""
    if kind in {NotificationKind.TURN, NotificationKind.UNDONE}:
        return game.result is None and game.revision == waiting.revision
    if kind is NotificationKind.UNDO_REQUEST:
        asker = None if game.undo_request is None else game.undo_request.by
    elif kind is NotificationKind.END_REQUEST:
        asker = game.end_request
    else:
        return True
    return asker is not None and asker.user_id == waiting.opponent.user_id
