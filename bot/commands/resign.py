"""/resign: ask whether a game should be given up; components/resign.py does it."""

from discord import app_commands

from bot import presenter, texts
from bot.answers import reply
from bot.desk import Interaction, actor
from bot.suggestions import my_games


@app_commands.command(name="resign", description=texts.RESIGN_COMMAND)
@app_commands.describe(game=texts.GAME_ARGUMENT)
@app_commands.autocomplete(game=my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    games = interaction.client.desk.services.games
    view = await games.get(await games.resolve(actor(interaction), game))
    await reply(interaction, presenter.resign_question(view, interaction.user.id))
