"""/board: show the board of a game, in one of several views."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.game_controls import BoardView
from bot.ui.autocomplete import my_games
from bot.ui.components.which_game import act_on_game
from bot.words import labels

VIEWS = [
    app_commands.Choice(name=labels.BOARD_VIEWS[look][0](), value=look.value) for look in BoardView
]


@app_commands.command(name="board", description=labels.BOARD_COMMAND())
@app_commands.describe(game=labels.GAME_ARGUMENT(), view=labels.BOARD_VIEW())
@app_commands.autocomplete(game=my_games)
@app_commands.choices(view=VIEWS)
@with_request
async def command(request: Request, game: str | None = None, view: str | None = None) -> None:
    await act_on_game(request, "board", game, view or "", to_see=True)
