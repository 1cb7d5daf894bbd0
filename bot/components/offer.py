"""Offer: the button opens a form for the number, the form makes the offer."""

import re

from bot.answers import ask
from bot.errors import UnreadableMove
from bot.messages.controls import offer_form
from bot.messages.post import Form
from bot.press import Handlers, Press, game_to_move, make_move
from bot.texts import why_not

# the parser of moves reads no more digits
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII)


async def open_form(press: Press) -> None:
    await ask(press.interaction, await form_of_offer(press))


async def form_of_offer(press: Press) -> Form:
    return offer_form(await game_to_move(press))


async def submit(press: Press) -> None:
    typed = press.entered.strip()
    # anything else would be refused as a move, by words about cells
    if _NUMBER.fullmatch(typed) is None:
        raise UnreadableMove(press.entered, why_not.NOT_A_NUMBER)
    await make_move(press, f"offer {int(typed)}")


HANDLERS: Handlers = {"offer": open_form, "offer-form": submit}
