"""/tutorial: eight tasks, from the first."""

from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, viewer
from bot.messages.learning import task_page
from bot.texts import learning as learning_texts


@app_commands.command(name="tutorial", description=learning_texts.TUTORIAL_COMMAND)
async def command(interaction: Interaction) -> None:
    person = await viewer(interaction)
    await reply(interaction, interaction.client.desk.pictures.show(task_page, 1, person))
