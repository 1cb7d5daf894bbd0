"""Panel of a server's settings: values, menus, switches, and permissions that the bot lacks."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import ParamSpec

import discord

from bot.messages.challenge_forms import QUICK_SIZES, parse_pace
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_text import pace_in_words
from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import Button, Option, OutgoingMessage, Row, Select, Style
from bot.services.use_cases.servers.server_settings import ServerSettings, ServerSettingsChanges
from bot.services.values.clocks.clock import OFFERED_PACES
from bot.services.values.clocks.quiet_hours import minute_text
from bot.services.values.people.languages import LANGUAGES
from bot.services.values.people.personal_settings import AUTOMATIC
from bot.store.tables.daily import DailyChannel
from bot.words import challenge, leagues, lobby, server_settings, week
from bot.words import daily as daily_words
from bot.words.translation import Message
from rules.registry import GAMES, find_game

P = ParamSpec("P")
ON, OFF = "on", "off"
ALL, HERE, NOT_HERE = "all", "here", "not-here"
# by the value of the id of a switch: its label
SWITCHES = {
    "daily-on": daily_words.TURN_ON,
    "daily-off": daily_words.TURN_OFF,
    "lobby-on": lobby.TURN_ON,
    "lobby-off": lobby.TURN_OFF,
    "week-on": week.TURN_ON,
    "week-off": week.TURN_OFF,
    "threads-on": server_settings.THREADS_ON,
    "threads-off": server_settings.THREADS_OFF,
}


@dataclass(frozen=True, slots=True)
class SetupPanel:
    """Content of the panel of a server's settings.

    :ivar channels: ids of the channels for challenges that still exist.
    :ivar here: id of the channel where the panel is; in a thread, of the thread's parent.
    :ivar permissions: the bot's permissions in the channel `checked`.
    :ivar checked: id of the channel whose permissions are checked, None for the current one.
    :ivar daily: where and when the puzzle of the day is posted, None if it is off.
    :ivar week: the channel of weekly news, None if they are off.
    """

    settings: ServerSettings
    channels: Collection[int]
    here: int
    permissions: discord.Permissions
    checked: int | None = None
    daily: DailyChannel | None = None
    week: int | None = None


def read_server_settings(fields: Mapping[str, str | None]) -> ServerSettingsChanges:
    """Parse options of /setup, or values of the panel's menus, as changes; None changes nothing.

    :param fields: values by the name of the option or setting.
    :raises OldComponent: when a menu does not offer that value.
    """
    readers: dict[str, Callable[[str], ServerSettingsChanges]] = {
        "threads": lambda text: {"threads": text == ON},
        "game": lambda text: {"game": _one_of(text, [game.key for game in GAMES])},
        "size": lambda text: {"size": _number(text)},
        "pace": lambda text: {"pace": parse_pace(text)},
        "timeout": lambda text: {"strict": _one_of(text, challenge.IS_STRICT) == "yes"},
        "language": lambda text: {"language": _language(text)},
    }
    changes: ServerSettingsChanges = {}
    for name, text in fields.items():
        if text is not None:
            changes |= readers[name](text)
    return changes


def read_hour(text: str) -> int:
    """Parse a value of the menu of hours as an hour from 0 to 23.

    :raises OldComponent: when the menu does not offer that value.
    """
    return int(_one_of(text, [str(hour) for hour in range(24)]))


def overview(panel: SetupPanel, setting: str = "", note: str = "") -> OutgoingMessage:
    """Return the message of the panel: all settings, missing permissions, menus and switches.

    :param setting: the name of the setting whose menu is open; empty for none.
    :param note: a line about the latest change.
    """
    content = "\n".join([*([note, ""] if note else []), *_lines(panel), "", *_permissions(panel)])
    return OutgoingMessage(content, rows=(*_menus(panel, setting), _switches(panel)))


def with_invitation(compose: Callable[P, MessageDraft]) -> Callable[P, MessageDraft]:
    """Wrap a function so that its message also has a button that opens the panel of settings.

    A line of text explains the button.
    """

    @wraps(compose)
    def inviting(*args: P.args, **named: P.kwargs) -> MessageDraft:
        draft = compose(*args, **named)
        button = Button(ComponentId("setup", 0), server_settings.OPEN_PANEL())
        content = f"{draft.content}\n{server_settings.INVITATION()}"
        return replace(draft, content=content, rows=(*draft.rows, (button,)))

    return inviting


def _lines(panel: SetupPanel) -> list[str]:
    settings, daily = panel.settings, panel.daily
    game = find_game(settings.usual_game)
    channels = [f"<#{channel_id}>" for channel_id in panel.channels]
    language = _LABELS["language"](panel)[_values(panel)["language"]]
    return [
        server_settings.TITLE(),
        server_settings.THREADS[settings.threads](),
        server_settings.channels(channels, len(settings.channels) - len(panel.channels)),
        server_settings.usual_game(game.name, _values(panel)["size"]),
        server_settings.language(_text(language)),
        server_settings.usual_pace(pace_in_words(settings.pace, strict=settings.strict)),
        lobby.OFF() if settings.lobby is None else lobby.on(f"<#{settings.lobby}>"),
        daily_words.OFF()
        if daily is None
        else daily_words.setting(f"<#{daily.channel_id}>", daily.hour, daily.zone),
        week.OFF() if panel.week is None else week.on(f"<#{panel.week}>"),
    ]


def _permissions(panel: SetupPanel) -> list[str]:
    where = None if panel.checked is None else f"<#{panel.checked}>"
    threads = panel.settings.threads
    missing = [
        server_settings.missing(name)
        for name in server_settings.PERMISSIONS
        if not getattr(panel.permissions, name)
        and (threads or name not in server_settings.FOR_THREADS)
    ]
    if not missing:
        return [server_settings.all_granted(where)]
    return [server_settings.missing_title(where), *missing]


def _menus(panel: SetupPanel, setting: str) -> tuple[Row, ...]:
    """Return the menu of all settings, and the menu of the open setting's values."""
    values = _values(panel)
    offered = tuple(
        Option(name, label(), default=name == setting)
        for name, label in server_settings.LABELS.items()
        if name in values
    )
    menu = Select(ComponentId("setup", 0), server_settings.CHANGE_SETTING(), offered)
    if setting not in values:
        return ((menu,),)
    choices = tuple(
        Option(value, _text(label), default=value == values[setting])
        for value, label in _LABELS[setting](panel).items()
    )
    label = server_settings.LABELS[setting]()
    return ((menu,), (Select(ComponentId("setup-set", 0, None, setting), label, choices),))


def _switches(panel: SetupPanel) -> Row:
    """Return the buttons that switch features, such as the lobby, on or off, and open a league."""
    are_on = {
        "daily": panel.daily is not None,
        "lobby": panel.settings.lobby is not None,
        "week": panel.week is not None,
        "threads": panel.settings.threads,
    }
    league = Button(ComponentId("league-new", 0), leagues.OPEN_LEAGUE())
    return (*(_switch(name, is_on=is_on) for name, is_on in are_on.items()), league)


def _switch(name: str, *, is_on: bool) -> Button:
    value = f"{name}-{OFF if is_on else ON}"
    style = Style.secondary if is_on else Style.primary
    return Button(ComponentId("setup-switch", 0, None, value), SWITCHES[value](), style)


def _values(panel: SetupPanel) -> Mapping[str, str]:
    """Return the present value of each setting, as the options of the panel's menus name it."""
    settings, daily = panel.settings, panel.daily
    default = find_game(settings.usual_game).option("size").default
    usual = QUICK_SIZES.get(settings.usual_game, default)
    values = {
        "channels": _allowed(panel),
        "game": settings.usual_game,
        "size": str(settings.size or usual),
        "pace": settings.pace.value,
        "timeout": "yes" if settings.strict else "no",
        "language": settings.language or AUTOMATIC,
    }
    return values if daily is None else values | {"hour": str(daily.hour)}


def _allowed(panel: SetupPanel) -> str:
    if not panel.settings.channels:
        return ALL
    return HERE if panel.here in panel.channels else NOT_HERE


def _channel_labels(panel: SetupPanel) -> Mapping[str, str | Message]:
    if not panel.settings.channels:
        return {ALL: server_settings.ALL, HERE: server_settings.THIS}
    others = set(panel.channels) - {panel.here}
    here = server_settings.THIS_TOO if others else server_settings.THIS
    labels = {ALL: server_settings.ALL, HERE: here}
    # without any channel on the list, all are allowed
    return labels | {NOT_HERE: server_settings.NOT_THIS} if others else labels


def _sizes(panel: SetupPanel) -> Mapping[str, str | Message]:
    size = find_game(panel.settings.usual_game).option("size")
    every = range(size.minimum, size.maximum + 1)
    return {
        str(each): str(each) for each in sorted(size.suggested if size.only_suggested else every)
    }


def _languages(panel: SetupPanel) -> Mapping[str, str | Message]:
    chosen = panel.settings.language or AUTOMATIC
    return {chosen: chosen, AUTOMATIC: server_settings.OF_DISCORD, **LANGUAGES}


# by setting of the menu: the labels of its values
_LABELS: Mapping[str, Callable[[SetupPanel], Mapping[str, str | Message]]] = {
    "channels": _channel_labels,
    "game": lambda _panel: {game.key: game.name for game in GAMES},
    "size": _sizes,
    "pace": lambda _panel: {pace.value: pace_in_words(pace) for pace in OFFERED_PACES},
    "timeout": lambda _panel: challenge.IS_STRICT,
    "language": _languages,
    "hour": lambda _panel: {str(hour): minute_text(60 * hour) for hour in range(24)},
}


def _text(label: str | Message) -> str:
    return label() if isinstance(label, Message) else label


def _one_of(text: str, offered: Collection[str]) -> str:
    if text not in offered:
        raise OldComponent
    return text


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise OldComponent
    return int(text[:3])


def _language(text: str) -> str | None:
    return None if _one_of(text, [AUTOMATIC, *LANGUAGES]) == AUTOMATIC else text
