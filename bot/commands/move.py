"""/move: play a move by typing it."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, actor
from bot.messages.controls import LONGEST_TURN
from bot.playing import play_typed
from bot.suggestions import legal_cells, my_games
from bot.texts import labels


@app_commands.command(name="move", description=labels.MOVE_COMMAND)
@app_commands.describe(cell=labels.MOVE_CELL, game=labels.GAME_ARGUMENT)
@app_commands.autocomplete(cell=legal_cells, game=my_games)
async def command(
    interaction: Interaction,
    cell: app_commands.Range[str, 1, LONGEST_TURN],
    game: str | None = None,
) -> None:
    games = interaction.client.desk.services.games
    game_id = await games.resolve(actor(interaction), game)
    await reply(interaction, play_typed(interaction, game_id, cell))
