"""Personal settings: parser for the options of /settings, and the overview."""

from collections.abc import Callable, Mapping
from datetime import datetime

from bot.errors import InvalidNotificationSettings
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.notifications.quiet_hours import Quiet, minute_text, parse_minute, zone_called
from bot.services.notifications.settings import (
    NotificationSettings,
    NotificationSettingsChanges,
    NotificationWay,
)
from bot.words import settings
from bot.words.escaping import escape

OFF = "off"
UTC = NotificationSettings().zone  # the default


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
        "reminders": lambda text: {"reminders": text == "on"},
    }
    changes = NotificationSettingsChanges()
    for name, text in fields.items():
        if text is not None:
            changes |= readers[name](text.strip())
    return changes


def overview(
    preferences: Mapping[str, str], notification_settings: NotificationSettings, now: datetime
) -> OutgoingMessage:
    """Return every setting with its value, and a note if direct messages are refused."""
    shown = {
        label(): settings.PREFERENCE_VALUES[name][preferences[name]]()
        for name, label in settings.PREFERENCES.items()
    }
    digest = notification_settings.digest_at
    shown |= {
        settings.TURNS(): settings.WAYS[notification_settings.way.value](),
        settings.QUIET(): settings.ON_OFF[OFF]()
        if notification_settings.quiet is None
        else _hours(notification_settings.quiet),
        settings.DIGEST(): settings.ON_OFF[OFF]() if digest is None else minute_text(digest),
        settings.ZONE(): notification_settings.zone,
        settings.REMINDERS(): settings.ON_OFF["on" if notification_settings.reminders else OFF](),
    }
    timed = notification_settings.quiet is not None or digest is not None
    lines = [settings.line(name, escape(value)) for name, value in shown.items()]
    if timed and notification_settings.zone == UTC:
        lines.append(settings.HOURS_ARE_UTC())
    if notification_settings.way in (
        NotificationWay.DM,
        NotificationWay.BOTH,
    ) and notification_settings.has_refused_direct_messages(now):
        lines.append(settings.DM_REFUSED())
    return OutgoingMessage("\n".join([settings.SETTINGS_TITLE(), *lines]))


def _is_off(text: str) -> bool:
    return text.casefold() == OFF  # phones capitalise the first letter


def _hours(quiet: Quiet) -> str:
    return settings.quiet(minute_text(quiet.start), minute_text(quiet.end))


def _quiet(text: str) -> Quiet | None:
    if _is_off(text):
        return None
    start, separator, end = text.replace("\u2013", "-").partition("-")
    if not separator:
        raise InvalidNotificationSettings(settings.BAD_QUIET())
    quiet = Quiet(*(_minute(each, settings.BAD_QUIET()) for each in (start, end)))
    if quiet.start == quiet.end:  # ambiguous: never or always
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
