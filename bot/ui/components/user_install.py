"""Button "Message me", which sends a direct message to check that Discord allows such messages."""

import discord

from bot.context.discord_errors import is_unreachable
from bot.context.timeouts import at_most
from bot.context.user_install import install_button
from bot.messages.outgoing_message import OutgoingMessage
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import reply
from bot.words import user_install

TIMEOUT = 20.0  # seconds for sending the direct message


async def write_to_me(request: ComponentRequest) -> None:
    try:
        await _greet(request)
    except discord.HTTPException as refusal:
        if not is_unreachable(refusal):
            raise
        row = (install_button(request.client),)
        await reply(request, OutgoingMessage(user_install.CANNOT_WRITE(), rows=(row,)))
        return
    await request.services.personal_settings.change_settings(request.actor, {"outside": "dm"})
    await reply(request, OutgoingMessage(user_install.I_WRITE()))


async def _greet(request: ComponentRequest) -> None:
    client, user_id = request.client, request.actor.user_id
    async with at_most(client, TIMEOUT):
        channel = await client.create_dm(discord.Object(user_id))
        # Discord drops the second message with the same nonce
        await channel.send(user_install.GREETING(), nonce=f"write-{user_id:x}")


HANDLERS: Handlers = {"write-me": write_to_me}
