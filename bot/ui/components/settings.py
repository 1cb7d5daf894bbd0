"""Menus and form below /settings, which edit their private message."""

import asyncio

from bot.messages.component_ids import OldComponent
from bot.messages.outgoing_message import Form, OutgoingMessage
from bot.messages.settings import read_notification_settings
from bot.messages.settings_menus import SETTINGS, setting_form
from bot.services.values.notifications.settings import NotificationSettingsChanges
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply, open_form
from bot.ui.settings import change_settings
from bot.words import settings


async def choose_setting(request: ComponentRequest) -> None:
    setting = request.entered
    if setting not in SETTINGS:
        raise OldComponent
    shown = await change_settings(request, {}, NotificationSettingsChanges(), setting)
    await edit_or_reply(request, shown)


async def choose_value(request: ComponentRequest) -> None:
    await edit_or_reply(request, await _changed(request))


async def open_value_form(request: ComponentRequest) -> None:
    await open_form(request, await make_value_form(request))


async def make_value_form(request: ComponentRequest) -> Form:
    return setting_form(request.id.value)


async def _changed(request: ComponentRequest) -> OutgoingMessage:
    setting, value = request.id.value, request.entered
    if setting not in SETTINGS:
        raise OldComponent
    if setting in settings.PREFERENCES:
        changes = NotificationSettingsChanges()
        return await change_settings(request, {setting: value}, changes, setting)
    # the first check of a time zone reads files
    changes = await asyncio.to_thread(read_notification_settings, {setting: value})
    return await change_settings(request, {}, changes, setting)


HANDLERS: Handlers = {
    "settings": choose_setting,
    "set": choose_value,
    "set-type": open_value_form,
    "set-form": choose_value,
}
