"""Advice in practice games: a suggested turn with its reason."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.learning.move_effects import closed_by, cut_by, effects_of, saved_by, threatened_by
from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import turn_buttons
from bot.messages.game_text import game_line
from bot.messages.message_draft import MessageDraft, Viewer, make_board_image
from bot.messages.outgoing_message import Button, Style
from bot.services.values.views import GameView
from bot.words import labels, practice
from bot.words.moves import STONES_BY_COMMAND
from renderer.overlays.preview import Preview
from renderer.phrases import all_of
from renderer.words import colour_name
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, format_move
from rules.position import Danger, Phase, Position
from rules.topology import Bitboard, Topology
from sparring.review import Advice


def hint(game: GameView, advice: Advice, viewer: Viewer, *, searched: bool = False) -> MessageDraft:
    """Return a suggested turn with its preview, its reason, and a button that plays it.

    :param searched: whether a search chose it, which is a reason if no other can be seen.
    """
    moves = advice.moves
    suggestion = _suggestion(moves, game.position.topology)
    lost = [practice.LOST()] if advice.lost else []
    content = " ".join([suggestion, *(lost or _reason(game.position, moves, searched=searched))])
    if game.is_private:
        content = f"{content}\n{game_line(game)}"
    plain = make_board_image(game, game.position, viewer.display_settings, STONES_BY_COMMAND())
    placed = all(isinstance(move, Place) for move in moves)
    shown = replace(plain, overlays=(Preview(moves),)) if placed else plain
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


def _reason(position: Position, moves: tuple[Move, ...], *, searched: bool) -> Iterator[str]:
    """Yield the strongest visible reason for a turn, if any."""
    if position.phase is Phase.PLAY and (seen := _seen_reason(position, moves)):
        yield seen
    elif searched and position.swap_follows:
        yield practice.EVEN()
    elif searched and isinstance(moves[0], Place):
        tempting = position.phase is Phase.PLAY and position.in_danger(position.to_move.other)
        yield practice.NO_CAPTURE() if tempting else practice.NO_REASON()


def _seen_reason(position: Position, moves: tuple[Move, ...]) -> str:
    """Return the strongest reason for a turn that the board shows; empty without one."""
    effects, after = effects_of(position, moves), position
    for move in moves:
        after = after.play(move)
    if effects.outcome is not None and effects.outcome.winner is position.to_move:
        return practice.WINS()
    if effects.taken:
        return practice.takes(effects.taken.bit_count())
    mover = position.to_move
    if saved := saved_by(position, after):
        danger = _largest(position.in_danger(mover), saved)
        return practice.saves(*_named(danger, position), colour_name(mover.other))
    if threatened := threatened_by(position, after):
        danger = _largest(after.in_danger(mover.other), threatened)
        return practice.threatens(*_named(danger, position))
    if cut := cut_by(position, after, mover.other):
        return practice.cuts(*(position.topology.labels(group)[0] for group in cut))
    if closed := closed_by(position, after, mover):
        return practice.closes(closed.bit_count())
    return ""


def _largest(dangers: Iterable[Danger], among: Bitboard) -> Danger:
    """Return the danger of the most stones among some."""
    return max(dangers, key=lambda danger: (danger.group & among).bit_count())


def _named(danger: Danger, position: Position) -> tuple[int, str, str]:
    """Return the size of a group, one of its cells, and a cell at which it can be taken."""
    stones, cuts = (position.topology.labels(mask) for mask in (danger.group, danger.cells))
    return len(stones), stones[0], cuts[0]


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
