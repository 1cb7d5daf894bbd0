"""Private panel in which a spectator guesses the next turn by a zone and then a cell."""

from functools import partial

from bot.messages.move_panel import first_panel, guess_kept, zone_panel
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply
from bot.words import watching


async def open_guess(request: ComponentRequest, zone: str = "") -> None:
    """Show the whole board, or one zone of it, to a spectator who chooses a cell.

    :param zone: a value for `zone_panel`; empty for the whole board.
    """
    game, guess = await request.services.guesses.open(
        request.actor, request.id.target_id, revision=request.id.number
    )
    note, viewer = watching.choose_guess(game.id, guess), await request.viewer()
    panel = partial(zone_panel, value=zone) if zone else first_panel
    await edit_or_reply(request, request.pictures.render(panel, game, viewer, note=note))


async def show_zone(request: ComponentRequest) -> None:
    await open_guess(request, request.id.value)


async def tap_cell(request: ComponentRequest) -> None:
    cell, asked = request.id.value, (request.actor, request.id.target_id)
    game = await request.services.guesses.guess(*asked, cell, revision=request.id.number)
    viewer = await request.viewer()
    await edit_or_reply(request, request.pictures.render(guess_kept, game, viewer, cell))


HANDLERS: Handlers = {
    "guess-zones": open_guess,
    "guess-zone": show_zone,
    "guess-cell": tap_cell,
}
