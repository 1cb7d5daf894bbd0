"""Changes of a person's settings by the command, the menus and the form."""

from collections.abc import Mapping

from bot.context.language import speak_to_reader
from bot.context.request import Request
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.settings import overview
from bot.services.values.notifications.settings import NotificationSettingsChanges


async def change_settings(
    request: Request,
    preferences: Mapping[str, str],
    changes: NotificationSettingsChanges,
    setting: str = "",
) -> OutgoingMessage:
    """Store changes and return all settings, in the language that now applies.

    :param setting: the setting whose menu is open.
    """
    players = request.services.personal_settings
    stored, notifications = await players.change_settings(request.actor, preferences, changes)
    request.forget_reader()
    if "language" in preferences:
        await speak_to_reader(request.interaction)
    return overview(stored, notifications, request.interaction.created_at, setting)
