"""/resign: ask whether a game should be given up; components/resign.py does it."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, actor
from bot.messages.questions import resign_question
from bot.suggestions import my_games
from bot.texts import labels


@app_commands.command(name="resign", description=labels.RESIGN_COMMAND)
@app_commands.describe(game=labels.GAME_ARGUMENT)
@app_commands.autocomplete(game=my_games)
async def command(interaction: Interaction, game: str | None = None) -> None:
    desk = interaction.client.desk
    who = actor(interaction)
    game_id = await desk.services.games.resolve(who, game)
    view = await desk.services.games.own(who, game_id)
    await reply(interaction, desk.pictures.show(resign_question, view, interaction.user.id))
