"""Letters that carry the board itself: where the bot is no member, a link would lead to nothing."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.messages.game_messages import result, turn
from bot.messages.notifications import jump
from bot.messages.outgoing_message import Post
from bot.messages.pictures import Pictures
from bot.messages.undo import declined, request
from bot.services import Services
from bot.services.notifications.kinds import LetterKind
from bot.services.notifications.notification import Letter
from bot.services.views import GameView


class BoardLetters:
    """Draws what a place would be shown, for one reader."""

    def __init__(self, services: Services, pictures: Pictures) -> None:
        self._services = services
        self._pictures = pictures
        self._kinds: dict[LetterKind, Callable[[Letter, GameView], Awaitable[Post]]] = {
            LetterKind.TURN: self._turn,
            LetterKind.RESULT: self._result,
            LetterKind.UNDO_REQUEST: self._request,
            LetterKind.UNDO_DECLINED: self._declined,
        }

    def has(self, letter: Letter) -> bool:
        """Say whether a letter is of those that show a board."""
        return letter.outside and letter.kind in self._kinds

    async def write(self, letter: Letter) -> Post:
        """Write a letter, with a link to where the game is played if it was shown there."""
        (waiting,) = letter.games
        post = await self._kinds[letter.kind](letter, await self._services.games.get(waiting.id))
        return replace(post, rows=(*post.rows, *jump(waiting)), pings=())

    async def _turn(self, _letter: Letter, game: GameView) -> Post:
        return await self._pictures.show(turn, game, ping=False)

    async def _result(self, _letter: Letter, game: GameView) -> Post:
        score = await self._services.history.score(game.id)
        return await self._pictures.show(result, game, score)

    async def _request(self, _letter: Letter, game: GameView) -> Post:
        return await self._pictures.show(request, game)

    async def _declined(self, letter: Letter, game: GameView) -> Post:
        return await self._pictures.show(declined, game, letter.payload["by"])
