"""/tutorial: eight tasks, from the first."""

from discord import app_commands

from bot.context.app_context import Interaction, viewer
from bot.messages.lessons import task_page
from bot.ui.responses import reply
from bot.words import lessons as learning_texts


@app_commands.command(name="tutorial", description=learning_texts.TUTORIAL_COMMAND)
async def command(interaction: Interaction) -> None:
    person = await viewer(interaction)
    await reply(interaction, interaction.client.context.pictures.render(task_page, 1, person))
