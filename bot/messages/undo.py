"""Taking moves back, as people see it: asked for, done, refused."""

from collections.abc import Sequence

from bot.messages.game_controls import button
from bot.messages.game_text import mention
from bot.messages.message_draft import MessageDraft, Viewer
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import Style
from bot.services.games.action_results import Undone
from bot.services.views import GameView
from bot.store.tables.players import DELETED_USER_ID
from bot.words import labels, undo
from bot.words.escaping import escape
from bot.words.moves import follows
from rules.moves import format_move
from rules.position import BARGAINING


def undone(done: Undone, viewer: Viewer) -> MessageDraft:
    """Tell who took moves back what happened; who places a stone next has the panel for it."""
    moves = undo.listed(done.moves)
    if done.asked:
        opponent = escape(done.game.opponent_of(viewer.user_id).name)
        return MessageDraft(undo.asked(moves, opponent))
    if done.game.waits_for(viewer.user_id) and done.game.position.phase not in BARGAINING:
        return first_panel(done.game, viewer, undo.taken_back(moves))
    return MessageDraft(f"{undo.taken_back(moves)} {follows()}")


def request(game: GameView, quiet: frozenset[int] = frozenset()) -> MessageDraft:
    """Ask the opponent in public whether moves may be taken back."""
    asked = game.undo_request
    if asked is None:
        return MessageDraft(undo.WITHDRAWN)
    opponent = game.opponent_of(asked.by.user_id)
    gone = game.record.moves[asked.to_ply :]
    moves = undo.listed([format_move(move, game.position.topology) for move in gone])
    return MessageDraft(
        undo.request(mention(opponent), escape(asked.by.name), moves),
        rows=(
            (
                button("undo-accept", game, labels.UNDO_ACCEPT, Style.success),
                button("undo-decline", game, labels.UNDO_DECLINE),
            ),
        ),
        pings=() if opponent.user_id in quiet else (opponent.user_id,),
    )


def undo_note(game: GameView, by: int, moves: Sequence[str]) -> str:
    """Say above a new turn message who took back what."""
    return undo.was_taken_back(escape(game.seats[by].name), undo.listed(moves))


def declined(game: GameView, by: int, quiet: frozenset[int] = frozenset()) -> MessageDraft:
    """Tell whoever had asked, the player in seat `by`, that the moves stand."""
    asker = game.seats[by]
    return MessageDraft(
        undo.declined(escape(game.seats[1 - by].name), mention(asker)),
        pings=() if asker.user_id in {*quiet, DELETED_USER_ID} else (asker.user_id,),
    )
