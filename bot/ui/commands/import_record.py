"""/import: look at a game from a file."""

import discord
from discord import app_commands

from bot.context.app_context import Interaction, viewer
from bot.messages.replay import imported
from bot.ui.record_upload import content_of
from bot.ui.responses import reply
from bot.words import labels


@app_commands.command(name="import", description=labels.IMPORT_COMMAND)
@app_commands.describe(file=labels.IMPORT_FILE)
async def command(interaction: Interaction, file: discord.Attachment) -> None:
    pictures = interaction.client.context.pictures
    content = await content_of(file)
    await reply(interaction, pictures.render_long(imported, content, await viewer(interaction)))
