"""Write to me: a first direct message shows whether Discord allows it; then the wish is kept."""

import discord

from bot.context.discord_errors import is_unreachable
from bot.context.timeouts import at_most
from bot.context.user_install import install_button
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.notifications.settings import NotificationSettingsChanges
from bot.ui.component_router import Handlers, Press
from bot.ui.responses import reply
from bot.words import user_install as texts

TIMEOUT = 20.0  # seconds for that message


async def write_to_me(press: Press) -> None:
    try:
        await _greet(press)
    except discord.HTTPException as refusal:
        if not is_unreachable(refusal):
            raise
        row = (install_button(press.interaction.client),)
        await reply(press.interaction, OutgoingMessage(texts.CANNOT_WRITE, rows=(row,)))
        return
    again = NotificationSettingsChanges(dm_refused_at=None)
    await press.context.services.players.change_settings(press.actor, {"outside": "dm"}, again)
    await reply(press.interaction, OutgoingMessage(texts.I_WRITE))


async def _greet(press: Press) -> None:
    client, person = press.interaction.client, press.actor.user_id
    async with at_most(client, TIMEOUT):
        channel = await client.create_dm(discord.Object(person))
        # two presses at once make one message
        await channel.send(texts.GREETING, nonce=f"write-{person:x}")


HANDLERS: Handlers = {"write-me": write_to_me}
