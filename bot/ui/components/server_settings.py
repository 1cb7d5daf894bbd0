"""Menus and switches of the private /setup panel, and the button that opens the panel."""

from collections.abc import Awaitable, Callable

from bot.context.location import guild_channel_ids, main_channel_of, text_channel_of
from bot.messages.component_ids import OldComponent
from bot.messages.server_settings import (
    ALL,
    HERE,
    NOT_HERE,
    overview,
    read_hour,
    read_server_settings,
)
from bot.services.use_cases.servers.server_settings import ChannelChange, ServerSettingsChanges
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply
from bot.ui.server_settings import configure, panel
from bot.words import daily, lobby, server_settings, week


async def choose_setting(request: ComponentRequest) -> None:
    """Show the settings panel; after a choice in its menu, with the menu of that setting's values.

    :raises OldComponent: when there is no such setting.
    """
    if request.entered and request.entered not in server_settings.LABELS:
        raise OldComponent
    await _show(request, ServerSettingsChanges(), setting=request.entered)


async def choose_value(request: ComponentRequest) -> None:
    setting, value = request.id.value, request.entered
    if setting not in server_settings.LABELS:
        raise OldComponent
    if setting == "hour":
        await _choose_hour(request, read_hour(value))
    elif setting == "channels":
        changes, listed = _channels(request, value)
        await _show(request, changes, listed, setting=setting)
    else:
        await _show(request, read_server_settings({setting: value}), setting=setting)


async def switch(request: ComponentRequest) -> None:
    run = _SWITCHES.get(request.id.value)
    if run is None:
        raise OldComponent
    await run(request)


async def _show(
    request: ComponentRequest,
    changes: ServerSettingsChanges,
    listed: ChannelChange | None = None,
    *,
    setting: str = "",
    note: str = "",
) -> None:
    """Store changes of the server's settings, and respond with the updated panel.

    :param setting: the setting whose menu is open; empty for none.
    :param note: a line about the effect of the changes.
    """
    settings = await configure(request, changes, listed)
    posted = await request.services.daily.channel(request.actor.guild_id)
    await edit_or_reply(request, overview(await panel(request, settings, posted), setting, note))


def _channels(
    request: ComponentRequest, value: str
) -> tuple[ServerSettingsChanges, ChannelChange | None]:
    if value == ALL:
        return {"channels": ()}, None
    if value not in (HERE, NOT_HERE):
        raise OldComponent
    existing = guild_channel_ids(request.interaction)
    here = main_channel_of(request.interaction)
    return {}, ChannelChange(here, allowed=value == HERE, existing=existing)


async def _choose_hour(request: ComponentRequest, hour: int) -> None:
    service = request.services.daily
    posted = await service.channel(request.actor.guild_id)
    if posted is not None:
        await service.configure(request.actor, posted.channel_id, hour)
    await _show(request, {}, setting="hour")


async def _switch_daily_on(request: ComponentRequest) -> None:
    here = text_channel_of(request.interaction)
    posted = await request.services.daily.switch(request.actor, here)
    # None if another manager switched it off since, and this interaction is repeated
    note = posted and daily.switched_on(f"<#{posted.channel_id}>", posted.hour, posted.zone)
    await _show(request, {}, note=note or "")


async def _switch_daily_off(request: ComponentRequest) -> None:
    await request.services.daily.switch(request.actor, None)
    await _show(request, {}, note=daily.SWITCHED_OFF())


async def _switch_lobby_on(request: ComponentRequest) -> None:
    here = text_channel_of(request.interaction)
    await _show(request, {"lobby": here}, note=lobby.switched_on(f"<#{here}>"))


async def _switch_lobby_off(request: ComponentRequest) -> None:
    await _show(request, {"lobby": None}, note=lobby.SWITCHED_OFF())


async def _switch_week_on(request: ComponentRequest) -> None:
    channel_id = await request.services.week.switch(
        request.actor, text_channel_of(request.interaction)
    )
    # None if another manager switched it off since, and this interaction is repeated
    note = "" if channel_id is None else week.switched_on(f"<#{channel_id}>")
    await _show(request, {}, note=note)


async def _switch_week_off(request: ComponentRequest) -> None:
    await request.services.week.switch(request.actor, None)
    await _show(request, {}, note=week.SWITCHED_OFF())


async def _switch_threads_on(request: ComponentRequest) -> None:
    await _show(request, {"threads": True}, note=server_settings.THREADS_CHANGED[True]())


async def _switch_threads_off(request: ComponentRequest) -> None:
    await _show(request, {"threads": False}, note=server_settings.THREADS_CHANGED[False]())


_SWITCHES: dict[str, Callable[[ComponentRequest], Awaitable[None]]] = {
    "daily-on": _switch_daily_on,
    "daily-off": _switch_daily_off,
    "lobby-on": _switch_lobby_on,
    "lobby-off": _switch_lobby_off,
    "week-on": _switch_week_on,
    "week-off": _switch_week_off,
    "threads-on": _switch_threads_on,
    "threads-off": _switch_threads_off,
}
HANDLERS: Handlers = {
    "setup": choose_setting,
    "setup-set": choose_value,
    "setup-switch": switch,
}
