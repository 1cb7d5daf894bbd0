"""The form in which a move is typed."""

from bot.ui.component_router import Handlers, Press
from bot.ui.moves import play_typed
from bot.ui.responses import settle


async def submit(press: Press) -> None:
    answer = play_typed(
        press.interaction, press.id.subject, press.entered, revision=press.id.number
    )
    await settle(press.interaction, answer)


HANDLERS: Handlers = {"move-form": submit}
