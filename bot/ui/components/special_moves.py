"""Buttons of moves without a cell: komi, hold, choice of a colour, swap with confirmation."""

from bot.messages.confirmations import swap_question
from bot.ui.component_router import ComponentRequest, Handlers, game_to_move
from bot.ui.moves import make_move, make_typed_move
from bot.ui.responses import edit_or_reply


async def play_kind(request: ComponentRequest) -> None:
    """Play the move named by the kind of the button: komi or hold."""
    await make_typed_move(request, request.id.kind)


async def ask_to_swap(request: ComponentRequest) -> None:
    game = await game_to_move(request)
    await edit_or_reply(request, request.pictures.render(swap_question, game))


async def swap(request: ComponentRequest) -> None:
    await make_move(request, "swap")


async def choose_colour(request: ComponentRequest) -> None:
    """Play the choice of colour that the button's value names: black or white."""
    await make_typed_move(request, request.id.value)


HANDLERS: Handlers = {
    "swap": ask_to_swap,
    "swap-yes": swap,
    "komi": play_kind,
    "hold": play_kind,
    "choose": choose_colour,
}
