"""/move: play a move by typing it."""

from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.messages.game_controls import LONGEST_TURN
from bot.ui.autocomplete import legal_cells, my_games
from bot.ui.moves import play_typed
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="move", description=labels.MOVE_COMMAND)
@app_commands.describe(cell=labels.MOVE_CELL, game=labels.GAME_ARGUMENT)
@app_commands.autocomplete(cell=legal_cells, game=my_games)
async def command(
    interaction: Interaction,
    cell: app_commands.Range[str, 1, LONGEST_TURN],
    game: str | None = None,
) -> None:
    games = interaction.client.context.services.games
    game_id = await games.resolve(actor(interaction), game)
    await reply(interaction, play_typed(interaction, game_id, cell))
