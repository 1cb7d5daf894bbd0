"""Offer: the button opens a form for the number, the form makes the offer."""

from bot.answers import ask
from bot.messages.controls import offer_form
from bot.messages.post import Form
from bot.press import Handlers, Press, game_to_move, make_move


async def open_form(press: Press) -> None:
    await ask(press.interaction, await form_of_offer(press))


async def form_of_offer(press: Press) -> Form:
    return offer_form(await game_to_move(press))


async def submit(press: Press) -> None:
    """Play the number as it was typed: while an offer is due, a move is read so."""
    await make_move(press, press.entered)


HANDLERS: Handlers = {"offer": open_form, "offer-form": submit}
