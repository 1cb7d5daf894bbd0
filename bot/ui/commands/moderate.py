"""/moderate: for those who may manage messages; what it does is checked in the service again."""

import discord
from discord import app_commands

from bot.context.app_context import Interaction, actor
from bot.errors.permissions import CannotBlock
from bot.messages.confirmations import close_question
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.responses import reply
from bot.words import blocking as block_texts
from bot.words import refusals

command = app_commands.Group(
    name="moderate",
    description=block_texts.MODERATE_COMMAND,
    default_permissions=discord.Permissions(manage_messages=True),
    guild_only=True,
)


@command.command(name="close", description=block_texts.CLOSE_COMMAND)
@app_commands.describe(game=block_texts.CLOSE_GAME)
async def close(interaction: Interaction, game: app_commands.Range[str, 1, 20]) -> None:
    services = interaction.client.context.services
    game_id = await services.games.resolve(actor(interaction), game)
    view = await services.moderation.closable(actor(interaction), game_id)
    await reply(interaction, interaction.client.context.pictures.render(close_question, view))


@command.command(name="block", description=block_texts.SHUT_OUT_COMMAND)
@app_commands.describe(member=block_texts.MEMBER)
async def block(interaction: Interaction, member: discord.Member | discord.User) -> None:
    if member.bot:
        raise CannotBlock(refusals.NO_BLOCK_OF_BOTS)
    moderation = interaction.client.context.services.moderation
    done = await moderation.block(actor(interaction), member.id)
    await reply(interaction, OutgoingMessage(block_texts.shut_out(member.mention, done.games)))


@command.command(name="unblock", description=block_texts.LET_IN_COMMAND)
@app_commands.describe(member=block_texts.MEMBER)
async def unblock(interaction: Interaction, member: discord.Member | discord.User) -> None:
    await interaction.client.context.services.moderation.unblock(actor(interaction), member.id)
    await reply(interaction, OutgoingMessage(block_texts.let_in(member.mention)))


@command.command(name="list", description=block_texts.LIST_COMMAND)
async def list_blocked(interaction: Interaction) -> None:
    blocked = await interaction.client.context.services.moderation.blocked(actor(interaction))
    said = block_texts.listed(block_texts.SHUT_OUT, blocked, block_texts.NOBODY_SHUT_OUT)
    await reply(interaction, OutgoingMessage(said))
