"""Offer: the button opens a form for the number, the form makes the offer."""

from bot.answers import ask
from bot.messages.controls import offer_form
from bot.press import Handlers, Press, game_to_move, make_move


async def open_form(press: Press) -> None:
    await ask(press.interaction, offer_form(await game_to_move(press)))


async def submit(press: Press) -> None:
    await make_move(press, f"offer {press.entered}")


HANDLERS: Handlers = {"offer": open_form, "offer-form": submit}
