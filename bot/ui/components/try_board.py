"""Buttons of the try-board, one private message; none of them plays a move in the game."""

from collections.abc import Awaitable, Callable
from functools import wraps

from bot.messages.outgoing_message import Form
from bot.messages.try_board import (
    closed,
    delete_question,
    note_form,
    play_question,
    publish_question,
    read_place,
    read_ply,
    try_board,
    type_form,
    zone_panel,
)
from bot.services.use_cases.try_board.try_board import MARKS, LineGone, TryBoardView
from bot.services.values.try_board.tree import TryPlace
from bot.ui.component_router import ComponentRequest, Handler, Handlers
from bot.ui.responses import edit_or_reply, open_form, show_private_board
from bot.words import try_board as words


def reopening(handler: Handler) -> Handler:
    """Wrap a handler of the try-board: if its tried moves were deleted, show the current board.

    A note on the board gives the reason.
    """

    @wraps(handler)
    async def reopen(request: ComponentRequest) -> None:
        try:
            await handler(request)
        except LineGone as gone:
            view = await request.services.try_board.open(request.actor, request.id.target_id)
            await show_board(request, view, gone.sentence)

    return reopen


async def open_board(request: ComponentRequest) -> None:
    ply = read_ply(request.id)
    boards = request.services.try_board
    view = await boards.open(request.actor, request.id.target_id, ply)
    await show_board(request, view)


async def show(request: ComponentRequest) -> None:
    await show_board(request, await _view(request))


async def show_zone(request: ComponentRequest) -> None:
    view, viewer = await _view(request), await request.viewer()
    _, value = read_place(request.id)
    await edit_or_reply(request, request.pictures.render(zone_panel, view, viewer, value))


async def try_move(request: ComponentRequest) -> None:
    """Try the move that a button's id or a form's field names on the try-board."""
    _, value = read_place(request.id)
    await _try(request, request.fields["text"] if request.fields else value)


async def _try(request: ComponentRequest, text: str) -> None:
    place, _ = read_place(request.id)
    boards = request.services.try_board
    await show_board(
        request, await boards.try_move(request.actor, request.id.target_id, place, text)
    )


async def go_back(request: ComponentRequest) -> None:
    await _step(request, request.services.try_board.back)


async def go_forward(request: ComponentRequest) -> None:
    await _step(request, request.services.try_board.forward)


async def choose(request: ComponentRequest) -> None:
    """Carry out the chosen entry of the try-board's menu.

    A number goes to the tried move with this id, a key of `MENU` performs that action, and any
    other text is a move to try.
    """
    place, _ = read_place(request.id)
    chosen, boards = request.entered, request.services.try_board
    if chosen.isdecimal():
        there = await boards.go_to(request.actor, request.id.target_id, place, int(chosen))
        await show_board(request, there)
    elif chosen in MENU:
        await MENU[chosen](request)
    else:
        await _try(request, chosen)


async def open_note_form(request: ComponentRequest) -> None:
    await open_form(request, await make_note_form(request))


async def make_note_form(request: ComponentRequest) -> Form:
    return note_form(await _view(request))


async def submit_note(request: ComponentRequest) -> None:
    place, _ = read_place(request.id)
    boards, note = request.services.try_board, request.fields["note"]
    view = await boards.note(request.actor, request.id.target_id, place, note)
    is_kept = view.node is not None and view.node.note
    await show_board(request, view, words.KEPT_NOTE() if is_kept else words.NO_NOTE())


async def set_mark(request: ComponentRequest) -> None:
    place, _ = read_place(request.id)
    boards, chosen = request.services.try_board, request.entered
    mark = chosen if chosen in MARKS else None
    await show_board(request, await boards.mark(request.actor, request.id.target_id, place, mark))


async def ask_to_delete(request: ComponentRequest) -> None:
    view, viewer = await _view(request), await request.viewer()
    await edit_or_reply(request, request.pictures.render(delete_question, view, viewer))


async def delete(request: ComponentRequest) -> None:
    place, _ = read_place(request.id)
    boards = request.services.try_board
    view = await boards.delete_line(request.actor, request.id.target_id, place)
    await show_board(request, view, words.DELETED())


async def ask_to_publish(request: ComponentRequest) -> None:
    view, viewer = await _view(request), await request.viewer()
    await edit_or_reply(request, request.pictures.render(publish_question, view, viewer))


async def publish(request: ComponentRequest) -> None:
    await request.services.published_lines.publish(request.actor, request.id.target_id)
    await show_done(request, words.PUBLISHED())


async def withdraw(request: ComponentRequest) -> None:
    await request.services.published_lines.withdraw(request.actor, request.id.target_id)
    await show_done(request, words.WITHDRAWN())


async def flip(request: ComponentRequest) -> None:
    await _step(request, request.services.try_board.flip)


async def close(request: ComponentRequest) -> None:
    view, viewer = await _view(request), await request.viewer()
    show_private_board(request, view.game)
    await edit_or_reply(request, request.pictures.render(closed, view, viewer))


async def ask_to_play(request: ComponentRequest) -> None:
    view, viewer = await _view(request), await request.viewer()
    await edit_or_reply(request, request.pictures.render(play_question, view, viewer))


async def open_type_form(request: ComponentRequest) -> None:
    await open_form(request, await make_type_form(request))


async def make_type_form(request: ComponentRequest) -> Form:
    return type_form(await _view(request))


async def _step(request: ComponentRequest, step: Callable[..., Awaitable[TryBoardView]]) -> None:
    place, _ = read_place(request.id)
    await show_board(request, await step(request.actor, request.id.target_id, place))


async def _view(request: ComponentRequest) -> TryBoardView:
    place: TryPlace
    place, _ = read_place(request.id)
    return await request.services.try_board.show(request.actor, request.id.target_id, place)


async def show_board(request: ComponentRequest, view: TryBoardView, note: str = "") -> None:
    """Respond with the try-board, in place of the private message or in a new one.

    :param note: a line about the latest action.
    """
    viewer = await request.viewer()
    await edit_or_reply(request, request.pictures.render(try_board, view, viewer, note))


async def show_done(request: ComponentRequest, note: str) -> None:
    """Respond with the try-board after a change is stored, although its place may be gone.

    :param note: the line that says what was done.
    """
    try:
        view = await _view(request)
    except LineGone:
        view = await request.services.try_board.open(request.actor, request.id.target_id)
    await show_board(request, view, note)


MENU: Handlers = {
    "type": open_type_form,
    "note": open_note_form,
    "good": set_mark,
    "bad": set_mark,
    "unmark": set_mark,
    "delete": ask_to_delete,
    "flip": flip,
    "withdraw": withdraw,
    "publish": ask_to_publish,
    "close": close,
}

HANDLERS: Handlers = {
    "try": open_board,
    **{
        kind: reopening(handler)
        for kind, handler in {
            "try-show": show,
            "try-zone": show_zone,
            "try-cell": try_move,
            "try-move": try_move,
            "try-type": open_type_form,
            "try-type-form": try_move,
            "try-back": go_back,
            "try-forward": go_forward,
            "try-menu": choose,
            "try-note-form": submit_note,
            "try-delete-yes": delete,
            "try-publish-yes": publish,
            "try-play": ask_to_play,
        }.items()
    },
}
