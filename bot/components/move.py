"""The form in which a move is typed."""

from bot.answers import settle
from bot.playing import play_typed
from bot.press import Handlers, Press


async def submit(press: Press) -> None:
    answer = play_typed(press.interaction, press.id.subject, press.entered, stamp=press.id.number)
    await settle(press.interaction, answer)


HANDLERS: Handlers = {"move-form": submit}
