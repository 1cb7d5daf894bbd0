"""Private messages with a board in one of several views, such as danger or move numbers."""

from collections.abc import Callable
from dataclasses import replace

from bot.messages.component_ids import ComponentId
from bot.messages.game_controls import (
    ROW_LENGTH,
    BoardView,
    board_view_menu,
    time_buttons,
    try_button,
    turn_buttons,
)
from bot.messages.game_text import action, game_line, header, special_rule, state
from bot.messages.message_draft import MessageDraft, Viewer, make_board_image
from bot.messages.outgoing_message import MAX_CONTENT, Button, Row
from bot.messages.replay import game_at, turn_ends
from bot.services.values.views import GameView
from bot.words import labels, moves, turns
from bot.words.escaping import escape
from renderer.characters import text_board
from renderer.describe import describe, describe_beside_text_board
from renderer.overlays.danger import Danger
from renderer.overlays.legend import Legend
from renderer.overlays.lifelines import Lifelines, lifelines_in_words
from renderer.overlays.numbers import Numbers, last_turns, numbers_in_words
from renderer.overlays.zoom import Zoom
from renderer.scene import Overlay
from rules.position import Colour, LastTurn, Position
from rules.record import positions
from rules.topology import Cell

TIP_LENGTH = 300  # characters added at most by a tip, or by the notice that tips are off


def kept_view(viewer: Viewer) -> BoardView:
    """Return the board view in a person's settings, which their private boards use by default."""
    return BoardView(viewer.settings.get("view", BoardView.PLAIN))


def board(
    game: GameView,
    viewer: Viewer,
    board_view: BoardView | None = None,
    note: str = "",
    *,
    seen: int | None = None,
) -> MessageDraft:
    """Return a game's board as the viewer may see it, with the controls that they can use.

    :param board_view: None means the view in the viewer's settings.
    :param note: a line above the status.
    :param seen: the number of moves that the viewer has seen, for a line about the turns since
        then; None adds no line.
    """
    position, board_view = game.position, board_view or kept_view(viewer)
    news, replay = since_last_look(game, seen)
    lines = [news, note, *action(game, position), state(game, viewer.user_id)]
    lines += [special_rule(game), game_line(game)]
    rows = (*_actions(game, position, viewer, replay), board_view_menu(game, position))
    if board_view is BoardView.DANGER and not any(position.in_danger(colour) for colour in Colour):
        lines.append(moves.NOTHING_IN_DANGER())
    content = "\n".join(filter(None, lines))
    if board_view is BoardView.TEXT:
        characters = text_board_and_description(position, len(content) + TIP_LENGTH)
        return MessageDraft(f"{content}\n{characters}", rows=rows)
    plain = make_board_image(game, position, viewer.display_settings)
    overlays = OVERLAYS[board_view](game, position)
    if game.is_first:
        overlays = (*overlays, Legend())
    words = _alt_text(game, position, board_view)
    return MessageDraft(content, replace(plain, overlays=overlays, words=words), rows=rows)


def with_board(draft: MessageDraft, game: GameView, viewer: Viewer) -> MessageDraft:
    """Return the board with the text of a message as its note, if it is private practice.

    The message of private practice is the only one of the game. Other messages are unchanged.
    """
    if game.is_private and game.seat_of(viewer.user_id) is not None:
        return board(game, viewer, note=draft.content)
    return draft


def text_board_and_description(position: Position, beside: int) -> str:
    """Return the board as text in a code block, then the part of its description that fits.

    :param beside: characters to leave free for the rest of the message.
    """
    characters = moves.as_characters(text_board(position), position.topology)
    words = describe_beside_text_board(position, MAX_CONTENT - beside - len(characters) - 2)
    return f"{characters}\n{words}".rstrip()


def since_last_look(game: GameView, seen: int | None) -> tuple[str, tuple[Button, ...]]:
    """Return the line about the turns since the last look, and the button for their replay.

    Both are empty for a single turn, because the line about the last turn covers it.

    :param seen: the number of moves that the viewer has seen; None if they have not seen the game.
    """
    if seen is None or seen >= game.turn_ply:
        return "", ()
    new = [position for position in turn_ends(game) if position.ply > seen]
    if len(new) < 2:
        return "", ()
    # a name makes the id differ from the ids of the replay's own buttons
    replay = Button(ComponentId("step", game.id, new[0].ply, "since"), labels.REPLAY_TURNS())
    most = max(new, key=_taken)
    return _line_since(game, len(new), most), (replay,)


def _line_since(game: GameView, count: int, most: Position) -> str:
    last = most.last_turn
    if last is None or not _taken(most):
        return turns.since_last_look(count)
    name = escape(game_at(game, most).player(last.by).name)
    return turns.since_last_look_with_capture(count, name, last, most.topology)


def _taken(position: Position) -> int:
    last = position.last_turn
    return 0 if last is None else last.removed[last.by.other].bit_count()


def _actions(
    game: GameView, position: Position, viewer: Viewer, replay: tuple[Button, ...]
) -> tuple[Row, ...]:
    """Return the viewer's controls: those for a turn or a timeout, the try-board and the replay."""
    if game.waits_for(viewer.user_id):
        (row,) = turn_buttons(game, position)
    elif game.time_is_up and game.seat_of(viewer.user_id) is not None:
        row = (*time_buttons(game.id, game.revision_at(position.ply)), try_button(game))
    else:
        row = (try_button(game),)
    if len(row) + len(replay) > ROW_LENGTH:
        return row, replay
    return ((*row, *replay),)


def _alt_text(game: GameView, position: Position, board_view: BoardView) -> str:
    """Return the alternative text of a view, the overlay first; empty for the default text."""
    match board_view:
        case BoardView.NUMBERS:
            added = numbers_in_words(_turns(game, position), position)
        case BoardView.LIFELINES:
            added = lifelines_in_words(position)
        case BoardView.DANGER:
            added = ""
        case _:
            return ""
    who = header(game)
    return describe(
        position,
        who.black,
        who.white,
        who.whole_result,
        added=added,
        elsewhere=moves.STONES_IN_MENU(),
        danger_first=board_view is BoardView.DANGER,
    )


def _plain(_game: GameView, _position: Position) -> tuple[Overlay, ...]:
    return ()


def _danger(_game: GameView, _position: Position) -> tuple[Overlay, ...]:
    return (Danger(),)


def _lifelines(_game: GameView, _position: Position) -> tuple[Overlay, ...]:
    return (Lifelines(),)


def _numbers(game: GameView, position: Position) -> tuple[Overlay, ...]:
    return (Numbers(_turns(game, position)),)


def _turns(game: GameView, position: Position) -> tuple[LastTurn, ...]:
    return last_turns(each for each in positions(game.record) if each.ply <= position.ply)


def _zoom(_game: GameView, position: Position) -> tuple[Overlay, ...]:
    return (Zoom(_focus_cell(position)),)


def _focus_cell(position: Position) -> Cell:
    last = position.last_turn
    if last is None or not last.placed:
        return len(position.topology) // 2
    return last.placed.bit_length() - 1


OVERLAYS: dict[BoardView, Callable[[GameView, Position], tuple[Overlay, ...]]] = {
    BoardView.PLAIN: _plain,
    BoardView.DANGER: _danger,
    BoardView.LIFELINES: _lifelines,
    BoardView.NUMBERS: _numbers,
    BoardView.ZOOM: _zoom,
}
