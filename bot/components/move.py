"""The form in which a move is typed."""

from bot.press import Handlers, Press, show_played


async def submit(press: Press) -> None:
    done = await press.desk.services.games.play(
        press.actor, press.id.subject, press.entered, ply=press.id.ply
    )
    await show_played(press, done)


HANDLERS: Handlers = {"move-form": submit}
