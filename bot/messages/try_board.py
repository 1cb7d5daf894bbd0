"""Messages of the try-board: one private message, edited in place.

No control here plays a move, except one that asks for confirmation. The id of every control names
a position on the try-board: its number is the node of the last tried move, and its value has the
ply and the key of the position. So a control of an outdated board is recognised.
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.messages.board_views import with_board
from bot.messages.cell_buttons import cell_rows, rows_of_five
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_controls import LONGEST_TURN, try_button
from bot.messages.game_text import game_line, header, moves_in_capitals
from bot.messages.message_draft import (
    BoardImage,
    DisplaySettings,
    MessageDraft,
    Viewer,
    make_board_image,
)
from bot.messages.move_panel import legal_cells, zone_page
from bot.messages.outgoing_message import (
    LONGEST_LABEL,
    MAX_OPTIONS,
    Button,
    Form,
    Option,
    Row,
    Select,
    Style,
    TextField,
)
from bot.messages.replay import game_at
from bot.services.use_cases.try_board.try_board import MOST_NOTE, TryBoardView
from bot.services.values.games.typed_turns import example_turn
from bot.services.values.try_board.tree import IN_GAME, TryPlace
from bot.store.tables.try_board import TryNode
from bot.words import labels, plans
from bot.words import moves as move_words
from bot.words import try_board as words
from bot.words.escaping import escape, visible
from renderer.describe import describe
from renderer.orientation import Orientation, in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.overlays.caption import Caption
from renderer.overlays.numbers import Numbers
from renderer.overlays.tap_zones import TapZones
from renderer.overlays.zoom import Zoom
from renderer.phrases import sentences
from renderer.scene import Overlay
from renderer.words import colour_name
from renderer.zones import MOST, Zone, zones
from rules.moves import Choose, Offer, format_move
from rules.position import KOMI_PHASES, LastTurn, Phase, Position
from rules.topology import Bitboard, Cell, Topology, bits

MOST_CELLS = 16  # cell buttons beside the rows of controls; Discord allows 40 components
MOST_BUTTONS = 16  # with more zones, the moves without a cell are in the menu
MOST_TURNS = 6  # tried turns described in words; the picture shows the others
_HALF_TURNED = {
    Orientation.UPRIGHT: Orientation.HALF,
    Orientation.RIGHT: Orientation.LEFT,
    Orientation.MIRRORED: Orientation.MIRRORED_HALF,
    Orientation.MIRRORED_RIGHT: Orientation.MIRRORED_LEFT,
}
HALF_TURNED = _HALF_TURNED | {turned: upright for upright, turned in _HALF_TURNED.items()}


def read_place(id_: ComponentId) -> tuple[TryPlace, str]:
    """Split a control's id into the position that it names and the rest of its value.

    :raises OldComponent: when the id names no position.
    """
    ply, _, rest = id_.value.partition(".")
    key, _, rest = rest.partition(".")
    try:
        return TryPlace(id_.number or IN_GAME, int(ply), int(key, 16)), rest
    except ValueError:
        raise OldComponent from None


def read_ply(id_: ComponentId) -> int | None:
    """Return the number of moves after which a button opens the try-board.

    None opens it where the viewer left it.

    :raises OldComponent: when the value is not a number.
    """
    if not id_.value:
        return None
    if not id_.value.isdecimal() or len(id_.value) > len("100000"):
        raise OldComponent
    return int(id_.value)


def try_board(view: TryBoardView, viewer: Viewer, note: str = "") -> MessageDraft:
    """Return the try-board with numbered zones, or with all legal cells if they are few.

    :param note: a line about the latest action.
    """
    legal = _legal(view.position)
    rows: tuple[Row, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    cells: tuple[Cell, ...] = ()
    if 0 < legal.bit_count() <= MOST_CELLS:
        cells = in_reading_order(_topology(view), bits(legal), _display(view, viewer).orientation)
        rows, overlays = _cell_rows(view, viewer, cells), (Candidates(cells),)
    elif legal:
        rows, overlays = _zone_rows(view, viewer, legal), (TapZones(legal),)
    by_cell = bool(cells) or all(zone.cells.bit_count() == 1 for zone in _zones(view, viewer))
    lines = [note, *_lines(view), _task(view, by_cell=by_cell)]
    crowded = sum(map(len, rows)) > MOST_BUTTONS
    extra = () if crowded else _special_rows(view)
    shown = (*rows, *extra, _navigation(view), _menu(view, crowded=crowded))
    return _draft(view, viewer, lines, overlays, shown, cells)


def zone_panel(view: TryBoardView, viewer: Viewer, value: str) -> MessageDraft:
    """Return the close-up of one zone of the try-board.

    :param value: the name of a cell in the zone; with several pages, a dot and the page follow.
    :raises OldComponent: when no control of this board could hold the value.
    """
    orientation = _display(view, viewer).orientation
    legal = _legal(view.position)
    zone, cells, following = zone_page(_topology(view), orientation, legal, value)
    cells = in_reading_order(_topology(view), cells, orientation)
    more = _button(view, "try-zone", labels.MORE_CELLS(), following)
    back = _button(view, "try-show", labels.BACK_TO_BOARD())
    last = (more, back) if following else (back,)
    overlays = (Zoom(zone.middle, zone.cells), Candidates(cells))
    lines = [*_lines(view), _task(view, by_cell=True)]
    rows = (*_cell_rows(view, viewer, cells), last)
    return _draft(view, viewer, lines, overlays, rows, cells)


def delete_question(view: TryBoardView, viewer: Viewer) -> MessageDraft:
    """Return the prompt for deleting the last tried move and everything tried after it."""
    rows = (
        (
            _button(view, "try-delete-yes", words.CONFIRM_DELETE(), style=Style.danger),
            _button(view, "try-show", labels.CANCEL()),
        ),
    )
    lines = [*_lines(view), words.delete_question(view.lost)]
    return _draft(view, viewer, lines, (), rows)


def publish_question(view: TryBoardView, viewer: Viewer) -> MessageDraft:
    """Return the prompt for publishing all tried moves and notes of this game."""
    rows = (
        (
            _button(view, "try-publish-yes", words.CONFIRM_PUBLISH(), style=Style.success),
            _button(view, "try-show", labels.CANCEL()),
        ),
    )
    return _draft(view, viewer, [*_lines(view), words.PUBLISH_QUESTION()], (), rows)


def play_question(view: TryBoardView, viewer: Viewer) -> MessageDraft:
    """Return the prompt for playing the tried turn in the game.

    If the turn cannot be played now, return the try-board with a note that says so.
    """
    if not view.playable:
        return try_board(view, viewer, words.NOT_YOUR_MOVE_NOW())
    move = moves_in_capitals(view.playable)
    sure = ComponentId("sure", view.game.id, view.game.revision, view.playable)
    rows = (
        (
            Button(sure, words.play(move), Style.success),
            _button(view, "try-show", labels.CANCEL()),
        ),
    )
    lines = [*_lines(view), words.play_now_question(move, view.game.id)]
    return _draft(view, viewer, lines, (), rows)


def note_form(view: TryBoardView) -> Form:
    """Return the form for the note on the last tried move, filled in with the present note."""
    now = None if view.node is None else view.node.note or None
    label = words.NOTE_SEEN_LABEL() if view.published else words.NOTE_LABEL()
    field = TextField("note", label, "", MOST_NOTE, required=False, value=now)
    return Form(_id(view, "try-note-form"), words.NOTE_TITLE(), (field,))


def type_form(view: TryBoardView) -> Form:
    """Return the form for typing a move to try."""
    example = example_turn(view.position).lower()
    field = TextField("text", words.TYPE_LABEL(), example, LONGEST_TURN)
    return Form(_id(view, "try-type-form"), words.TYPE_TITLE(), (field,))


def closed(view: TryBoardView, viewer: Viewer) -> MessageDraft:
    """Return the message of a closed try-board, with a button that opens the board again.

    In private practice it is the board of the game, which may lack that button.
    """
    if view.game.is_private:
        return with_board(MessageDraft(words.KEPT()), view.game, viewer)
    return MessageDraft(words.CLOSED(), rows=((try_button(view.game),),), wide=True)


def _lines(view: TryBoardView) -> list[str]:
    lines = [] if _is_planned(view) else [words.banner()]
    if view.turns:
        lines.append(words.tried(_turns_in_words(view)))
    elif view.position.ply < view.game.position.ply:
        lines.append(words.before_first(view.position.turn))
    if view.node is not None and view.node.mark is not None:
        lines.append(words.marked(view.node.mark))
    if view.node is not None and view.node.planned_at is not None:
        lines.append(plans.planned_since(int(view.node.planned_at.timestamp())))
    if view.node is not None and view.node.note:
        lines.append(words.note(escape(view.node.note)))
    return lines


def _is_planned(view: TryBoardView) -> bool:
    return view.node is not None and view.node.planned_at is not None


def _task(view: TryBoardView, *, by_cell: bool) -> str:
    position = view.position
    if position.outcome() is not None:
        return words.NO_MOVES()
    if position.phase in KOMI_PHASES:
        return words.bargaining(chooses=position.phase is Phase.CHOOSE)
    if not _legal(position):
        return words.no_cell(colour_name(position.to_move))
    ask = words.tap_cell if by_cell else words.tap_area
    return ask(colour_name(position.to_move))


def _turns_in_words(view: TryBoardView) -> list[str]:
    numbered = list(enumerate(view.turns, start=1))
    left = len(numbered) - MOST_TURNS
    shown = [words.earlier(left)] if left > 0 else []
    topology = view.position.topology
    return shown + [
        _turn_in_words(number, turn, topology) for number, turn in numbered[-MOST_TURNS:]
    ]


def _turn_in_words(number: int, turn: LastTurn, topology: Topology) -> str:
    if isinstance(turn.moves[0], Offer | Choose):  # the players have no colours yet
        return words.bargain(number, format_move(turn.moves[0], topology))
    moves = moves_in_capitals(" ".join(format_move(move, topology) for move in turn.moves))
    return words.turn(number, colour_name(turn.by), moves)


def _navigation(view: TryBoardView) -> Row:
    back = _button(view, "try-back", labels.BACK())
    forward = _button(view, "try-forward", words.FORWARD())
    play = (_button(view, "try-play", words.PLAY_NOW()),) if view.playable else _plan_button(view)
    return (
        replace(back, disabled=not view.can_go_back),
        replace(forward, disabled=not view.can_go_forward),
        *play,
    )


def _plan_button(view: TryBoardView) -> Row:
    """Return the button that plans this line's last turn as a reply, or that drops the plan.

    The row is empty if the turn cannot be planned.
    """
    if view.node is None or not view.may_plan:
        return ()
    if view.node.planned_at is not None:
        return (_button(view, "unplan", plans.DROP_THIS()),)
    return (_button(view, "plan", plans.PLAN(), style=Style.success),)


def _special_rows(view: TryBoardView) -> tuple[Row, ...]:
    """Return the buttons that try moves without a cell; the button for komi opens a form."""
    buttons = [_button(view, "try-move", label, move) for move, label in _special(view.position)]
    if view.position.phase is Phase.OFFER:
        buttons.append(_button(view, "try-type", labels.OFFER_KOMI()))
    return rows_of_five(buttons)


def _special(position: Position) -> Iterator[tuple[str, str]]:
    if position.phase is Phase.CHOOSE:
        yield from ((colour.label.lower(), label()) for colour, label in labels.CHOOSE.items())
    for move, (_, label) in labels.MOVE_BUTTONS.items():
        if position.is_legal(move):
            yield format_move(move, position.topology), label()


def _menu(view: TryBoardView, *, crowded: bool) -> Row:
    """Return the menu of the other moves tried here and of the actions on the board.

    :param crowded: whether it has the moves without a cell, too.
    """
    actions = [Option(value, label) for value, label in _actions(view)]
    if crowded:
        actions = [Option(move, label) for move, label in _special(view.position)] + actions
    lines = [_option(node, words.next_move(moves_in_capitals(node.move))) for node in view.branches]
    lines += [_option(node, words.instead(moves_in_capitals(node.move))) for node in view.others]
    options = (*lines[: MAX_OPTIONS - len(actions)], *actions)
    return (Select(_id(view, "try-menu"), words.MORE(), options),)


def _actions(view: TryBoardView) -> Iterator[tuple[str, str]]:
    """Yield the key and the label of each action in the try-board's menu."""
    node = view.node
    if view.position.phase is not Phase.OFFER and view.position.outcome() is None:
        yield "type", labels.TYPE_MOVE()
    if node is not None:
        yield "note", words.NOTE()
        marks = {"good": words.GOOD(), "bad": words.BAD()}
        yield from ((mark, label) for mark, label in marks.items() if mark != node.mark)
        if node.mark is not None:
            yield "unmark", words.UNMARK()
        yield "delete", words.DELETE_LINE()
    yield "flip", words.FLIP()
    if view.published:
        yield "withdraw", words.WITHDRAW()
    elif view.may_publish:
        yield "publish", words.PUBLISH()
    yield "close", words.CLOSE()


def _option(node: TryNode, label: str) -> Option:
    about = [words.marked(node.mark)] if node.mark else []
    about += [visible(node.note)] if node.note else []
    return Option(str(node.node), label, sentences(*about)[:LONGEST_LABEL] or None)


def _zone_rows(view: TryBoardView, viewer: Viewer, legal: Bitboard) -> tuple[Row, ...]:
    rows: dict[int, list[Button]] = {}
    for zone in _zones(view, viewer):
        value = _topology(view).names[zone.middle]
        kind = "try-cell" if zone.cells.bit_count() == 1 else "try-zone"
        made = _button(view, kind, zone.label, value)
        rows.setdefault(zone.row, []).append(replace(made, disabled=not zone.cells & legal))
    return tuple(tuple(row) for _, row in sorted(rows.items()))


def _cell_rows(view: TryBoardView, viewer: Viewer, cells: tuple[Cell, ...]) -> tuple[Row, ...]:
    def make_id(name: str) -> ComponentId:
        return _id(view, "try-cell", name)

    return cell_rows(_topology(view), cells, _display(view, viewer).orientation, make_id)


def _zones(view: TryBoardView, viewer: Viewer) -> tuple[Zone, ...]:
    return zones(_topology(view), _display(view, viewer).orientation)


def _draft(
    view: TryBoardView,
    viewer: Viewer,
    lines: list[str],
    overlays: tuple[Overlay, ...],
    rows: tuple[Row, ...],
    cells: tuple[Cell, ...] = (),
) -> MessageDraft:
    then = game_at(view.game, view.position)
    content = "\n".join([*filter(None, lines), game_line(then)])
    return MessageDraft(content, _image(view, viewer, overlays, cells), rows=rows, wide=True)


def _image(
    view: TryBoardView,
    viewer: Viewer,
    overlays: tuple[Overlay, ...],
    cells: tuple[Cell, ...],
) -> BoardImage:
    then = game_at(view.game, view.position)
    plain = make_board_image(then, view.position, _display(view, viewer))
    tried: tuple[Overlay, ...] = (Numbers(view.turns, first=1),) if view.turns else ()
    # the picture is saved and shared without the text
    caption = () if _is_planned(view) else (Caption(words.CAPTION()),)
    added = words.numbers(_turns_in_words(view)) if view.turns else words.NOTHING_PLAYED()
    label = _topology(view).label
    if cells:
        added = sentences(added, move_words.numbers([label(cell) for cell in cells]))
    elif len(_topology(view)) > MOST and any(isinstance(each, TapZones) for each in overlays):
        middles = [label(zone.middle) for zone in _zones(view, viewer)]
        added = sentences(added, move_words.areas(middles))
    seats = header(then)
    alt = describe(
        view.position,
        seats.black,
        seats.white,
        added=added,
        elsewhere=move_words.STONES_BY_COMMAND(),
    )
    return replace(
        plain,
        filename=f"try-{view.game.id}.png",
        overlays=(*tried, *overlays, *caption),
        words=alt,
    )


def _display(view: TryBoardView, viewer: Viewer) -> DisplaySettings:
    settings = viewer.display_settings
    if not view.flipped:
        return settings
    return replace(settings, orientation=HALF_TURNED[settings.orientation])


def _legal(position: Position) -> Bitboard:
    return 0 if position.phase in KOMI_PHASES else legal_cells(position)


def _topology(view: TryBoardView) -> Topology:
    return view.position.topology


def _id(view: TryBoardView, kind: str, value: str = "") -> ComponentId:
    place = view.place
    carried = f"{place.ply}.{place.position:x}"
    return ComponentId(kind, view.game.id, place.node, f"{carried}.{value}" if value else carried)


def _button(
    view: TryBoardView,
    kind: str,
    label: str,
    value: str = "",
    style: Style = Style.secondary,
) -> Button:
    return Button(_id(view, kind, value), label, style)
