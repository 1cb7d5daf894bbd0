"""Offer: the button opens a form for the number, the form makes the offer."""

from bot.answers import ask
from bot.messages.controls import offer_form
from bot.press import Handlers, Press, game_to_move, show_played


async def open_form(press: Press) -> None:
    await ask(press.interaction, offer_form(await game_to_move(press)))


async def submit(press: Press) -> None:
    done = await press.desk.services.games.play(
        press.actor, press.id.subject, f"offer {press.entered}", ply=press.id.ply
    )
    await show_played(press, done)


HANDLERS: Handlers = {"offer": open_form, "offer-form": submit}
