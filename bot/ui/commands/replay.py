"""/replay: go through a game turn by turn."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.replay import step
from bot.ui.autocomplete import all_my_games
from bot.ui.game_commands import act_on_game, action_of
from bot.ui.responses import edit_or_reply
from bot.words import labels


@action_of("replay")
async def _show(request: Request, game_id: int, _argument: str) -> None:
    game = await request.services.games.get_visible(request.actor, game_id)
    comments = await request.services.published_lines.comments(request.actor, game_id)
    viewer = await request.viewer()
    await edit_or_reply(request, request.pictures.render(step, game, viewer, None, comments))


@app_commands.command(name="replay", description=labels.REPLAY_COMMAND())
@app_commands.describe(game=labels.ANY_GAME())
@app_commands.autocomplete(game=all_my_games)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    await act_on_game(request, "replay", game, may_watch=True)
