"""Menus and form below /settings, which edit the private overview of settings."""

from bot.messages.outgoing_message import Form
from bot.messages.settings import setting_form, setting_of
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply, open_form
from bot.ui.settings import change_settings


async def choose_setting(request: ComponentRequest) -> None:
    setting = setting_of(request.entered)
    await edit_or_reply(request, await change_settings(request, {}, setting.name))


async def choose_value(request: ComponentRequest) -> None:
    name = setting_of(request.id.value).name
    await edit_or_reply(request, await change_settings(request, {name: request.entered}, name))


async def open_value_form(request: ComponentRequest) -> None:
    await open_form(request, await make_value_form(request))


async def make_value_form(request: ComponentRequest) -> Form:
    return setting_form(request.id.value)


HANDLERS: Handlers = {
    "settings": choose_setting,
    "set": choose_value,
    "set-type": open_value_form,
    "set-form": choose_value,
}
