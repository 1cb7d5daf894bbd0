"""/moderate: close games and block members.

Discord hides the command from members who may not manage messages. The service also checks who
is a moderator, because a server can change that permission.
"""

import discord
from discord import app_commands

from bot.context.request import Request, with_request
from bot.errors.permissions import CannotBlock
from bot.messages.confirmations import close_question
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.responses import reply
from bot.words import blocking, refusals

command = app_commands.Group(
    name="moderate",
    description=blocking.MODERATE_COMMAND(),
    default_permissions=discord.Permissions(manage_messages=True),
    guild_only=True,
)


@command.command(name="close", description=blocking.CLOSE_COMMAND())
@app_commands.describe(game=blocking.CLOSE_GAME())
@with_request
async def close(request: Request, game: app_commands.Range[str, 1, 20]) -> None:
    services = request.services
    game_id = await services.games.resolve(request.actor, game)
    view = await services.moderation.closable(request.actor, game_id)
    await reply(request, request.pictures.render(close_question, view))


@command.command(name="block", description=blocking.SHUT_OUT_COMMAND())
@app_commands.describe(member=blocking.MEMBER())
@with_request
async def block(request: Request, member: discord.Member | discord.User) -> None:
    if member.bot:
        raise CannotBlock(refusals.NO_BLOCK_OF_BOTS())
    moderation = request.services.moderation
    done = await moderation.block(request.actor, member.id)
    await reply(request, OutgoingMessage(blocking.shut_out(member.mention, done.games)))


@command.command(name="unblock", description=blocking.LET_IN_COMMAND())
@app_commands.describe(member=blocking.MEMBER())
@with_request
async def unblock(request: Request, member: discord.Member | discord.User) -> None:
    await request.services.moderation.unblock(request.actor, member.id)
    await reply(request, OutgoingMessage(blocking.let_in(member.mention)))


@command.command(name="list", description=blocking.LIST_COMMAND())
@with_request
async def list_blocked(request: Request) -> None:
    blocked = await request.services.moderation.find_blocked(request.actor)
    text = blocking.listed(blocking.SHUT_OUT(), blocked, blocking.NO_SERVER_BLOCKS())
    await reply(request, OutgoingMessage(text))
