"""/lobby: list the open offers of games, with the user's own offers."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.context.user_install import profile_link
from bot.ui.command_options import GAME_CHOICES
from bot.ui.components.lobby import lobby_is_open, show_lobby
from bot.ui.responses import add_to_refusal, reply
from bot.words import lobby


@app_commands.command(name="lobby", description=lobby.LOBBY_COMMAND())
@app_commands.describe(game=lobby.LOBBY_GAME())
@app_commands.choices(game=GAME_CHOICES)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    if not await lobby_is_open(request):
        add_to_refusal(request, (profile_link(request.client),))
    await reply(request, await show_lobby(request, game_key=game))
