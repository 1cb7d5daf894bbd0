"""Menus for a person's settings: one of all settings, and one of a setting's values."""

from collections.abc import Mapping

from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.languages import LANGUAGES
from bot.messages.outgoing_message import Button, Form, Option, Row, Select, TextField
from bot.words import labels, settings
from bot.words.translation import Message

OFF = "off"
SETTINGS: Mapping[str, Message] = settings.PREFERENCES | {
    "turns": settings.TURNS,
    "quiet": settings.QUIET,
    "digest": settings.DIGEST,
    "zone": settings.ZONE,
    "reminders": settings.REMINDERS,
}
# by setting with fixed values: their labels
_LABELS: Mapping[str, Mapping[str, Message]] = settings.PREFERENCE_VALUES | {
    "turns": settings.WAYS,
    "reminders": settings.REMINDER_TIMES,
}
# by setting that can be typed: usual values
_USUAL = {
    "quiet": (OFF, "21:00-07:00", "22:00-07:00", "23:00-08:00", "00:00-08:00"),
    "digest": (OFF, "08:00", "12:00", "18:00", "20:00"),
    "zone": (
        "UTC",
        "Europe/London",
        "Europe/Berlin",
        "Europe/Paris",
        "Europe/Madrid",
        "Europe/Athens",
        "Europe/Kyiv",
        "Africa/Lagos",
        "Africa/Johannesburg",
        "Asia/Dubai",
        "Asia/Kolkata",
        "Asia/Bangkok",
        "Asia/Shanghai",
        "Asia/Tokyo",
        "Australia/Sydney",
        "Pacific/Auckland",
        "America/Sao_Paulo",
        "America/Halifax",
        "America/New_York",
        "America/Chicago",
        "America/Denver",
        "America/Los_Angeles",
        "America/Anchorage",
        "Pacific/Honolulu",
    ),
}
_PLACEHOLDERS = {"quiet": "22:00-7:00", "digest": "8:00", "zone": "Europe/Berlin"}


def settings_menus(values: Mapping[str, str], setting: str) -> tuple[Row, ...]:
    """Return the menu of all settings, and the controls of the open setting.

    :param values: the value of each setting.
    """
    options = tuple(
        Option(name, label(), value_label(name, values[name]), default=name == setting)
        for name, label in SETTINGS.items()
    )
    menu = Select(ComponentId("settings", 0), settings.CHANGE_SETTING(), options)
    if setting not in SETTINGS:
        return ((menu,),)
    choices = _choices(setting, values[setting])
    value_menu = Select(ComponentId("set", 0, None, setting), SETTINGS[setting](), choices)
    if setting not in _USUAL:
        return ((menu,), (value_menu,))
    typed = Button(ComponentId("set-type", 0, None, setting), labels.TYPE())
    return ((menu,), (value_menu,), (typed,))


def setting_form(setting: str) -> Form:
    """Return the form for typing the value of a setting.

    :raises OldComponent: the setting cannot be typed.
    """
    if setting not in _USUAL:
        raise OldComponent
    label = SETTINGS[setting]()
    field = TextField(setting, label, _PLACEHOLDERS[setting], max_length=40)
    return Form(ComponentId("set-form", 0, None, setting), label, (field,))


def value_label(setting: str, value: str) -> str:
    """Return the label of a setting's value."""
    label = _labels(setting).get(value)
    if label is None:
        return settings.quiet(*value.split("-")) if setting == "quiet" else value
    return label() if isinstance(label, Message) else label


def _labels(setting: str) -> Mapping[str, str | Message]:
    languages = LANGUAGES if setting == "language" else {}
    return {**_LABELS.get(setting, settings.ON_OFF), **languages}


def _choices(setting: str, value: str) -> tuple[Option, ...]:
    offered = tuple(_USUAL.get(setting) or _labels(setting))
    offered = offered if value in offered else (value, *offered)
    return tuple(
        Option(each, value_label(setting, each), default=each == value) for each in offered
    )
