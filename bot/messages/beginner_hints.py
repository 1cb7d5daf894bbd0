"""Hints for beginners, added to private move panels and boards but never to public messages."""

from dataclasses import replace

from bot.learning.hints import Hint, find_hint
from bot.learning.move_effects import DangerOverlay
from bot.messages.board_views import board
from bot.messages.cell_buttons import rows_of_five
from bot.messages.component_ids import ComponentId, parse_choice
from bot.messages.game_controls import BoardView
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import Button
from bot.services.views import GameView
from bot.words import lessons
from renderer.overlays.candidates import Candidates
from rules.values import Danger

PANEL, BOARD = "panel", "board"


def panel_with_hint(game: GameView, viewer: Viewer, *, learning: bool) -> MessageDraft:
    """Return the first move panel; a beginner gets a hint and a button to turn hints off."""
    panel = first_panel(game, viewer)
    advice = find_hint(game.position) if learning else Hint("")
    if not advice.text:
        return panel
    *rows, last = panel.rows
    return replace(
        panel,
        content=f"{panel.content}\n{advice.text}",
        board_image=_with_marks(panel.board_image, advice.marked),
        rows=(*rows, *rows_of_five((_hints_off_button(game, PANEL), *last))),
    )


def board_with_hint(
    game: GameView,
    viewer: Viewer,
    board_view: BoardView,
    *,
    learning: bool,
    seen: int | None = None,
) -> MessageDraft:
    """Return a private board, with a hint if the viewer is a beginner and to move.

    :param seen: see `board`.
    """
    shown = board(game, viewer, board_view, seen=seen)
    learns = learning and game.waits_for(viewer.user_id)
    advice = find_hint(game.position) if learns else Hint("")
    if not advice.text:
        return shown
    marked = advice.marked if board_view is BoardView.PLAIN else None
    return replace(
        shown,
        content=f"{shown.content}\n{advice.text}",
        board_image=_with_marks(shown.board_image, marked),
        rows=(*shown.rows, (_hints_off_button(game, board_view.value),)),
    )


def without_hints(game: GameView, viewer: Viewer, where: str) -> MessageDraft:
    """Return the same message without its hint, and with how to turn hints on again.

    :param where: PANEL, or the name of a board view; BOARD in buttons of old messages.
    :raises OldComponent: when `where` is none of these.
    """
    if where == PANEL:
        shown = first_panel(game, viewer)
    else:
        shown = board(
            game, viewer, BoardView.PLAIN if where == BOARD else parse_choice(BoardView, where)
        )
    return replace(shown, content=f"{shown.content}\n{lessons.HINTS_ARE_OFF()}")


def _with_marks(image: BoardImage | None, marked: Danger | None) -> BoardImage | None:
    """Return a panel's picture in which the group and the cells of a hint are marked."""
    if image is None or marked is None:
        return image
    overlays = (
        replace(each, urgent=marked.cells) if isinstance(each, Candidates) else each
        for each in image.overlays
    )
    return replace(image, overlays=(DangerOverlay((marked,)), *overlays))


def _hints_off_button(game: GameView, where: str) -> Button:
    return Button(ComponentId("hints-off", game.id, game.revision, where), lessons.NO_MORE_HINTS())
