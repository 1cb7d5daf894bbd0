"""Personal settings: the table of all of them, with their values, labels and parsers. Pure.

A stored value is a text, as the menus and `/settings` take it. Everything else follows from the
table: menus, options, the overview and the defaults.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.errors.refusals import BadSetting
from bot.services.values.clocks.quiet_hours import Quiet, minute_text, parse_minute, zone_called
from bot.services.values.people.languages import LANGUAGES
from bot.words import refusals
from bot.words import settings as words
from bot.words.labels import BOARD_VIEWS
from bot.words.translation import Message
from renderer.theme import THEMES
from rules.typed_text import plain

OFF = "off"
KEPT_VIEWS = ("plain", "danger", "lifelines", "text")  # the others are about the last moves
AUTOMATIC = "auto"  # the language that Discord reports with each interaction


@dataclass(frozen=True, slots=True)
class Setting:
    """Personal setting; its first value is the default.

    :ivar labels: the label of each value.
    :ivar usual: usual values of a setting that can be typed; `label_typed` makes their labels.
    :ivar parse: reads a typed value; it raises `BadSetting`. None if only `labels` are allowed.
    :ivar label_typed: returns the label of a value that is not in `labels`.
    :ivar placeholder: the example in the form for a typed value.
    :ivar explanation: the description of the option of `/settings`; the label by default.
    """

    name: str
    label: Message
    labels: Mapping[str, Message | str]
    usual: tuple[str, ...] = ()
    parse: Callable[[str], str] | None = None
    label_typed: Callable[[str], str] = str
    placeholder: str = ""
    explanation: Message | None = None

    @property
    def offered(self) -> tuple[str, ...]:
        """The values to choose from in a menu, the default first."""
        return (*self.labels, *self.usual)

    def read(self, text: str) -> str:
        """Return the value to store for a value that a person chose or typed.

        :raises BadSetting: the setting does not have this value.
        """
        if self.parse is not None:
            return self.parse(text)
        if text not in self.labels:
            raise BadSetting(refusals.no_such_value(self.name, self.labels))
        return text

    def label_of(self, value: str) -> str:
        """Return the label of a value in the current language, as menus show it."""
        label = self.labels.get(value)
        if label is None:
            return self.label_typed(value)
        return label() if isinstance(label, Message) else label


def _or_off(parse: Callable[[str], str]) -> Callable[[str], str]:
    # phones capitalise the first letter
    return lambda text: OFF if plain(text).casefold() == OFF else parse(text)


def _quiet(text: str) -> str:
    start, separator, end = plain(text).partition("-")
    if not separator:
        raise BadSetting(words.BAD_QUIET())
    quiet = [_minute(each, words.BAD_QUIET) for each in (start, end)]
    if quiet[0] == quiet[1]:  # ambiguous: could mean never or always
        raise BadSetting(words.BAD_QUIET())
    return "-".join(map(minute_text, quiet))


def _minute(text: str, refusal: Message = words.BAD_HOUR) -> int:
    try:
        return parse_minute(text.strip())
    except ValueError:
        raise BadSetting(refusal()) from None


def _zone(text: str) -> str:
    try:
        return zone_called(text)
    except LookupError:
        raise BadSetting(words.BAD_ZONE()) from None


_ALL = (
    Setting("language", words.LANGUAGE, {AUTOMATIC: words.AS_IN_DISCORD, **LANGUAGES}),
    Setting("theme", words.THEME, {theme.name: theme.title for theme in THEMES.values()}),
    Setting("orientation", words.ORIENTATION, words.ORIENTATIONS),
    Setting("view", words.VIEW, {view: BOARD_VIEWS[view][0] for view in KEPT_VIEWS}),
    Setting("confirm", words.CONFIRM, words.CONFIRMATIONS),
    Setting("tips", words.TIPS, words.ON_OFF),
    Setting("only_move", words.ONLY_MOVE, words.OFF_ON),
    Setting("vacation", words.VACATION, words.ON_OFF),
    Setting("turns", words.TURNS, words.WAYS),
    Setting("outside", words.OUTSIDE, words.WAIT_OR_DM),
    Setting(
        "quiet",
        words.QUIET,
        {OFF: words.OFF},
        usual=("21:00-07:00", "22:00-07:00", "23:00-08:00", "00:00-08:00"),
        parse=_or_off(_quiet),
        label_typed=lambda value: words.quiet(*value.split("-")),
        placeholder="22:00-7:00",
        explanation=words.QUIET_ARGUMENT,
    ),
    Setting(
        "digest",
        words.DIGEST,
        {OFF: words.OFF},
        usual=("08:00", "12:00", "18:00", "20:00"),
        parse=_or_off(lambda text: minute_text(_minute(text))),
        placeholder="8:00",
        explanation=words.DIGEST_ARGUMENT,
    ),
    Setting(
        "zone",
        words.ZONE,
        {},
        usual=(
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
        parse=_zone,
        placeholder="Europe/Berlin",
        explanation=words.ZONE_ARGUMENT,
    ),
    Setting("reminders", words.REMINDERS, words.REMINDER_TIMES),
    Setting("ratings", words.RATINGS, words.READERS_OF_RATINGS),
)
SETTINGS: Mapping[str, Setting] = MappingProxyType({each.name: each for each in _ALL})
UTC = SETTINGS["zone"].offered[0]
_DEFAULTS = {each.name: each.offered[0] for each in _ALL}


def read_settings(given: Mapping[str, str]) -> dict[str, str]:
    """Return the values to store for values that a person chose or typed, by setting name.

    Call it in a thread, because the first look-up of a time zone reads files.

    :raises BadSetting: a setting does not exist, or does not have that value.
    """
    if not given.keys() <= SETTINGS.keys():
        raise BadSetting(refusals.no_such_setting(SETTINGS))
    return {name: SETTINGS[name].read(text) for name, text in given.items()}


def with_defaults(stored: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every setting: the stored one, or the default."""
    return _DEFAULTS | {name: value for name, value in stored.items() if _is_known(name, value)}


def _is_known(name: str, value: str) -> bool:
    setting = SETTINGS.get(name)
    return setting is not None and (setting.parse is not None or value in setting.labels)


def quiet_hours(value: str) -> Quiet | None:
    """Return the quiet hours of a stored value; None if they are off."""
    return None if value == OFF else Quiet(*map(parse_minute, value.split("-")))
