"""Changes of a server's settings by the command, the menus and the switches."""

from bot.context.location import bot_permissions_in, guild_channel_ids, main_channel_of
from bot.context.request import Request
from bot.messages.server_settings import SetupPanel
from bot.services.use_cases.servers.server_settings import (
    ChannelChange,
    ServerSettings,
    ServerSettingsChanges,
)
from bot.store.tables.daily import DailyChannel


async def configure(
    request: Request, changes: ServerSettingsChanges, listed: ChannelChange | None = None
) -> ServerSettings:
    """Store changes of a server's settings; return all settings. A new language applies at once.

    :param listed: a channel to add to the channels for challenges, or to remove.
    :raises NotManager: when the person does not manage the server.
    """
    actor = request.actor
    settings = await request.services.server_settings.configure(actor, listed, **changes)
    if "language" in changes and actor.guild_id is not None:
        request.context.server_languages.pop(actor.guild_id, None)
    return settings


async def panel(
    request: Request,
    settings: ServerSettings,
    daily: DailyChannel | None,
    checked: int | None = None,
) -> SetupPanel:
    """Return the content of the settings panel for the channel where the person is.

    :param daily: where and when the puzzle of the day is posted; None if it is off.
    :param checked: id of the channel whose permissions are checked; None for the current one.
    """
    interaction = request.interaction
    allowed = settings.without_deleted(guild_channel_ids(interaction)).channels
    permissions = bot_permissions_in(interaction, checked)
    here = main_channel_of(interaction)
    week = await request.services.week.channel(request.actor.guild_id)
    return SetupPanel(settings, allowed, here, permissions, checked, daily, week)
