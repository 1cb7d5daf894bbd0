"""Move: the button opens a form in which the move is typed, the form plays it."""

from bot.answers import ask, reply
from bot.controls import move_form
from bot.press import Handlers, Press, game_to_move


async def open_form(press: Press) -> None:
    await ask(press.interaction, move_form(await game_to_move(press)))


async def submit(press: Press) -> None:
    played = await press.desk.services.games.play(
        press.actor, press.id.subject, press.entered, ply=press.id.ply
    )
    await reply(press.interaction, press.desk.presenter.played(played))


HANDLERS: Handlers = {"move": open_form, "move-form": submit}
