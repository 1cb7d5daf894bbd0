"""/lobby: show offers of games by other people and one's own."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.ui.command_options import GAME_CHOICES
from bot.ui.components.lobby import show_lobby
from bot.ui.responses import reply
from bot.words import lobby


@app_commands.command(name="lobby", description=lobby.LOBBY_COMMAND())
@app_commands.describe(game=lobby.LOBBY_GAME())
@app_commands.choices(game=GAME_CHOICES)
@with_request
async def command(request: Request, game: str | None = None) -> None:
    await reply(request, await show_lobby(request, game_key=game))
