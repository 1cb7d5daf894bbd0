"""Offer: the button opens a form for the number, the form makes the offer."""

from bot.messages.game_controls import offer_form
from bot.messages.outgoing_message import Form
from bot.ui.component_router import Handlers, Press, game_to_move, make_move
from bot.ui.responses import ask


async def open_form(press: Press) -> None:
    await ask(press.interaction, await form_of_offer(press))


async def form_of_offer(press: Press) -> Form:
    return offer_form(await game_to_move(press))


async def submit(press: Press) -> None:
    """Play the number as it was typed: while an offer is due, a move is read so."""
    await make_move(press, press.entered)


HANDLERS: Handlers = {"offer": open_form, "offer-form": submit}
