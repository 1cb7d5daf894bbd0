"""Komi, Hold and the choice of a colour, moves by one press; and Swap, which asks first."""

from bot.messages.confirmations import swap_question
from bot.ui.component_router import Handlers, Press, game_to_move, make_move
from bot.ui.responses import settle


async def named(press: Press) -> None:
    """Play what the kind of the button says: komi, hold."""
    await make_move(press, press.id.kind)


async def ask_swap(press: Press) -> None:
    game = await game_to_move(press)
    await settle(press.interaction, press.context.pictures.render(swap_question, game))


async def swap(press: Press) -> None:
    await make_move(press, "swap")


async def choose(press: Press) -> None:
    """Play what the value of the button says: black, white."""
    await make_move(press, press.id.value)


HANDLERS: Handlers = {
    "swap": ask_swap,
    "swap-yes": swap,
    "komi": named,
    "hold": named,
    "choose": choose,
}
