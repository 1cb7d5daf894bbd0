"""Komi offer: a button that opens a form for the komi, and the form itself."""

from bot.messages.game_controls import offer_form
from bot.messages.outgoing_message import Form
from bot.ui.component_router import ComponentRequest, Handlers, game_to_move
from bot.ui.moves import make_typed_move
from bot.ui.responses import open_form


async def open_offer_form(request: ComponentRequest) -> None:
    await open_form(request, await make_offer_form(request))


async def make_offer_form(request: ComponentRequest) -> Form:
    return offer_form(await game_to_move(request))


async def submit(request: ComponentRequest) -> None:
    """Play the number typed in the form as a komi offer.

    In this phase of a game, the parser of moves reads a number as an offer.
    """
    await make_typed_move(request, request.entered)


HANDLERS: Handlers = {"offer": open_offer_form, "offer-form": submit}
