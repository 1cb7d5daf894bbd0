"""A person's settings: what is typed becomes wishes, and all of them are shown in words."""

from collections.abc import Callable, Mapping
from datetime import datetime

from bot.errors.clocks import InvalidNotificationSettings
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.notifications.quiet_hours import Quiet, minute_text, parse_minute, zone_called
from bot.services.notifications.settings import (
    NotificationSettings,
    NotificationSettingsChanges,
    NotificationWay,
)
from bot.words import labels
from bot.words import moves as texts
from bot.words import notification_settings as notification_settings_words
from bot.words.escaping import escape

OFF = "off"
UTC = NotificationSettings().zone  # of those who have set none


def read_notification_settings(fields: Mapping[str, str | None]) -> NotificationSettingsChanges:
    """Read what was filled in as changes of `NotificationSettings`; what is missing stays as it is.

    :raises BadNotices: something cannot be read.
    """
    readers: dict[str, Callable[[str], NotificationSettingsChanges]] = {
        # who chooses anew may have let Discord write to them since
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
    """Show every setting with its value, and whether Discord keeps one from being followed."""
    shown = {
        label: labels.PREFERENCE_VALUES[name][preferences[name]]
        for name, label in labels.PREFERENCES.items()
    }
    digest = notification_settings.digest_at
    shown |= {
        labels.TURNS: labels.WAYS[notification_settings.way.value],
        labels.QUIET: labels.ON_OFF[OFF]
        if notification_settings.quiet is None
        else _hours(notification_settings.quiet),
        labels.DIGEST: labels.ON_OFF[OFF] if digest is None else minute_text(digest),
        labels.ZONE: notification_settings.zone,
        labels.REMINDERS: labels.ON_OFF["on" if notification_settings.reminders else OFF],
    }
    timed = notification_settings.quiet is not None or digest is not None
    lines = [f"- {name}: **{escape(value)}**" for name, value in shown.items()]
    if timed and notification_settings.zone == UTC:
        lines.append(notification_settings_words.HOURS_ARE_UTC)
    if notification_settings.way in (
        NotificationWay.DM,
        NotificationWay.BOTH,
    ) and notification_settings.has_refused_direct_messages(now):
        lines.append(notification_settings_words.DM_REFUSED)
    return OutgoingMessage("\n".join([texts.SETTINGS_TITLE, *lines]))


def _is_off(text: str) -> bool:
    return text.casefold() == OFF  # a phone writes it with a capital


def _hours(quiet: Quiet) -> str:
    return notification_settings_words.quiet(minute_text(quiet.start), minute_text(quiet.end))


def _quiet(text: str) -> Quiet | None:
    if _is_off(text):
        return None
    start, separator, end = text.replace("\u2013", "-").partition("-")
    if not separator:
        raise InvalidNotificationSettings(notification_settings_words.BAD_QUIET)
    quiet = Quiet(*(_minute(each, notification_settings_words.BAD_QUIET) for each in (start, end)))
    if quiet.start == quiet.end:  # would never be quiet, and may have been meant as always
        raise InvalidNotificationSettings(notification_settings_words.BAD_QUIET)
    return quiet


def _minute(text: str, otherwise: str = notification_settings_words.BAD_HOUR) -> int:
    try:
        return parse_minute(text.strip())
    except ValueError:
        raise InvalidNotificationSettings(otherwise) from None


def _zone(text: str) -> str:
    try:
        return zone_called(text)
    except LookupError:
        raise InvalidNotificationSettings(notification_settings_words.BAD_ZONE) from None
