"""Messages about an end without a result: the request, the response, and private answers."""

from bot.messages.game_controls import button
from bot.messages.game_text import mention
from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import Style
from bot.services.values.views import GameView
from bot.store.tables.players import DELETED_USER_ID
from bot.words import end_request as words
from bot.words.escaping import escape


def asked(game: GameView, player_id: int) -> MessageDraft:
    """Return the private answer to the player who asked to end the game without a result.

    If the opponent had asked before, the game has ended.
    """
    if game.result is not None:
        return MessageDraft(words.ended(game.id))
    return MessageDraft(words.asked(game.id, escape(game.opponent_of(player_id).name)))


def end_request(game: GameView, quiet: frozenset[int] = frozenset()) -> MessageDraft:
    """Return the public message that asks the opponent to end the game, or says it is closed.

    :param quiet: ids of players who are not pinged now.
    """
    asker = game.end_request
    if asker is None:
        return MessageDraft(words.NO_LONGER_OPEN())
    opponent = game.opponent_of(asker.user_id)
    return MessageDraft(
        words.request(mention(opponent), escape(asker.name), game.id),
        rows=(
            (
                button("end-accept", game, words.ACCEPT(), Style.danger),
                button("end-decline", game, words.DECLINE()),
            ),
        ),
        pings=() if opponent.user_id in quiet else (opponent.user_id,),
    )


def end_declined(game: GameView, by: int, quiet: frozenset[int] = frozenset()) -> MessageDraft:
    """Return the public message that the opponent declines to end the game.

    :param by: the seat of the player who asked.
    :param quiet: ids of players who are not pinged now.
    """
    asker = game.seats[by]
    return MessageDraft(
        words.declined(escape(game.seats[1 - by].name), mention(asker)),
        pings=() if asker.user_id in {*quiet, DELETED_USER_ID} else (asker.user_id,),
    )
