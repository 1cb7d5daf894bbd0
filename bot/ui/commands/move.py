"""/move: play a typed move or turn."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.game_controls import LONGEST_TURN
from bot.ui.autocomplete import legal_cells, my_games
from bot.ui.game_commands import act_on_game, action_of
from bot.ui.moves import play_typed
from bot.ui.responses import edit_or_reply
from bot.words import labels
from rules.typed_text import plain


@action_of("move")
async def _play(request: Request, game_id: int, text: str) -> None:
    await edit_or_reply(request, play_typed(request, game_id, text))


@app_commands.command(name="move", description=labels.MOVE_COMMAND())
@app_commands.describe(cell=labels.MOVE_CELL(), game=labels.GAME_ARGUMENT())
@app_commands.autocomplete(cell=legal_cells, game=my_games)
@with_request
async def command(
    request: Request,
    cell: app_commands.Range[str, 1, LONGEST_TURN],
    game: str | None = None,
) -> None:
    await act_on_game(request, "move", game, plain(cell))
