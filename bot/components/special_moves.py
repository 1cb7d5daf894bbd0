"""Swap, Komi, Hold and the choice of a colour: one press is the move."""

from bot.answers import reply
from bot.press import Handlers, Press


async def named(press: Press) -> None:
    """Play what the kind of the button says: swap, komi, hold."""
    await _play(press, press.id.kind)


async def choose(press: Press) -> None:
    """Play what the value of the button says: black, white."""
    await _play(press, press.id.value)


async def _play(press: Press, move: str) -> None:
    played = await press.desk.services.games.play(
        press.actor, press.id.subject, move, ply=press.id.ply
    )
    await reply(press.interaction, press.desk.presenter.played(played))


HANDLERS: Handlers = {"swap": named, "komi": named, "hold": named, "choose": choose}
