"""Panel in which a spectator guesses the next turn."""

from bot.messages.move_panel import first_panel
from bot.ui.component_router import ComponentRequest
from bot.ui.responses import edit_or_reply
from bot.words import watching


async def open_guess(request: ComponentRequest) -> None:
    game, guess = await request.services.guesses.open(
        request.actor, request.id.target_id, revision=request.id.number
    )
    note = watching.choose_guess(game.id, guess)
    shown = request.pictures.render(first_panel, game, await request.viewer(), note)
    await edit_or_reply(request, shown)
