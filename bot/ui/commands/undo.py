"""/undo: ask whether the last turn should be taken back; components/undo.py does it."""

from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.ui.autocomplete import my_games
from bot.ui.confirmations import ask_undo
from bot.words import labels


@app_commands.command(name="undo", description=labels.UNDO_COMMAND)
@app_commands.describe(game=labels.GAME_ARGUMENT)
@app_commands.autocomplete(game=my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    games = interaction.client.context.services.games
    game_id = await games.resolve(actor(interaction), game)
    await ask_undo(interaction, game_id)
