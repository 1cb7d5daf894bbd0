"""Private panel in which a spectator guesses the next turn: choose a zone, choose a cell."""

from bot.messages.move_panel import guess_kept, zone_panel
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.guesses import open_guess
from bot.ui.responses import edit_or_reply
from bot.words import watching


async def show_zone(request: ComponentRequest) -> None:
    game, guess = await request.services.guesses.open(
        request.actor, request.id.target_id, revision=request.id.number
    )
    note, viewer = watching.choose_guess(game.id, guess), await request.viewer()
    shown = request.pictures.render(zone_panel, game, viewer, request.id.value, note)
    await edit_or_reply(request, shown)


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
