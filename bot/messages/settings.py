"""Personal settings: overview, and parser for the options of /settings."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from bot.errors.refusals import InvalidNotificationSettings
from bot.messages.component_ids import OldComponent
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.settings_menus import OFF, SETTINGS, settings_menus, value_label
from bot.services.values.clocks.quiet_hours import Quiet, minute_text, parse_minute, zone_called
from bot.services.values.notifications.settings import (
    NotificationSettings,
    NotificationSettingsChanges,
    NotificationWay,
)
from bot.words import settings
from bot.words.escaping import escape
from rules.typed_text import plain

UTC = NotificationSettings().zone  # the default values


def read_notification_settings(fields: Mapping[str, str | None]) -> NotificationSettingsChanges:
    """Parse options of /settings as changes of `NotificationSettings`; None changes nothing.

    :raises InvalidNotificationSettings: when a value cannot be parsed.
    """
    readers: dict[str, Callable[[str], NotificationSettingsChanges]] = {
        # the user may have allowed direct messages since the last refusal
        "turns": lambda text: {"way": NotificationWay(text), "dm_refused_at": None},
        "quiet": lambda text: {"quiet": _quiet(text)},
        "digest": lambda text: {"digest_at": None if _is_off(text) else _minute(text)},
        "zone": lambda text: {"zone": _zone(text)},
        "reminders": _reminders,
    }
    changes = NotificationSettingsChanges()
    for name, text in fields.items():
        if text is not None:
            changes |= readers[name](text.strip())
    return changes


def overview(
    preferences: Mapping[str, str],
    notification_settings: NotificationSettings,
    now: datetime,
    setting: str = "",
) -> OutgoingMessage:
    """Return all settings with their values, the menus, and a note if direct messages are refused.

    :param setting: the setting whose menu is open.
    """
    values = _values(preferences, notification_settings)
    lines = [
        settings.line(label(), escape(value_label(n, values[n]))) for n, label in SETTINGS.items()
    ]
    timed = notification_settings.quiet is not None or notification_settings.digest_at is not None
    if timed and notification_settings.zone == UTC:
        lines.append(settings.HOURS_ARE_UTC())
    if notification_settings.way in (
        NotificationWay.DM,
        NotificationWay.BOTH,
    ) and notification_settings.has_refused_direct_messages(now):
        lines.append(settings.DM_REFUSED())
    content = "\n".join([settings.SETTINGS_TITLE(), *lines])
    return OutgoingMessage(content, rows=settings_menus(values, setting))


def _values(
    preferences: Mapping[str, str], notification_settings: NotificationSettings
) -> dict[str, str]:
    """Return the value of every setting, in the format of the menus and the parser."""
    quiet, digest = notification_settings.quiet, notification_settings.digest_at
    return {
        **preferences,
        "turns": notification_settings.way.value,
        "quiet": OFF if quiet is None else f"{minute_text(quiet.start)}-{minute_text(quiet.end)}",
        "digest": OFF if digest is None else minute_text(digest),
        "zone": notification_settings.zone,
        "reminders": _reminder_time(notification_settings),
    }


def _reminders(text: str) -> NotificationSettingsChanges:
    if text not in settings.REMINDER_TIMES:
        raise OldComponent
    if text in ("on", OFF):
        return {"reminders": text != OFF, "reminder_lead": None}
    return {"reminders": True, "reminder_lead": timedelta(hours=int(text.removesuffix("h")))}


def _reminder_time(notification_settings: NotificationSettings) -> str:
    if not notification_settings.reminders:
        return OFF
    lead = notification_settings.reminder_lead
    return "on" if lead is None else f"{lead // timedelta(hours=1)}h"


def _is_off(text: str) -> bool:
    return plain(text).casefold() == OFF  # phones capitalise the first letter


def _quiet(text: str) -> Quiet | None:
    if _is_off(text):
        return None
    start, separator, end = plain(text).partition("-")
    if not separator:
        raise InvalidNotificationSettings(settings.BAD_QUIET())
    quiet = Quiet(*(_minute(each, settings.BAD_QUIET()) for each in (start, end)))
    if quiet.start == quiet.end:  # ambiguous: could mean never or always
        raise InvalidNotificationSettings(settings.BAD_QUIET())
    return quiet


def _minute(text: str, otherwise: str | None = None) -> int:
    try:
        return parse_minute(text.strip())
    except ValueError:
        raise InvalidNotificationSettings(otherwise or settings.BAD_HOUR()) from None


def _zone(text: str) -> str:
    try:
        return zone_called(text)
    except LookupError:
        raise InvalidNotificationSettings(settings.BAD_ZONE()) from None
