"""A person's settings: what is typed becomes wishes, and all of them are shown in words."""

from collections.abc import Callable, Mapping
from datetime import datetime

from bot.errors.clocks import BadNotices
from bot.messages.outgoing_message import Post
from bot.services.notifications.quiet_hours import Quiet, minute_text, parse_minute, zone_called
from bot.services.notifications.settings import Way, WishChanges, Wishes
from bot.words import labels
from bot.words import moves as texts
from bot.words import notification_settings as notice_texts
from bot.words.escaping import escape

OFF = "off"
UTC = Wishes().zone  # of those who have set none


def read_wishes(fields: Mapping[str, str | None]) -> WishChanges:
    """Read what was filled in as changes of `Wishes`; what is missing stays as it is.

    :raises BadNotices: something cannot be read.
    """
    readers: dict[str, Callable[[str], WishChanges]] = {
        # who chooses anew may have let Discord write to them since
        "turns": lambda text: {"way": Way(text), "dm_refused_at": None},
        "quiet": lambda text: {"quiet": _quiet(text)},
        "digest": lambda text: {"digest_at": None if _is_off(text) else _minute(text)},
        "zone": lambda text: {"zone": _zone(text)},
        "reminders": lambda text: {"reminders": text == "on"},
    }
    changes = WishChanges()
    for name, text in fields.items():
        if text is not None:
            changes |= readers[name](text.strip())
    return changes


def overview(preferences: Mapping[str, str], wishes: Wishes, now: datetime) -> Post:
    """Show every setting with its value, and whether Discord keeps one from being followed."""
    shown = {
        label: labels.PREFERENCE_VALUES[name][preferences[name]]
        for name, label in labels.PREFERENCES.items()
    }
    digest = wishes.digest_at
    shown |= {
        labels.TURNS: labels.WAYS[wishes.way.value],
        labels.QUIET: labels.ON_OFF[OFF] if wishes.quiet is None else _hours(wishes.quiet),
        labels.DIGEST: labels.ON_OFF[OFF] if digest is None else minute_text(digest),
        labels.ZONE: wishes.zone,
        labels.REMINDERS: labels.ON_OFF["on" if wishes.reminders else OFF],
    }
    timed = wishes.quiet is not None or digest is not None
    lines = [f"- {name}: **{escape(value)}**" for name, value in shown.items()]
    if timed and wishes.zone == UTC:
        lines.append(notice_texts.HOURS_ARE_UTC)
    if wishes.way in (Way.DM, Way.BOTH) and wishes.refused(now):
        lines.append(notice_texts.DM_REFUSED)
    return Post("\n".join([texts.SETTINGS_TITLE, *lines]))


def _is_off(text: str) -> bool:
    return text.casefold() == OFF  # a phone writes it with a capital


def _hours(quiet: Quiet) -> str:
    return notice_texts.quiet(minute_text(quiet.start), minute_text(quiet.end))


def _quiet(text: str) -> Quiet | None:
    if _is_off(text):
        return None
    start, separator, end = text.replace("\u2013", "-").partition("-")
    if not separator:
        raise BadNotices(notice_texts.BAD_QUIET)
    quiet = Quiet(*(_minute(each, notice_texts.BAD_QUIET) for each in (start, end)))
    if quiet.start == quiet.end:  # would never be quiet, and may have been meant as always
        raise BadNotices(notice_texts.BAD_QUIET)
    return quiet


def _minute(text: str, otherwise: str = notice_texts.BAD_HOUR) -> int:
    try:
        return parse_minute(text.strip())
    except ValueError:
        raise BadNotices(otherwise) from None


def _zone(text: str) -> str:
    try:
        return zone_called(text)
    except LookupError:
        raise BadNotices(notice_texts.BAD_ZONE) from None
