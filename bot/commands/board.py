"""/board: show a game's board to one person."""

from discord import app_commands

from bot import texts
from bot.answers import reply
from bot.desk import Interaction, actor
from bot.suggestions import my_games


@app_commands.command(name="board", description=texts.BOARD_COMMAND)
@app_commands.describe(game=texts.GAME_ARGUMENT)
@app_commands.autocomplete(game=my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    desk = interaction.client.desk
    game_id = await desk.services.games.resolve(actor(interaction), game)
    view = await desk.services.games.get(game_id)
    await reply(interaction, desk.presenter.board(view, interaction.user.id))
