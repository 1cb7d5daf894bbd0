"""Menu of the games that a command could mean; a choice repeats the command in that game."""

from bot.messages.component_ids import OldComponent
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.game_commands import ACTIONS, act_on_game


async def choose_game(request: ComponentRequest) -> None:
    command, _, argument = request.id.value.partition(" ")
    if command not in ACTIONS:
        raise OldComponent
    await act_on_game(request, command, request.entered, argument)


HANDLERS: Handlers = {"which": choose_game}
