"""Messages of personal settings: the overview, a menu of settings, and a menu of values."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.outgoing_message import (
    Attachment,
    Button,
    Form,
    Option,
    OutgoingMessage,
    Row,
    Select,
    TextField,
)
from bot.services.values.notifications.settings import NotificationWay, notification_settings
from bot.services.values.people.personal_settings import (
    OFF,
    SETTINGS,
    UTC,
    Setting,
    with_defaults,
)
from bot.store.tables.players import PlayerState
from bot.words import labels
from bot.words import settings as words
from bot.words.escaping import escape
from renderer.samples import draw_samples
from renderer.theme import THEMES


def overview(state: PlayerState, now: datetime, opened: str = "") -> OutgoingMessage:
    """Return the overview of personal settings: values, menus, a note on refused direct messages.

    :param opened: the name of the setting whose menu is open; empty for none.
    """
    values = with_defaults(state.settings)
    lines = [
        words.line(each.label(), escape(each.label_of(values[each.name])))
        for each in SETTINGS.values()
    ]
    content = "\n".join([words.SETTINGS_TITLE(), *lines, *_notes(state, values, now)])
    return OutgoingMessage(content, rows=_menus(values, SETTINGS.get(opened)))


def with_theme_samples(message: OutgoingMessage) -> OutgoingMessage:
    """Return a message with a picture of all themes attached.

    The picture is drawn once for each language.
    """
    titles = tuple(theme.title() for theme in THEMES.values())
    picture = Attachment("themes.png", draw_samples(titles), words.theme_samples(titles))
    return replace(message, files=(picture,))


def setting_of(name: str) -> Setting:
    """Return a setting by its name in a component id.

    :raises OldComponent: when there is no such setting now.
    """
    if name not in SETTINGS:
        raise OldComponent
    return SETTINGS[name]


def setting_form(name: str) -> Form:
    """Return the form for typing the value of a setting.

    :raises OldComponent: when there is no such setting, or its value is chosen in a menu.
    """
    setting = setting_of(name)
    if setting.parse is None:
        raise OldComponent
    label = setting.label()
    field = TextField(name, label, setting.placeholder, max_length=40)
    return Form(ComponentId("set-form", 0, None, name), label, (field,))


def _notes(state: PlayerState, values: Mapping[str, str], now: datetime) -> list[str]:
    notifications = notification_settings(state.settings, state.dm_refused_at)
    writes = notifications.way in (NotificationWay.DM, NotificationWay.BOTH)
    timed = (values["quiet"], values["digest"]) != (OFF, OFF)
    notes = [words.HOURS_ARE_UTC()] if timed and values["zone"] == UTC else []
    if writes and notifications.has_refused_direct_messages(now):
        notes.append(words.DM_REFUSED())
    return notes


def _menus(values: Mapping[str, str], opened: Setting | None) -> tuple[Row, ...]:
    # without values, which stand in the list above
    options = tuple(
        Option(each.name, each.label(), default=each is opened) for each in SETTINGS.values()
    )
    menu = Select(ComponentId("settings", 0), words.CHANGE_SETTING(), options)
    if opened is None:
        return ((menu,),)
    choices = _choices(opened, values[opened.name])
    value_menu = Select(ComponentId("set", 0, None, opened.name), opened.label(), choices)
    if opened.parse is None:
        return ((menu,), (value_menu,))
    typed = Button(ComponentId("set-type", 0, None, opened.name), labels.OPEN_FORM())
    return ((menu,), (value_menu,), (typed,))


def _choices(setting: Setting, value: str) -> tuple[Option, ...]:
    offered = setting.offered if value in setting.offered else (value, *setting.offered)
    return tuple(Option(each, setting.label_of(each), default=each == value) for each in offered)
