"""/undo: ask a player to confirm an undo; components/undo.py handles the response."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.ui.autocomplete import my_games
from bot.ui.components.undo import ask_to_undo
from bot.ui.game_commands import act_on_game, action_of
from bot.words import labels


@action_of("undo")
async def _ask(request: Request, game_id: int, _argument: str) -> None:
    await ask_to_undo(request, game_id)


@app_commands.command(name="undo", description=labels.UNDO_COMMAND())
@app_commands.describe(game=labels.GAME_ARGUMENT())
@app_commands.autocomplete(game=my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    await act_on_game(request, "undo", game)
