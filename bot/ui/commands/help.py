"""/help: the first minute."""

from discord import app_commands

from bot.context.app_context import Interaction, usual_rules
from bot.messages.lessons import help_page
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="help", description=labels.HELP_COMMAND)
async def command(interaction: Interaction) -> None:
    desk, practice = interaction.client.desk, interaction.client.desk.partner is not None
    meant = await usual_rules(interaction)
    await reply(interaction, desk.pictures.show(help_page, meant, practice=practice))
