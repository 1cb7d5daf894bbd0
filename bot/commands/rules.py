"""/rules: a game in five pictures."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, viewer
from bot.messages.learning import FIRST_COURSE, lesson_page
from bot.texts import learning as learning_texts
from rules.registry import GAMES


@app_commands.command(name="rules", description=learning_texts.RULES_COMMAND)
@app_commands.describe(game=learning_texts.RULES_GAME)
@app_commands.choices(game=[app_commands.Choice(name=each.name, value=each.key) for each in GAMES])
async def command(interaction: Interaction, game: str = FIRST_COURSE) -> None:
    person = await viewer(interaction)
    await reply(interaction, interaction.client.desk.pictures.show(lesson_page, game, 1, person))
