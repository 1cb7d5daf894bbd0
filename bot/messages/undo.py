"""Messages about undos: a request, the opponent's response, and the note after an undo."""

from collections.abc import Sequence

from bot.messages.game_controls import button
from bot.messages.game_text import mention
from bot.messages.message_draft import MessageDraft, Viewer
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import Style
from bot.services.values.views import GameView, UndoRequest, UndoResult
from bot.store.tables.players import DELETED_USER_ID
from bot.words import labels, undo
from bot.words.escaping import escape
from bot.words.moves import board_follows
from renderer.phrases import sentences
from rules.moves import format_move
from rules.record import positions


def undone(done: UndoResult, viewer: Viewer) -> MessageDraft:
    """Return the private answer to an undo or to a request for an undo.

    In mid-turn it is the move panel, because no board is posted.
    """
    moves = undo.listed(done.moves)
    if done.asked:
        opponent = escape(done.game.opponent_of(viewer.user_id).name)
        return MessageDraft(undo.asked(moves, opponent))
    if done.unseen:
        return first_panel(done.game, viewer, undo.undone(moves))
    return MessageDraft(sentences(undo.undone(moves), board_follows()))


def request(game: GameView, quiet: frozenset[int] = frozenset()) -> MessageDraft:
    """Return the public message that asks for an undo, or says that the request is no longer open.

    :param quiet: ids of players who are not pinged now.
    """
    asked = game.undo_request
    if asked is None:
        return MessageDraft(undo.NO_LONGER_OPEN())
    opponent = game.opponent_of(asked.by.user_id)
    return MessageDraft(
        undo.request(mention(opponent), escape(asked.by.name), *_moves_by_player(game, asked)),
        rows=(
            (
                button("undo-accept", game, labels.UNDO_ACCEPT(), Style.success),
                button("undo-decline", game, labels.UNDO_DECLINE()),
            ),
        ),
        pings=() if opponent.user_id in quiet else (opponent.user_id,),
    )


def _moves_by_player(game: GameView, asked: UndoRequest) -> tuple[str, str]:
    """Return the moves that an undo would remove: the requester's and the opponent's.

    The second text is empty if the opponent has no such move.
    """
    seat, topology = game.seats.index(asked.by), game.position.topology
    moves: tuple[list[str], list[str]] = ([], [])
    for position, move in zip(positions(game.record), game.record.moves, strict=False):
        if position.ply >= asked.to_ply:
            own = position.colour_of(seat) is position.to_move
            moves[0 if own else 1].append(format_move(move, topology))
    return undo.listed(moves[0]), undo.listed(moves[1]) if moves[1] else ""


def undo_note(game: GameView, by: int, moves: Sequence[str]) -> str:
    """Return the first line of a turn message after an undo.

    :param by: the seat of the player who undid the moves.
    :param moves: in record notation.
    """
    return undo.was_undone(escape(game.seats[by].name), undo.listed(moves))


def declined(game: GameView, by: int, quiet: frozenset[int] = frozenset()) -> MessageDraft:
    """Return the public message that the opponent declines an undo.

    :param by: the seat of the player who asked.
    :param quiet: ids of players who are not pinged now.
    """
    asker = game.seats[by]
    return MessageDraft(
        undo.declined(escape(game.seats[1 - by].name), mention(asker)),
        pings=() if asker.user_id in {*quiet, DELETED_USER_ID} else (asker.user_id,),
    )
