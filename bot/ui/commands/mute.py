"""/mute: turn the notifications of one game off or on."""

from discord import app_commands

from bot.context.request import Request, with_request
from bot.ui.autocomplete import my_games
from bot.ui.components.which_game import MUTED, UNMUTED, act_on_game
from bot.words import clocks, labels


@app_commands.command(name="mute", description=clocks.MUTE_COMMAND())
@app_commands.describe(game=labels.GAME_ARGUMENT(), muted=clocks.MUTE_MUTED())
@app_commands.autocomplete(game=my_games)
@with_request
async def command(request: Request, game: str | None = None, muted: bool = True) -> None:  # noqa: FBT001, FBT002 - so discord.py reads options
    await act_on_game(request, "mute", game, MUTED if muted else UNMUTED)
