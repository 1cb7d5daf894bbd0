"""What is asked before something that cannot simply be taken back: resign, swap, undo."""

from dataclasses import replace

from bot.messages.game_controls import button, next_stone
from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import Style
from bot.services.games.action_results import Undoable
from bot.services.views import GameView
from bot.words import blocking, clocks, labels, moves, practice, undo
from bot.words.escaping import escape


def resign_question(game: GameView, player_id: int) -> MessageDraft:
    """Ask before a game is given up."""
    opponent = escape(game.opponent_of(player_id).name)
    return _ask(game, moves.resign_question(game.id, opponent), "resign-yes", labels.RESIGN_SURELY)


def resign_question_again(game: GameView, player_id: int) -> MessageDraft:
    """Ask once more, because the game has moved on since the last time."""
    opponent = escape(game.opponent_of(player_id).name)
    question = moves.resign_question_again(game.id, opponent)
    return _ask(game, question, "resign-yes", labels.RESIGN_SURELY)


def swap_question(game: GameView) -> MessageDraft:
    """Ask before the colours are swapped."""
    return _ask(game, moves.SWAP_QUESTION, "swap-yes", labels.SWAP_SURELY, labels.STAY_WHITE)


def undo_question(wish: Undoable, player_id: int) -> MessageDraft:
    """Ask before moves are taken back, or the opponent is asked to let them be."""
    game = wish.game
    opponent = escape(game.opponent_of(player_id).name)
    if wish.unseen:
        question = undo.unseen(game.id, opponent)
    elif game.practice is not None:
        question = practice.undo_question(game.id)
    elif wish.answered:
        question = undo.after_answer(game.id, opponent)
    else:
        ask = undo.late if wish.asks else undo.free
        question = ask(game.id, opponent)
    return _ask(game, question, "undo-yes", labels.UNDO_SURELY)


def claim_question(game: GameView, player_id: int) -> MessageDraft:
    """Ask before a game is won by time."""
    question = clocks.claim_question(game.id, escape(game.opponent_of(player_id).name))
    return _ask(game, question, "claim-yes", labels.CLAIM_SURELY, labels.LEAVE_IT)


def close_question(game: GameView) -> MessageDraft:
    """Ask a moderator before a game is closed without a result."""
    first, second = (escape(player.name) for player in game.seats)
    question = blocking.close_question(game.id, first, second)
    return _ask(game, question, "close-yes", blocking.CLOSE_SURELY, blocking.LEAVE_IT)


def close_question_again(game: GameView) -> MessageDraft:
    """Ask a moderator again, because the game has gone on since the question."""
    asked = close_question(game)
    return replace(asked, content=f"{blocking.GONE_ON} {asked.content}")


def kept(game: GameView, player_id: int) -> MessageDraft:
    """Answer who leaves all as it is; in the middle of their turn, lead on to the next stone."""
    if not game.waits_for(player_id) or not game.position.mid_turn:
        return MessageDraft(moves.NOTHING_CHANGED)
    on = button("zones", game, next_stone(game.position), Style.primary)
    return MessageDraft(moves.NOTHING_CHANGED, rows=((on,),))


def _ask(
    game: GameView, question: str, kind: str, surely: str, no: str = labels.KEEP_PLAYING
) -> MessageDraft:
    keep = button("keep", game, no)
    return MessageDraft(question, rows=((button(kind, game, surely, Style.danger), keep),))
