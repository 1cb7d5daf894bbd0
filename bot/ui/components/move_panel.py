"""Move panel: the private message that the Move button opens, edited until a move is played."""

from collections.abc import Callable
from functools import wraps

from bot.errors.error_text import refusal
from bot.errors.refusals import GameOver, NotYourTurn, StaleButton
from bot.messages.beginner_tips import panel_with_tip, zone_with_tip
from bot.messages.board_views import board
from bot.messages.game_controls import move_form
from bot.messages.message_draft import MessageDraft
from bot.messages.move_panel import cancelled, needs_preview, preview_panel
from bot.messages.outgoing_message import Form
from bot.services.values.views import GameView
from bot.ui.component_router import ComponentRequest, Handler, Handlers, game_to_move
from bot.ui.moves import make_move, make_typed_move
from bot.ui.responses import edit_or_reply, open_form, show_private_board
from bot.words.moves import played_already
from rules.moves import format_move


def refreshing(handler: Handler) -> Handler:
    """Wrap a handler: if its panel is outdated, show the current board and the reason instead."""

    @wraps(handler)
    async def refresh(request: ComponentRequest) -> None:
        try:
            await handler(request)
        except (StaleButton, NotYourTurn, GameOver) as error:
            game = await request.services.games.get(
                request.id.target_id, viewer_id=request.actor.user_id
            )
            already = _has_played(game, request)
            note = played_already(request.id.value) if already else refusal(error)
            viewer = await request.viewer()
            show_private_board(request, game)
            await edit_or_reply(
                request,
                request.pictures.render(board, game, viewer, None, note),
            )

    return refresh


def _has_played(game: GameView, request: ComponentRequest) -> bool:
    """Return whether the tapped cell is in the actor's last turn, as after a double tap."""
    last = game.position.last_turn
    if last is None or last.by is not game.colour_of(request.actor.user_id):
        return False
    return request.id.value in (format_move(move, game.position.topology) for move in last.moves)


async def open_panel(request: ComponentRequest) -> None:
    game, viewer = await game_to_move(request), await request.viewer()
    learning = await request.services.personal_settings.gets_tips(viewer.user_id, game)
    shown = request.pictures.render(panel_with_tip, game, viewer, learning=learning)
    await request.services.last_looks.see_undo(viewer.user_id, game)
    await edit_or_reply(request, shown)


@refreshing
async def show_zones(request: ComponentRequest) -> None:
    await open_panel(request)


async def open_move(request: ComponentRequest) -> None:
    """Respond to the Move button with the move panel; on a private board, in place of the board.

    If the turn of a private board is over, the current board is shown instead.
    """
    message = request.interaction.message
    private = message is not None and message.flags.ephemeral
    await (show_zones if private else open_panel)(request)


@refreshing
async def show_zone(request: ComponentRequest) -> None:
    game, viewer = await game_to_move(request), await request.viewer()
    learning = await request.services.personal_settings.gets_tips(viewer.user_id, game)
    shown = request.pictures.render(
        zone_with_tip, game, viewer, request.id.value, learning=learning
    )
    await edit_or_reply(request, shown)


@refreshing
async def tap_cell(request: ComponentRequest) -> None:
    game, viewer = await game_to_move(request, exactly=True), await request.viewer()
    if await request.pictures.run(needs_preview, game, viewer, request.id.value):
        await _show_panel(request, preview_panel, request.id.value)
    else:
        await make_move(request, request.id.value)


@refreshing
async def confirm(request: ComponentRequest) -> None:
    await make_move(request, request.id.value)


async def cancel(request: ComponentRequest) -> None:
    game = await request.services.games.get(request.id.target_id, viewer_id=request.actor.user_id)
    viewer = await request.viewer()
    show_private_board(request, game)
    await edit_or_reply(request, request.pictures.render(cancelled, game, viewer))


@refreshing
async def open_move_form(request: ComponentRequest) -> None:
    await open_form(request, await make_move_form(request))


async def make_move_form(request: ComponentRequest) -> Form:
    return move_form(await game_to_move(request))


async def submit_move(request: ComponentRequest) -> None:
    await make_typed_move(request, request.entered)


async def _show_panel(
    request: ComponentRequest, make: Callable[..., MessageDraft], *values: str
) -> None:
    game, viewer = await game_to_move(request), await request.viewer()
    await edit_or_reply(request, request.pictures.render(make, game, viewer, *values))


HANDLERS: Handlers = {
    "move": open_move,
    "zones": show_zones,
    "zone": show_zone,
    "cell": tap_cell,
    "sure": confirm,
    "cancel": cancel,
    "type": open_move_form,
    "move-form": submit_move,
}
