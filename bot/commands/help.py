"""/help: the first minute."""

from discord import app_commands

from bot import labels
from bot.answers import reply
from bot.desk import Interaction
from bot.guide import HELP
from bot.post import Post


@app_commands.command(name="help", description=labels.HELP_COMMAND)
async def command(interaction: Interaction) -> None:
    await reply(interaction, Post(HELP))
