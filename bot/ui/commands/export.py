"""/export: send a game's record and web page as files."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.game_page import exported
from bot.ui.autocomplete import all_my_games
from bot.ui.game_commands import act_on_game, action_of
from bot.ui.game_files import make_game_files
from bot.ui.responses import edit_or_reply
from bot.words import labels


@action_of("export")
async def _send(request: Request, game_id: int, _argument: str) -> None:
    await edit_or_reply(request, make_game_files(request, exported, game_id))


@app_commands.command(name="export", description=labels.EXPORT_COMMAND())
@app_commands.describe(game=labels.ANY_GAME())
@app_commands.autocomplete(game=all_my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    await act_on_game(request, "export", game, may_watch=True)
