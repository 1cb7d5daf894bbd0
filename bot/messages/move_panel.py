"""Panels of a private message for moving by buttons: choose a zone, then a cell, then confirm.

Each panel is made from the game and the id of the pressed button; no state is stored.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from bot.learning.move_effects import DangerOverlay, Effects, effects_of, is_costly, removed_by
from bot.messages.board_views import with_board
from bot.messages.cell_buttons import (
    cell_rows,
    cells_alt_text,
    effects_alt_text,
    rows_of_five,
    zones_alt_text,
)
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_controls import button, next_stone_label
from bot.messages.game_text import action, state
from bot.messages.message_draft import MessageDraft, Viewer, make_board_image
from bot.messages.outgoing_message import Button, Row, Style
from bot.services.values.games.typed_turns import legal_turn, placements
from bot.services.values.views import GameView
from bot.words import endings, labels, watching
from bot.words.escaping import escape
from bot.words.moves import (
    NOTHING_PLAYED,
    STONES_BY_COMMAND,
    choose_cell,
    choose_open_zone,
    choose_zone,
    describe_effects,
    few_cells_left,
    preview,
    went_back,
)
from bot.words.turns import unseen_so_far
from renderer.orientation import Orientation, in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.overlays.preview import Preview
from renderer.overlays.tap_zones import TapZones
from renderer.overlays.zoom import Zoom
from renderer.phrases import enumerated
from renderer.scene import Overlay
from renderer.zones import Zone, pages, zone_of, zones
from rules.moves import Choose, Move, Offer, Place, format_move
from rules.position import Position
from rules.topology import Bitboard, Cell, Topology, bits

MAX_BADGES = 25  # cells numbered in one picture
GUESSING = "guess-"  # before the kinds of controls in the panel of a spectator, who only guesses


@lru_cache(maxsize=256)
def legal_cells(position: Position) -> Bitboard:
    """Return the cells where a stone may be placed; takes up to 12 ms on the largest boards."""
    return sum(1 << move.cell for move in position.legal_moves() if isinstance(move, Place))


def first_panel(game: GameView, viewer: Viewer, note: str = "") -> MessageDraft:
    """Return the first move panel: the zones, or all legal cells if few enough for one picture.

    :param note: the text above the picture, instead of the usual prompt.
    """
    legal, back = legal_cells(game.position), _undo_buttons(game)
    if not legal:  # a hold or komi is left
        return _panel(game, viewer, note or state(game, viewer.user_id), (), (), back)
    if legal.bit_count() <= MAX_BADGES:
        few = len(game.position.topology) > MAX_BADGES  # earlier panels of this game had zones
        ask = few_cells_left(game.id, legal.bit_count()) if few else choose_cell(game.id)
        note = note or ask
        return _cells(game, viewer, tuple(bits(legal)), note, extra=back)
    rows = _zone_rows(game, viewer, legal)
    closed = any(control.disabled for row in rows for control in row)
    note = note or (choose_open_zone(game.id) if closed else choose_zone(game.id))
    panel = _panel(game, viewer, note, (TapZones(legal),), rows, back)
    middles = [
        zone.middle for zone in zones(game.position.topology, viewer.display_settings.orientation)
    ]
    return _with_alt_text(panel, zones_alt_text(game, middles))


def zone_panel(game: GameView, viewer: Viewer, value: str, note: str = "") -> MessageDraft:
    """Return the move panel with a close-up of one zone of the board.

    :param value: the name of a cell in the zone; with several pages, a dot and the page follow.
    :raises OldComponent: when `value` names no cell or page.
    """
    topology, orientation = game.position.topology, viewer.display_settings.orientation
    zone, cells, following = zone_page(topology, orientation, legal_cells(game.position), value)
    more = Button(_id("zone", game, viewer, following), labels.MORE_CELLS())
    back = Button(_id("zones", game, viewer), labels.BACK_TO_BOARD())
    extra = (more, back) if following else (back,)
    return _cells(game, viewer, cells, note or choose_cell(game.id), zone, extra)


def zone_page(
    topology: Topology, orientation: Orientation, legal: Bitboard, value: str
) -> tuple[Zone, tuple[Cell, ...], str]:
    """Return a zone, the legal cells on one of its pages, and the value for the next page.

    :param value: see `zone_panel`; the value for the next page is empty if there is only one.
    :raises OldComponent: when `value` names no cell or page.
    """
    name, _, page = value.partition(".")
    if not (page or "0").isdecimal():
        raise OldComponent
    try:
        zone = zone_of(topology, topology.cell(name), orientation)
    except KeyError:
        raise OldComponent from None
    cut = pages(legal & zone.cells) or ((),)
    here = int(page or 0) % len(cut)
    return zone, cut[here], f"{name}.{here + 1}" if len(cut) > 1 else ""


def guess_kept(game: GameView, viewer: Viewer, cell: str) -> MessageDraft:
    """Return the private answer to a spectator's guess, with a button to change it.

    :param cell: the name of the guessed cell.
    """
    row = (Button(_id("zones", game, viewer), labels.BACK_TO_BOARD()),)
    return MessageDraft(watching.guessed(cell), rows=(row,), wide=True)


def preview_panel(game: GameView, viewer: Viewer, text: str) -> MessageDraft:
    """Return the preview of a turn, with a button to confirm it.

    :param text: one or more moves in notation.
    :raises OldComponent: when the moves are not legal here.
    """
    turn = legal_turn(game.position, text)
    if not turn:
        raise OldComponent
    effects = effects_of(game.position, turn)
    has_stones = any(isinstance(move, Place) for move in turn)
    if not has_stones:
        effects = replace(effects, endangered=())
    written = " ".join(format_move(move, game.position.topology) for move in turn)
    only_stones = all(isinstance(move, Place) for move in turn)
    shown = written.upper() if only_stones else _in_words(turn, game.position.topology)
    confirm = Button(
        ComponentId("sure", game.id, game.revision, written),
        labels.confirm(shown) if only_stones else shown,
        Style.danger if _loses(game.position, effects) else Style.success,
    )
    back = (button("zones", game, labels.BACK_TO_BOARD()),) if has_stones else ()
    row = (confirm, *back, button("cancel", game, labels.CANCEL()))
    overlays = (Preview(turn), DangerOverlay(effects.endangered))
    lines = _effect_lines(game.position, effects, has_stones=has_stones)
    content = "\n".join([preview(shown), *lines])
    panel = _draft(game, viewer, content, overlays, (row,))
    return _with_alt_text(panel, effects_alt_text(game, effects))


def went_back_panel(game: GameView, viewer: Viewer, text: str) -> MessageDraft:
    """Return the board after an undo the viewer has not seen, with a button to play the typed turn.

    :param text: a legal turn, complete or not.
    """
    panel = preview_panel(game, viewer, text)
    lines = [went_back(game.id), *action(game, game.position), panel.content]
    return replace(panel, content="\n".join(lines))


def _in_words(turn: Sequence[Move], topology: Topology) -> str:
    """Return the moves of a turn, those other than placements in the words of their buttons."""
    return enumerated(_label_of(move, topology) for move in turn)


def _label_of(move: Move, topology: Topology) -> str:
    match move:
        case Place(cell):
            return topology.label(cell)
        case Choose(colour):
            return labels.CHOOSE[colour]()
        case Offer(value):
            return labels.offer(value)
        case _:
            return labels.MOVE_BUTTONS[move][1]()


def is_playable(game: GameView, viewer: Viewer, text: str) -> bool:
    """Return whether text is one or more legal moves, and the viewer is to move."""
    is_mine = game.waits_for(viewer.user_id)
    return is_mine and bool(legal_turn(game.position, text))


def needs_preview(game: GameView, viewer: Viewer, name: str) -> bool:
    """Return whether the viewer's settings ask for a preview before a placement is played.

    :param name: the name of a cell.
    :raises OldComponent: when the placement is not legal here.
    """
    confirmation = viewer.settings["confirm"]
    if confirmation != "losses":
        return confirmation == "always"
    moves = placements(game.position, name)
    if not moves:
        raise OldComponent
    after = game.position.play(moves[0])
    taken, _ = removed_by(game.position, after)
    return bool(taken) or is_costly(game.position, after)


def cancelled(game: GameView, viewer: Viewer) -> MessageDraft:
    """Return the answer to Cancel, in mid-turn with buttons to continue or undo the turn.

    In private practice it has the board.
    """
    last = game.position.last_turn
    if not game.waits_for(viewer.user_id) or not game.position.mid_turn or last is None:
        return with_board(MessageDraft(NOTHING_PLAYED(), wide=True), game, viewer)
    opponent = escape(game.opponent_of(viewer.user_id).name)
    left = game.position.placements_left
    text = unseen_so_far(last.moves, game.position.topology, left, opponent)
    answer = MessageDraft(text, rows=(mid_turn_buttons(game),), wide=True)
    return with_board(answer, game, viewer)


def mid_turn_buttons(game: GameView) -> tuple[Button, ...]:
    """Return the buttons that continue or undo an unfinished turn."""
    on = button("zones", game, next_stone_label(game.position), Style.primary)
    return (on, *_undo_buttons(game))


def _undo_buttons(game: GameView) -> tuple[Button, ...]:
    """Return the undo button if the turn is unfinished and the game allows undos; else nothing."""
    offered = game.position.mid_turn and game.undo
    return (button("undo", game, labels.UNDO()),) if offered else ()


def _cells(
    game: GameView,
    viewer: Viewer,
    cells: tuple[Cell, ...],
    note: str,
    zone: Zone | None = None,
    extra: tuple[Button, ...] = (),
) -> MessageDraft:
    orientation = viewer.display_settings.orientation
    cells = in_reading_order(game.position.topology, cells, orientation)
    closer: tuple[Overlay, ...] = () if zone is None else (Zoom(zone.middle, zone.cells),)

    def make_id(name: str) -> ComponentId:
        return _id("cell", game, viewer, name)

    rows = cell_rows(game.position.topology, cells, orientation, make_id)
    panel = _panel(game, viewer, note, (*closer, Candidates(cells)), rows, extra)
    return _with_alt_text(panel, cells_alt_text(game, cells))


def _with_alt_text(panel: MessageDraft, words: str) -> MessageDraft:
    assert panel.board_image is not None, "a panel has a picture"
    return replace(panel, board_image=replace(panel.board_image, words=words))


def _zone_rows(game: GameView, viewer: Viewer, legal: Bitboard) -> tuple[tuple[Button, ...], ...]:
    topology = game.position.topology
    rows: dict[int, list[Button]] = {}
    for zone in zones(topology, viewer.display_settings.orientation):
        id_ = _id("zone", game, viewer, topology.names[zone.middle])
        made = Button(id_, zone.label, disabled=not zone.cells & legal)
        rows.setdefault(zone.row, []).append(made)
    return tuple(tuple(row) for _, row in sorted(rows.items()))


def _panel(
    game: GameView,
    viewer: Viewer,
    note: str,
    overlays: tuple[Overlay, ...],
    rows: tuple[Row, ...],
    extra: tuple[Button, ...] = (),
) -> MessageDraft:
    if not _is_guessing(game, viewer):
        special = tuple(
            button(kind, game, label())
            for move, (kind, label) in labels.MOVE_BUTTONS.items()
            if game.position.is_legal(move)
        )
        typed = button("type", game, labels.TYPE_MOVE())
        extra = (*extra, *special, typed, button("cancel", game, labels.CANCEL()))
    return _draft(game, viewer, note, overlays, (*rows, *rows_of_five(extra)))


def _is_guessing(game: GameView, viewer: Viewer) -> bool:
    return game.seat_of(viewer.user_id) is None


def _id(kind: str, game: GameView, viewer: Viewer, value: str = "") -> ComponentId:
    """Return the custom id of a panel's control, with a prefix for a spectator who guesses."""
    prefix = GUESSING if _is_guessing(game, viewer) else ""
    return ComponentId(f"{prefix}{kind}", game.id, game.revision, value)


def _draft(
    game: GameView,
    viewer: Viewer,
    content: str,
    overlays: tuple[Overlay, ...],
    rows: tuple[Row, ...],
) -> MessageDraft:
    settings = viewer.display_settings
    plain = make_board_image(game, game.position, settings, STONES_BY_COMMAND())
    return MessageDraft(content, replace(plain, overlays=overlays), rows=rows, wide=True)


def _loses(position: Position, effects: Effects) -> bool:
    """Return whether a move loses the player's stones, or the game."""
    if effects.outcome is None:
        return bool(effects.lost)
    return effects.outcome.winner is position.to_move.other


def _effect_lines(position: Position, effects: Effects, *, has_stones: bool) -> list[str]:
    label, lines = position.topology.label, list[str]()
    if has_stones:
        lines = describe_effects(
            effects.taken.bit_count(),
            effects.lost.bit_count(),
            [label(group.bit_length() - 1) for group in effects.in_danger],
        )
    if effects.outcome is None:
        return lines
    return [*lines, endings.ends_game(effects.outcome, position.to_move)]
