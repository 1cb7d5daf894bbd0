"""/resign: ask whether a game should be given up; components/resign.py does it."""

from discord import app_commands

from bot.asking import ask_about
from bot.desk import Interaction, actor
from bot.messages.questions import resign_question
from bot.suggestions import my_games
from bot.texts import labels


@app_commands.command(name="resign", description=labels.RESIGN_COMMAND)
@app_commands.describe(game=labels.GAME_ARGUMENT)
@app_commands.autocomplete(game=my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    games = interaction.client.desk.services.games
    game_id = await games.resolve(actor(interaction), game)
    await ask_about(interaction, game_id, resign_question)
