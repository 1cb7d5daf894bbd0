"""Private panel in which a spectator guesses the next turn: choose a zone, choose a cell."""

from bot.messages.move_panel import guess_kept
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.guesses import open_guess
from bot.ui.responses import edit_or_reply


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
