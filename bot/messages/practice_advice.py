"""Advice in practice games: a suggested turn with its reason."""

from dataclasses import replace

from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import turn_buttons
from bot.messages.game_text import game_line
from bot.messages.hint_reasons import reasons_for
from bot.messages.message_draft import MessageDraft, Viewer, make_board_image
from bot.messages.outgoing_message import Button, Style
from bot.services.values.views import GameView
from bot.words import labels, practice
from bot.words.moves import STONES_BY_COMMAND
from renderer.overlays.plan import Plan
from renderer.phrases import all_of, sentences
from renderer.words import colour_name
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, format_move
from rules.topology import Topology
from sparring.review import Advice


def hint(game: GameView, advice: Advice, viewer: Viewer, *, searched: bool = False) -> MessageDraft:
    """Return a hint: a suggested turn with a preview, the reason, and a button that plays it.

    :param searched: whether a search chose the turn (see `reasons_for`).
    """
    moves, reasons = advice.moves, reasons_for(game.position, advice, searched=searched)
    content = sentences(_suggestion(moves, game.position.topology), *reasons.sentences)
    if game.is_private:
        content = f"{content}\n{game_line(game)}"
    plain = make_board_image(game, game.position, viewer.display_settings, STONES_BY_COMMAND())
    placed = all(isinstance(move, Place) for move in moves)
    shown = replace(plain, overlays=(Plan(moves, reasons.plan),)) if placed else plain
    ((*others, _resign),) = turn_buttons(game, game.position, with_help=False)
    # the try-board would open without the suggested turn
    others = [each for each in others if each.id.kind != "try"]
    return MessageDraft(content, shown, rows=((_play_button(game, moves), *others),))


def thinking(game: GameView, viewer: Viewer) -> MessageDraft:
    """Return the board without controls while the bot looks for a hint."""
    content = f"{practice.READS_AHEAD()}\n{game_line(game)}"
    return MessageDraft(content, make_board_image(game, game.position, viewer.display_settings))


def _play_button(game: GameView, moves: tuple[Move, ...]) -> Button:
    turn = " ".join(format_move(move, game.position.topology) for move in moves)
    return Button(
        ComponentId("sure", game.id, game.revision, turn), _label(moves, turn), Style.success
    )


def _label(moves: tuple[Move, ...], turn: str) -> str:
    if all(isinstance(move, Place) for move in moves):
        return practice.play(turn.upper())
    if len(moves) == 1 and moves[0] in labels.MOVE_BUTTONS:
        return labels.MOVE_BUTTONS[moves[0]][1]()
    return practice.play(turn)


def _suggestion(moves: tuple[Move, ...], topology: Topology) -> str:
    cells = [format_move(move, topology).upper() for move in moves if isinstance(move, Place)]
    placed = all_of(cells) if cells else ""
    match next((move for move in moves if not isinstance(move, Place)), None):
        case None:
            return practice.hint(placed)
        case Offer(value):
            return practice.offer(value)
        case Choose(colour):
            return practice.choose(colour_name(colour))
        case Swap():
            return practice.SWAP()
        case Komi():
            return practice.hint_with_komi(placed) if placed else practice.KOMI()
        case Hold():
            return practice.HOLD()
