"""/help: the first minute."""

from discord import app_commands

from bot import labels
from bot.answers import reply
from bot.desk import Interaction
from bot.learning import help_page


@app_commands.command(name="help", description=labels.HELP_COMMAND)
async def command(interaction: Interaction) -> None:
    await reply(interaction, interaction.client.desk.pictures.show(help_page))
