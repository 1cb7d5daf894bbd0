"""Tips for beginners, added to private move panels and boards but never to public messages."""

from dataclasses import replace

from bot.learning.move_effects import DangerOverlay
from bot.learning.tips import Tip, find_tip
from bot.messages.board_views import board, kept_view
from bot.messages.cell_buttons import rows_of_five
from bot.messages.component_ids import ComponentId, parse_choice
from bot.messages.game_controls import BoardView
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.move_panel import first_panel, zone_panel
from bot.messages.outgoing_message import Button, Row
from bot.services.values.views import GameView
from bot.words import lessons
from renderer.overlays.candidates import Candidates
from renderer.overlays.tap_zones import TapZones
from renderer.overlays.zoom import Zoom
from renderer.zones import MOST, zones
from rules.topology import Cell, bits

PANEL = "panel"  # where a button stands; otherwise the name of a board view


def panel_with_tip(game: GameView, viewer: Viewer, *, learning: bool) -> MessageDraft:
    """Return the move panel as it opens, with a tip for beginners if the viewer is `learning`.

    A panel with a tip also has a button that turns tips off.
    """
    panel = first_panel(game, viewer)
    advice = _advice(game, panel.board_image) if learning else Tip("")
    if not advice.text:
        return panel
    return replace(
        panel,
        content=f"{panel.content}\n{advice.text}",
        board_image=_with_marks(panel.board_image, advice),
        rows=_rows_with_switch(panel, game, PANEL, to="off"),
    )


def zone_with_tip(game: GameView, viewer: Viewer, value: str, *, learning: bool) -> MessageDraft:
    """Return the move panel of one zone of the board, with a tip if it is about that zone.

    :param value: see `zone_panel`.
    :param learning: whether the viewer gets tips.
    """
    panel = zone_panel(game, viewer, value)
    advice = _advice(game, panel.board_image) if learning else Tip("")
    if panel.board_image is None or advice.marked is None:
        return panel
    close = [each for each in panel.board_image.overlays if isinstance(each, Zoom)]
    if not any(each.cells & advice.marked.cells for each in close):
        return panel
    return replace(
        panel,
        content=f"{panel.content}\n{advice.text}",
        board_image=_with_marks(panel.board_image, advice),
    )


def board_with_tip(
    game: GameView,
    viewer: Viewer,
    board_view: BoardView | None,
    *,
    learning: bool,
    seen: int | None = None,
) -> MessageDraft:
    """Return a private board, with a tip if the viewer is to move and `learning`.

    :param learning: whether the viewer gets tips (`PersonalSettingsService.gets_tips`).
    :param board_view, seen: as for `board_views.board`.
    """
    board_view = board_view or kept_view(viewer)
    shown = board(game, viewer, board_view, seen=seen)
    learns = learning and game.waits_for(viewer.user_id)
    advice = _advice(game, shown.board_image) if learns else Tip("")
    if not advice.text:
        return shown
    image = shown.board_image
    if board_view is BoardView.PLAIN:
        image = _with_marks(image, advice)
    return replace(
        shown,
        content=f"{shown.content}\n{advice.text}",
        board_image=image,
        rows=_rows_with_switch(shown, game, board_view.value, to="off"),
    )


def with_tips(game: GameView, viewer: Viewer, where: str, *, learning: bool) -> MessageDraft:
    """Return the move panel as it opens or a board view, with a tip for a `learning` viewer.

    Without a tip, it says that tips are on.

    :param where: `PANEL`, or the value of a `BoardView`.
    :raises OldComponent: when `where` is none of these.
    """
    shown = _shown(game, viewer, where, learning=learning)
    if learning and shown != _shown(game, viewer, where, learning=False):
        return shown
    return replace(shown, content=f"{shown.content}\n{lessons.TIPS_ARE_ON()}")


def without_tips(game: GameView, viewer: Viewer, where: str) -> MessageDraft:
    """Return the move panel as it opens or a board view, without a tip.

    A button on the message turns tips on again.

    :param where: `PANEL`, or the value of a `BoardView`.
    :raises OldComponent: when `where` is none of these.
    """
    shown = _shown(game, viewer, where, learning=False)
    return replace(
        shown,
        content=f"{shown.content}\n{lessons.TIPS_ARE_OFF()}",
        rows=_rows_with_switch(shown, game, where, to="on"),
    )


def _shown(game: GameView, viewer: Viewer, where: str, *, learning: bool) -> MessageDraft:
    if where == PANEL:
        return panel_with_tip(game, viewer, learning=learning)
    return board_with_tip(game, viewer, parse_choice(BoardView, where), learning=learning)


def _advice(game: GameView, image: BoardImage | None) -> Tip:
    """Return the tip for a game's position, worded for a picture or for a board as text.

    :param image: the picture; None if the board is shown as text.
    """
    if image is None:
        return find_tip(game.position, pictured=False)
    return find_tip(game.position, _numbers(image))


def _numbers(image: BoardImage) -> dict[Cell, int]:
    """Return, by cell of a picture, the number of the button that a beginner presses for it.

    If the picture numbers zones instead of cells, it is the number of the cell's zone.
    """
    topology = image.position.topology
    numbers: dict[Cell, int] = {}
    for overlay in image.overlays:
        match overlay:
            case Candidates(cells):
                numbers |= {cell: number for number, cell in enumerate(cells, start=1)}
            case TapZones() if len(topology) > MOST:  # on smaller boards the buttons name cells
                for zone in zones(topology, image.display_settings.orientation):
                    numbers |= dict.fromkeys(bits(zone.cells), int(zone.label))
            case _:  # the others number no buttons
                pass
    return numbers


def _with_marks(image: BoardImage | None, advice: Tip) -> BoardImage | None:
    """Return a picture with the group and the cells of a tip marked, if the tip names any."""
    if image is None or advice.marked is None:
        return image
    marks = DangerOverlay((advice.marked,), advice.chance)
    return replace(image, overlays=(marks, *image.overlays))


def _rows_with_switch(
    shown: MessageDraft, game: GameView, where: str, *, to: str
) -> tuple[Row, ...]:
    """Return the controls of a message, with a button added that turns tips on or off.

    :param where: `PANEL`, or the value of a `BoardView`.
    :param to: `on` or `off`.
    """
    label = lessons.TIPS_OFF() if to == "off" else lessons.TIPS_ON()
    button = Button(ComponentId("tips", game.id, game.revision, f"{to} {where}"), label)
    if where == PANEL:
        *rows, last = shown.rows
        return (*rows, *rows_of_five((button, *last)))
    return (*shown.rows, (button,))
