"""Tap to move: the private message that the Move button opens, edited in place until played."""

from collections.abc import Callable
from functools import wraps

from bot.context.app_context import viewer
from bot.errors import GameOver, NotYourTurn, StaleButton
from bot.errors.error_text import refusal
from bot.messages.beginner_hints import panel_with_hint
from bot.messages.board_views import board
from bot.messages.game_controls import BoardView, move_form
from bot.messages.message_draft import MessageDraft
from bot.messages.move_panel import cancelled, needs_preview, preview_panel, zone_panel
from bot.messages.outgoing_message import Form
from bot.services.views import GameView
from bot.ui.component_router import Handler, Handlers, Press, game_to_move, make_move
from bot.ui.responses import ask, settle
from bot.words.moves import played_already
from rules.moves import format_move


def following(handler: Handler) -> Handler:
    """On a panel whose game has moved on, say so and show the board as it is now."""

    @wraps(handler)
    async def follow(press: Press) -> None:
        try:
            await handler(press)
        except (StaleButton, NotYourTurn, GameOver) as error:
            game = await press.context.services.games.get(
                press.id.subject, viewer_id=press.actor.user_id
            )
            already = _has_played(game, press)
            note = played_already(press.id.value) if already else refusal(error)
            person = await viewer(press.interaction)
            await settle(
                press.interaction,
                press.context.pictures.render(board, game, person, BoardView.PLAIN, note),
            )

    return follow


def _has_played(game: GameView, press: Press) -> bool:
    """Say whether a person has tapped twice: the stone is on the board by their own last turn."""
    last = game.position.last_turn
    if last is None or last.by is not game.colour_of(press.actor.user_id):
        return False
    return press.id.value in (format_move(move, game.position.topology) for move in last.moves)


async def open_panel(press: Press) -> None:
    game, person = await game_to_move(press), await viewer(press.interaction)
    learning = await press.context.services.players.learning(person.user_id, game.id)
    shown = press.context.pictures.render(panel_with_hint, game, person, learning=learning)
    await settle(press.interaction, shown)


@following
async def zones(press: Press) -> None:
    await open_panel(press)


@following
async def zone(press: Press) -> None:
    await _panel(press, zone_panel, press.id.value)


@following
async def cell(press: Press) -> None:
    game, person = await game_to_move(press, exactly=True), await viewer(press.interaction)
    if await press.context.pictures.run(needs_preview, game, person, press.id.value):
        await _panel(press, preview_panel, press.id.value)
    else:
        await make_move(press, press.id.value)


@following
async def surely(press: Press) -> None:
    await make_move(press, press.id.value)


async def cancel(press: Press) -> None:
    game = await press.context.services.games.get(press.id.subject, viewer_id=press.actor.user_id)
    person = await viewer(press.interaction)
    await settle(press.interaction, press.context.pictures.render(cancelled, game, person))


@following
async def type_it(press: Press) -> None:
    await ask(press.interaction, await form_of_move(press))


async def form_of_move(press: Press) -> Form:
    return move_form(await game_to_move(press))


async def _panel(press: Press, make: Callable[..., MessageDraft], *values: str) -> None:
    game, person = await game_to_move(press), await viewer(press.interaction)
    await settle(press.interaction, press.context.pictures.render(make, game, person, *values))


HANDLERS: Handlers = {
    "move": open_panel,
    "zones": zones,
    "zone": zone,
    "cell": cell,
    "sure": surely,
    "cancel": cancel,
    "type": type_it,
}
