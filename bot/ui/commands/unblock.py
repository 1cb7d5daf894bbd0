"""/unblock: let somebody challenge you again."""

import discord
from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.responses import reply
from bot.words import blocking as block_texts


@app_commands.command(name="unblock", description=block_texts.UNBLOCK_COMMAND)
@app_commands.describe(player=block_texts.UNBLOCK_PLAYER)
async def command(interaction: Interaction, player: discord.Member | discord.User) -> None:
    await interaction.client.context.services.blocks.unblock(actor(interaction), player.id)
    await reply(interaction, OutgoingMessage(block_texts.unblocked(player.mention)))
