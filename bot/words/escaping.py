"""Escaping of names against markdown, mentions and links; plurals and lists."""

import re
import unicodedata
from itertools import zip_longest

from bot.words.translation import Message
from rules.typed_text import BLANK, INVISIBLE

# Characters that Discord could parse as markup. Other characters remain, because a backslash shows
# when text is copied: `(` only after `]` (a link), a colon (emoji, URL) only before text.
_SPECIAL = re.compile(r"([\\*_~`|<>\[\]#]|(?<=\])\(|:(?!\s|$|[0-9]+(?![0-9:])))")
# Discord shows a card for invites, even without "https:"
_INVITE = re.compile(r"(?i)(discord(?:app)?\s*\.\s*\w+)/")
_INVISIBLE = "\u200b"
_JOINER = "\u200d"  # joins the parts of an emoji
_EMOJI_STYLE = "\ufe0f"  # shows the symbol before it in colour
_EMOJI = ("So", "Sk", "Cn")  # emoji, skin tones, and emoji newer than this version of Python
_VIRAMA = 9  # the combining class of the sign after which a joiner forms another letter
_MARKS = ("Mn", "Me")  # combining marks
_MOST_MARKS = 3  # marks per character; languages need two
# at the start of a line, a list
_LIST = re.compile(r"\A([-+]|[0-9]+[.)])(?=\s|\Z)")
# without a mark, a number after a right-to-left name is displayed before it, reversing a score
_TURNING = re.compile(r"([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])(?=[\W_]*(?:[0-9]|$))")
_LEFT_TO_RIGHT = "\u200e"
LONGEST_NAME = 40  # Discord's own limit is 32
NAMELESS = Message("Player")


def escape(typed: str) -> str:
    """Escape typed text, so that Discord shows it literally and in one line, without a mention."""
    literal = _SPECIAL.sub(r"\\\1", visible(typed)).replace("@", "@" + _INVISIBLE)
    literal = _LIST.sub(lambda found: f"{found[1][:-1]}\\{found[1][-1]}", literal)
    return _TURNING.sub(rf"\1{_LEFT_TO_RIGHT}", _INVITE.sub(r"\1\/", literal))


def name_of(name: str) -> str:
    """Return a person's name, cleaned by `visible` and cut to 40 characters; not escaped.

    A name without a visible character becomes "Player".
    """
    seen = visible(name)
    if not seen.strip("".join(filter(unicodedata.combining, seen))):
        return NAMELESS()
    return seen if len(seen) <= LONGEST_NAME else shortened(seen, LONGEST_NAME - 1) + "…"


def shortened(typed: str, most: int) -> str:
    """Return a typed text, cleaned by `visible` and cut to at most `most` characters."""
    return visible(visible(typed)[:most])


def visible(typed: str) -> str:
    """Clean a typed text for storing and drawing; return "" if no visible character remains.

    The cleaned text is one line without control and invisible characters, lone surrogates,
    direction marks and stacked accents.
    """
    characters = unicodedata.normalize("NFC", typed)
    seen: list[str] = []
    marks = 0
    for character, following in zip_longest(characters, characters[1:], fillvalue=" "):
        is_blank = character.isspace() or character in BLANK
        if not is_blank and not _is_shown(character, seen[-1:], following):
            continue
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if marks <= _MOST_MARKS:
            seen.append(" " if is_blank else character)
    # again, because letters and accents that were kept apart may now be together
    return unicodedata.normalize("NFC", " ".join("".join(seen).split()))


def _is_shown(character: str, before: list[str], following: str) -> bool:
    if character == _JOINER:
        return any(_is_joined(each, following) for each in before)
    if character == _EMOJI_STYLE:
        return any(unicodedata.category(each) == "So" for each in before)
    kind = unicodedata.category(character)
    # Cn: unassigned in this version of Python, which includes newer emoji
    is_hidden = kind.startswith("C") and kind != "Cn"
    return not is_hidden and not INVISIBLE.match(character)


def _is_joined(before: str, following: str) -> bool:
    """Return whether an invisible joiner between two characters changes how Discord shows them.

    It does so between the parts of an emoji, and between letters of some scripts.
    """
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(following).startswith("L")
    return (unicodedata.category(before) in _EMOJI or before == _EMOJI_STYLE) and (
        unicodedata.category(following) in _EMOJI
    )


def plural(count: int, one: str) -> str:
    """Return a count with its English noun, for the log: `1 stone`, `2 stones`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
