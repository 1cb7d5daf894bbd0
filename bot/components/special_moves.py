"""Swap, Komi, Hold and the choice of a colour: one press is the move."""

from bot.press import Handlers, Press, show_played


async def named(press: Press) -> None:
    """Play what the kind of the button says: swap, komi, hold."""
    await _play(press, press.id.kind)


async def choose(press: Press) -> None:
    """Play what the value of the button says: black, white."""
    await _play(press, press.id.value)


async def _play(press: Press, move: str) -> None:
    done = await press.desk.services.games.play(
        press.actor, press.id.subject, move, ply=press.id.ply
    )
    await show_played(press, done)


HANDLERS: Handlers = {"swap": named, "komi": named, "hold": named, "choose": choose}
