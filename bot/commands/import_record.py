"""/import: look at a game from a file."""

import discord
from discord import app_commands

from bot.answers import reply
from bot.desk import Interaction, viewer
from bot.importing import content_of
from bot.messages.replaying import imported
from bot.texts import labels


@app_commands.command(name="import", description=labels.IMPORT_COMMAND)
@app_commands.describe(file=labels.IMPORT_FILE)
async def command(interaction: Interaction, file: discord.Attachment) -> None:
    pictures = interaction.client.desk.pictures
    content = await content_of(file)
    await reply(interaction, pictures.show_long(imported, content, await viewer(interaction)))
