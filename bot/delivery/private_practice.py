"""Private practice: outbox messages that edit the private answer to the player's last action."""

from bot.context.app_context import BotClient
from bot.delivery.interaction_token_messages import InteractionTokenMessages, NoInteractionToken
from bot.messages.board_views import board
from bot.messages.game_messages import LOSSES, as_plain_words, offered_level, practice_result
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.review import given_up, page
from bot.messages.undo import undo_note
from bot.services.values.views import GameView
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Board, Undone
from sparring.levels import playable_levels


class PrivatePractice:
    """Editor of the private answers that show practice games."""

    def __init__(self, client: BotClient) -> None:
        self._services = client.context.services
        self._pictures = client.context.pictures
        self._context = client.context
        self._answers = InteractionTokenMessages(client)

    async def deliver(self, outbox_message: OutboxMessage) -> bool:
        """Bring the private answer that shows a practice game up to date.

        :returns: whether the outbox message is done with. It is False if the message is not about a
            practice game, or if the player has left and the message is not about the game's result.
        :raises NoInteractionToken: if the answer is still to come, or cannot be edited.
        """
        if outbox_message.game_id is None:
            return False
        game = await self._services.games.get(outbox_message.game_id)
        if game.practice is None:
            return False
        game = await self._for_its_player(game)
        if not game.is_private or _is_shown(outbox_message, game):
            return True
        answer = await self._services.interaction_tokens.find_answer(game.id)
        if answer is None:
            return await self._notify(outbox_message)
        post = await self._compose(outbox_message, game)
        if post is not None:
            if isinstance(outbox_message.payload, Board) and outbox_message.payload.plain:
                post = as_plain_words(post, game.id)
            await self._answers.edit_answer(answer, post)
        return True

    async def _for_its_player(self, game: GameView) -> GameView:
        """Return a game in progress with half a turn, which the answer shows to its player."""
        if game.result is not None:
            return game
        (person,) = game.people
        return await self._services.games.get(game.id, viewer_id=person.user_id)

    async def _notify(self, outbox_message: OutboxMessage) -> bool:
        """Notify the player of a private game of its result, if the player no longer acts in it.

        :returns: False for a message that is not about a result.
        :raises NoInteractionToken: if the player has not left; the next answer will show the news.
        """
        if not await self._services.interaction_tokens.has_left(outbox_message.game_id or 0):
            raise NoInteractionToken
        if outbox_message.kind != OutboxKind.RESULT:
            return False
        await self._services.notifications.notify_another_way(outbox_message)
        return True

    async def _compose(
        self, outbox_message: OutboxMessage, game: GameView
    ) -> OutgoingMessage | None:
        match outbox_message.kind:
            case OutboxKind.RESULT:
                return await self._result(game)
            case OutboxKind.REVIEW:
                content = await self._services.reviews.get(game.id)
                return None if content is None else await self._pictures.render(page, game, content)
            case OutboxKind.REVIEW_GIVEN_UP:
                return given_up(game)
            case _:
                return await self._board(outbox_message, game)

    async def _board(self, outbox_message: OutboxMessage, game: GameView) -> OutgoingMessage:
        note, payload = "", outbox_message.payload
        if isinstance(payload, Undone):
            note = undo_note(game, payload.by, payload.moves)
        (person,) = game.people
        reader = await self._services.personal_settings.reader(person.user_id)
        viewer = Viewer(person.user_id, reader.settings)
        return await self._pictures.render(board, game, viewer, note=note)

    async def _result(self, game: GameView) -> OutgoingMessage:
        score = await self._services.history.get_score(game.id)
        review = self._context.can_review(game.ruleset.game)
        level = await self.level_to_offer(game)
        return await self._pictures.render(practice_result, game, score, level=level, review=review)

    async def level_to_offer(self, game: GameView) -> int | None:
        """Return the engine level to offer with a game's result, for another game.

        :returns: None to offer no level.
        """
        (person,) = game.people
        latest = await self._services.history.find_latest(person.user_id, LOSSES)
        level = offered_level(game, latest)
        playable = {each.number for each in playable_levels(game.ruleset.game)}
        return level if level in playable else None


def _is_shown(outbox_message: OutboxMessage, game: GameView) -> bool:
    """Return whether an outbox message needs no edit of the private answer.

    That is so if the game has changed since, or if the message is about the start of the game,
    which the answer shows already.
    """
    if outbox_message.kind == OutboxKind.TAKEN_BACK:
        return True
    if outbox_message.kind not in (OutboxKind.TURN, OutboxKind.UNDONE):
        return False
    has_passed = game.to_move is None or game.position.ply != outbox_message.ply
    is_start = outbox_message.kind == OutboxKind.TURN and outbox_message.ply == game.opening_plies
    return has_passed or is_start
