"""The form in which a move is typed."""

from bot.answers import settle
from bot.press import Handlers, Press
from bot.typed import answer_typed


async def submit(press: Press) -> None:
    answer = answer_typed(press.interaction, press.id.subject, press.entered, ply=press.id.ply)
    await settle(press.interaction, answer)


HANDLERS: Handlers = {"move-form": submit}
