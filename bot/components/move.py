"""The form in which a move is typed."""

from bot.answers import settle
from bot.desk import viewer
from bot.messages.tapping import preview_panel, shows_typed
from bot.press import Handlers, Press, show_played


async def submit(press: Press) -> None:
    game = await press.desk.services.games.get(press.id.subject)
    person = await viewer(press.interaction)
    if game.stamp == press.id.ply and shows_typed(game, person, press.entered):
        shown = press.desk.pictures.show(preview_panel, game, person, press.entered)
        await settle(press.interaction, shown)
        return
    done = await press.desk.services.games.play(
        press.actor, press.id.subject, press.entered, ply=press.id.ply
    )
    await show_played(press, done)


HANDLERS: Handlers = {"move-form": submit}
