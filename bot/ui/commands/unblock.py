"""/unblock: allow a blocked person's challenges again."""

import discord
from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.responses import reply
from bot.words import blocking


@app_commands.command(name="unblock", description=blocking.UNBLOCK_COMMAND())
@app_commands.describe(player=blocking.UNBLOCK_PLAYER())
@with_request
async def command(request: Request, player: discord.Member | discord.User) -> None:
    await request.services.blocks.unblock(request.actor, player.id)
    await reply(request, OutgoingMessage(blocking.unblocked(player.mention)))
