"""/block: have nothing to do with somebody's challenges; without a name, who is blocked."""

import discord
from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.errors.permissions import CannotBlock
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.responses import reply
from bot.words import blocking as block_texts
from bot.words import refusals


@app_commands.command(name="block", description=block_texts.BLOCK_COMMAND)
@app_commands.describe(player=block_texts.BLOCK_PLAYER)
async def command(
    interaction: Interaction, player: discord.Member | discord.User | None = None
) -> None:
    blocks = interaction.client.context.services.blocks
    if player is not None and player.bot:
        raise CannotBlock(refusals.NO_BLOCK_OF_BOTS)
    if player is not None:
        await blocks.block(actor(interaction), player.id)
        await reply(interaction, OutgoingMessage(block_texts.blocked(player.mention)))
        return
    mine = await blocks.blocked(interaction.user.id)
    said = block_texts.listed(block_texts.YOURS, mine, block_texts.NOBODY_BLOCKED)
    await reply(interaction, OutgoingMessage(said))
