"""/export: send the record of a game, and its page, as files."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.game_page import exported
from bot.ui.autocomplete import all_my_games
from bot.ui.game_files import make_game_files
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="export", description=labels.EXPORT_COMMAND())
@app_commands.describe(game=labels.ANY_GAME())
@app_commands.autocomplete(game=all_my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    game_id = await request.services.games.resolve(request.actor, game, to_see=True)
    await reply(request, make_game_files(request, exported, game_id))
