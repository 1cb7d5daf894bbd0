"""/help: the first minute."""

from discord import app_commands

from bot.context.app_context import Interaction, usual_rules
from bot.messages.lessons import help_page
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="help", description=labels.HELP_COMMAND)
async def command(interaction: Interaction) -> None:
    context, practice = interaction.client.context, interaction.client.context.engine is not None
    meant = await usual_rules(interaction)
    await reply(interaction, context.pictures.render(help_page, meant, practice=practice))
