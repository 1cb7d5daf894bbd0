"""No more hints: remembered, and the message goes on without."""

from bot.answers import settle
from bot.components.tap import following
from bot.desk import viewer
from bot.messages.coaching import without_hints
from bot.press import Handlers, Press, game_to_move, own_game


@following
async def off(press: Press) -> None:
    await own_game(press)
    await press.desk.services.players.prefer(press.actor, "hints", "off")
    game, person = await game_to_move(press), await viewer(press.interaction)
    shown = press.desk.pictures.show(without_hints, game, person, press.id.value)
    await settle(press.interaction, shown)


HANDLERS: Handlers = {"hints-off": off}
