"""Panel in which a spectator guesses the next turn."""

from functools import partial

from bot.messages.move_panel import first_panel, zone_panel
from bot.ui.component_router import ComponentRequest
from bot.ui.responses import edit_or_reply
from bot.words import watching


async def open_guess(request: ComponentRequest, zone: str = "") -> None:
    """Show the whole board, or one zone of it, to a spectator who chooses a cell.

    :param zone: the value that `zone_panel` reads.
    """
    game, guess = await request.services.guesses.open(
        request.actor, request.id.target_id, revision=request.id.number
    )
    note, viewer = watching.choose_guess(game.id, guess), await request.viewer()
    panel = partial(zone_panel, value=zone) if zone else first_panel
    await edit_or_reply(request, request.pictures.render(panel, game, viewer, note=note))
