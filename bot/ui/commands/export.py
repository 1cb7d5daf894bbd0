"""/export: send the record of a game as files."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.replay import exported
from bot.ui.autocomplete import all_my_games
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="export", description=labels.EXPORT_COMMAND)
@app_commands.describe(game=labels.ANY_GAME)
@app_commands.autocomplete(game=all_my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    request.pictures.charge()
    game_id = await request.services.games.resolve(request.actor, game, to_see=True)
    view = await request.services.games.watch(request.actor, game_id)
    record = await request.services.history.record(game_id)
    await reply(request, request.pictures.run_long(exported, view.id, record))
