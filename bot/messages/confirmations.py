"""Confirmation prompts for actions that are hard to reverse, such as resigning or swapping."""

from bot.messages.board_views import with_board
from bot.messages.game_controls import button, next_stone_label
from bot.messages.message_draft import MessageDraft, Viewer
from bot.messages.outgoing_message import Button, Row, Style
from bot.services.values.clocks.clock import Pace
from bot.services.values.ratings.conditions import FIRST_TURNS
from bot.services.values.views import GameView, UndoPreview
from bot.words import blocking, clocks, end_request, endings, labels, moves, practice, undo
from bot.words.escaping import escape
from bot.words.translation import Message
from renderer.phrases import sentences


def resign_question(game: GameView, player_id: int, *, again: bool = False) -> MessageDraft:
    """Return the prompt for a resignation, with a button for an end without a result, if possible.

    :param again: whether the game has changed since an earlier prompt.
    """
    ask = moves.resign_question_again if again else moves.resign_question
    question = ask(game.id, escape(game.opponent_of(player_id).name))
    if game.practice is not None:
        return _confirmation(game, question, "resign-yes", labels.CONFIRM_RESIGN())
    note, other = _way_out(game, player_id)
    row = (
        button("resign-yes", game, labels.CONFIRM_RESIGN(), Style.danger),
        other,
        button("keep", game, labels.KEEP_PLAYING()),
    )
    return MessageDraft(f"{question}\n{note}", rows=(row,))


def _way_out(game: GameView, player_id: int) -> tuple[str, Button]:
    """Return a sentence about ending the game without a result, and the button for it.

    A player may leave the game in its first turns. Later, or in a league, the opponent must agree.
    """
    opponent = game.opponent_of(player_id)
    of_league = game.clock is not None and game.clock.pace is Pace.SEASON
    if game.position.turn <= FIRST_TURNS and not of_league:
        return endings.MAY_LEAVE(), button("leave", game, endings.LEAVE())
    if game.end_request == opponent:
        accept = button("end-accept", game, end_request.ACCEPT())
        return end_request.is_asked(escape(opponent.name)), accept
    return end_request.askable(escape(opponent.name)), button("end-ask", game, end_request.ASK())


def swap_question(game: GameView) -> MessageDraft:
    """Return the prompt for White's swap of sides in the opening."""
    return _confirmation(
        game, moves.SWAP_QUESTION(), "swap-yes", labels.CONFIRM_SWAP(), labels.STAY_WHITE
    )


def undo_question(undoable: UndoPreview, player_id: int) -> MessageDraft:
    """Return the prompt for an undo, or for asking the opponent to allow one."""
    game = undoable.game
    opponent = escape(game.opponent_of(player_id).name)
    if undoable.unseen:
        question = undo.unseen(game.id, opponent)
    elif game.practice is not None:
        question = practice.undo_question(game.id, answered=undoable.answered)
    elif undoable.answered:
        question = undo.after_answer(game.id, opponent)
    else:
        ask = undo.late if undoable.asks else undo.free
        question = ask(game.id, opponent)
    label = labels.ASK_FOR_UNDO() if undoable.asks else labels.CONFIRM_UNDO()
    if not undoable.since_by_hand:
        return _confirmation(game, question, "undo-yes", label)
    further = button("undo-by-hand", game, labels.UNDO_BY_HAND(), Style.danger)
    note = undo.by_hand(undoable.since_by_hand, labels.UNDO_BY_HAND())
    return _confirmation(game, f"{question}\n{note}", "undo-yes", label, others=(further,))


def claim_question(game: GameView, player_id: int) -> MessageDraft:
    """Return the prompt for claiming a win because the opponent's time is up."""
    question = clocks.claim_question(game.id, escape(game.opponent_of(player_id).name))
    return _confirmation(game, question, "claim-yes", clocks.CONFIRM_CLAIM(), clocks.LEAVE_IT)


def close_question(game: GameView, *, again: bool = False) -> MessageDraft:
    """Return the moderator's prompt for closing a game without a result.

    :param again: whether the game has changed since an earlier prompt.
    """
    first, second = (escape(player.name) for player in game.seats)
    question = blocking.close_question(game.id, first, second)
    if again:
        question = sentences(blocking.GONE_ON(), question)
    return _confirmation(game, question, "close-yes", blocking.CONFIRM_CLOSE(), blocking.LEAVE_IT)


def nothing_changed(game: GameView, viewer: Viewer) -> MessageDraft:
    """Return the answer to a cancelled action; in mid-turn, with a button for the next stone.

    In private practice it has the board.
    """
    rows: tuple[Row, ...] = ()
    if game.waits_for(viewer.user_id) and game.position.mid_turn:
        rows = ((button("zones", game, next_stone_label(game.position), Style.primary),),)
    return with_board(MessageDraft(moves.NOTHING_CHANGED(), rows=rows), game, viewer)


def _confirmation(
    game: GameView,
    question: str,
    kind: str,
    confirm_label: str,
    cancel_label: Message = labels.KEEP_PLAYING,
    *,
    others: tuple[Button, ...] = (),
) -> MessageDraft:
    confirm = button(kind, game, confirm_label, Style.danger)
    cancel = button("keep", game, cancel_label())
    return MessageDraft(question, rows=((confirm, *others, cancel),))
