"""The menu under a board: show it to one person in another way."""

from bot.answers import settle
from bot.desk import viewer
from bot.ids import one_of
from bot.messages.controls import Look
from bot.messages.looks import board
from bot.press import Handlers, Press


async def look(press: Press) -> None:
    desk = press.desk
    game = await desk.services.games.watch(press.actor, press.id.subject)
    chosen = one_of(Look, press.entered)
    shown = desk.pictures.show(board, game, await viewer(press.interaction), chosen)
    await settle(press.interaction, shown)


HANDLERS: Handlers = {"look": look}
