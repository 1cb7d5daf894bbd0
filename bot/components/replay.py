"""The steps of a replay, and the whole game as a moving picture."""

from bot.answers import answers_apart, reply, settle
from bot.desk import viewer
from bot.messages.replaying import moving_picture, step
from bot.press import Handlers, Press


async def go(press: Press) -> None:
    game = await press.desk.services.games.watch(press.actor, press.id.subject)
    person = await viewer(press.interaction)
    await settle(press.interaction, press.desk.pictures.show(step, game, person, press.id.number))


async def reel(press: Press) -> None:
    answers_apart(press.interaction)
    game = await press.desk.services.games.watch(press.actor, press.id.subject)
    person = await viewer(press.interaction)
    await reply(press.interaction, press.desk.pictures.show_long(moving_picture, game, person))


HANDLERS: Handlers = {"step": go, "reel": reel}
