"""/try: open the try-board of a game."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.try_board import try_board
from bot.ui.autocomplete import all_my_games
from bot.ui.game_commands import act_on_game, action_of
from bot.ui.responses import edit_or_reply
from bot.words import labels
from bot.words.try_board import TRY_COMMAND


@action_of("try")
async def _open_board(request: Request, game_id: int, _argument: str) -> None:
    view = await request.services.try_board.open(request.actor, game_id)
    await edit_or_reply(request, request.pictures.render(try_board, view, await request.viewer()))


@app_commands.command(name="try", description=TRY_COMMAND())
@app_commands.describe(game=labels.ANY_GAME())
@app_commands.autocomplete(game=all_my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    await act_on_game(request, "try", game, may_watch=True)
