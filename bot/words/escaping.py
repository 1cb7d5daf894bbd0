"""Escaping of names against markdown, mentions and links; plurals and lists."""

import re
import unicodedata
from collections.abc import Sequence

from bot.words.translation import Message, text

# Characters that Discord could parse as markup. Other characters remain, because a backslash shows
# when text is copied: `(` only after `]` (a link), a colon (emoji, URL) only before text.
_SPECIAL = re.compile(r"([\\*_~`|<>\[\]#]|(?<=\])\(|:(?!\s|$|[0-9]+(?![0-9:])))")
# Discord shows a card for invites, even without "https:"
_INVITE = re.compile(r"(?i)(discord(?:app)?\s*\.\s*\w+)/")
_INVISIBLE = "\u200b"
_JOINER = "\u200d"  # joins the parts of an emoji
_BLANKS = (
    "\u2800\u3164\u115f\u1160\uffa0"  # invisible characters in the category of letters or symbols
)
_MARKS = ("Mn", "Me")  # combining marks
_MOST_MARKS = 3  # marks per character; languages need two
# without a mark, a number after a right-to-left name is displayed before it, reversing a score
_TURNING = re.compile(r"([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])(?=[\W_]*(?:[0-9]|$))")
_LEFT_TO_RIGHT = "\u200e"
LONGEST_NAME = 40  # Discord's own limit is 32
NAMELESS = Message("Player")


def escape(typed: str) -> str:
    """Escape typed text for a message: literal, in one line."""
    literal = _SPECIAL.sub(r"\\\1", visible(typed)).replace("@", "@" + _INVISIBLE)
    return _TURNING.sub(rf"\1{_LEFT_TO_RIGHT}", _INVITE.sub(r"\1\/", literal))


def name_of(name: str) -> str:
    """Return a person's name for storing and drawing: visible, one line, limited length."""
    seen = visible(name)
    if not seen.strip(_JOINER + "".join(filter(unicodedata.combining, seen))):
        return NAMELESS()
    return seen if len(seen) <= LONGEST_NAME else seen[: LONGEST_NAME - 1].rstrip() + "…"


def visible(typed: str) -> str:
    """Return text without control characters, direction marks and stacked accents."""
    visible_characters: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", typed):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in _MARKS else 0
        if character.isspace() or character in _BLANKS:
            visible_characters.append(" ")
        elif character == _JOINER or (not _is_hidden(kind) and marks <= _MOST_MARKS):
            visible_characters.append(character)
    return " ".join("".join(visible_characters).split())


def _is_hidden(kind: str) -> bool:
    # Cn: unassigned in this version of Python, which includes newer emoji
    return kind.startswith("C") and kind != "Cn"


def plural(count: int, one: str) -> str:
    """Return a count with its noun: `1 stone`, `2 stones`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def joined(items: Sequence[str]) -> str:
    """Join items as a phrase: `A1`, `A1 and B2`, `A1, B2 and C3`."""
    *some, last = items
    return text("{items} and {last}", items=", ".join(some), last=last) if some else last


def first_few(items: Sequence[str], most: int) -> str:
    """Join at most `most` items and count the others: `A1, B2 and 3 more`."""
    named, rest = ", ".join(items[:most]), len(items) - most
    return text("{items} and {count} more", items=named, count=rest) if rest > 0 else named
