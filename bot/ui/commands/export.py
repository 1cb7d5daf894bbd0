"""/export: send a game's record and web page as files."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.ui.autocomplete import all_my_games
from bot.ui.components.which_game import act_on_game
from bot.words import labels


@app_commands.command(name="export", description=labels.EXPORT_COMMAND())
@app_commands.describe(game=labels.ANY_GAME())
@app_commands.autocomplete(game=all_my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    await act_on_game(request, "export", game, to_see=True)
