"""/replay: go through a game turn by turn."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.replay import step
from bot.ui.autocomplete import all_my_games
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="replay", description=labels.REPLAY_COMMAND())
@app_commands.describe(game=labels.ANY_GAME())
@app_commands.autocomplete(game=all_my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    game_id = await request.services.games.resolve(request.actor, game, to_see=True)
    view = await request.services.games.watch(request.actor, game_id)
    await reply(request, request.pictures.render(step, view, await request.viewer()))
