"""/block: block a person's challenges, or list the blocked people."""

import discord
from discord import app_commands

from bot.context.request import Request, with_request
from bot.errors.permissions import CannotBlock
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.responses import reply
from bot.words import blocking, refusals


@app_commands.command(name="block", description=blocking.BLOCK_COMMAND())
@app_commands.describe(player=blocking.BLOCK_PLAYER())
@with_request
async def command(request: Request, player: discord.Member | discord.User | None = None) -> None:
    blocks = request.services.blocks
    if player is not None and player.bot:
        raise CannotBlock(refusals.NO_BLOCK_OF_BOTS())
    if player is not None:
        await blocks.block(request.actor, player.id)
        await reply(request, OutgoingMessage(blocking.blocked(player.mention)))
        return
    blocked = await blocks.find_blocked(request.actor.user_id)
    text = blocking.listed(blocking.YOURS(), blocked, blocking.NO_BLOCKS())
    await reply(request, OutgoingMessage(text))
