"""/undo: ask for confirmation, which components/undo.py handles."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.ui.autocomplete import my_games
from bot.ui.components.undo import ask_to_undo
from bot.words import labels


@app_commands.command(name="undo", description=labels.UNDO_COMMAND())
@app_commands.describe(game=labels.GAME_ARGUMENT())
@app_commands.autocomplete(game=my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    games = request.services.games
    game_id = await games.resolve(request.actor, game)
    await ask_to_undo(request, game_id)
