"""Names and errors as literal text: no markdown, no mention, no link; and counting words."""

import re
import unicodedata
from collections.abc import Sequence

# What Discord could read as markup, and not in our own sentences, through which names come as well:
# a bracket after `]` begins an address, a colon an emoji or goes on after https, but not before a
# blank, a number or the end. A backslash more is one that shows where a message is copied.
_SPECIAL = re.compile(r"([\\*_~`|<>\[\]#]|(?<=\])\(|:(?!\s|$|[0-9]+(?![0-9:])))")
# Discord finds invites without an address's "https:", and shows a card for each
_INVITE = re.compile(r"(?i)(discord(?:app)?\s*\.\s*\w+)/")
_INVISIBLE = "\u200b"
_JOINER = "\u200d"  # emoji of several parts hold together by it
_BLANKS = "\u2800\u3164\u115f\u1160\uffa0"  # they have no ink, and count as letters
_MARKS = ("Mn", "Me")  # drawn over the letter before
_MOST_MARKS = 3  # on one letter: languages need two
# numbers after a name written from right to left would join it, and a score be read backwards
_TURNING = re.compile(r"([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])(?=[\W_]*(?:[0-9]|$))")
_LEFT_TO_RIGHT = "\u200e"
LONGEST_NAME = 40  # Discord's own limit is 32
NAMELESS = "Somebody"


def escape(text: str) -> str:
    """Return a name, or anything else that was typed, as literal text in one line."""
    literal = _SPECIAL.sub(r"\\\1", visible(text)).replace("@", "@" + _INVISIBLE)
    return _TURNING.sub(rf"\1{_LEFT_TO_RIGHT}", _INVITE.sub(r"\1\/", literal))


def name_of(text: str) -> str:
    """Return a person's name as it is stored and drawn: visible, in one line, of some length."""
    seen = visible(text)
    if not seen.strip(_JOINER + "".join(filter(unicodedata.combining, seen))):
        return NAMELESS
    return seen if len(seen) <= LONGEST_NAME else seen[: LONGEST_NAME - 1].rstrip() + "…"


def visible(text: str) -> str:
    """Leave out what has no ink of its own: controls, direction marks, towers of accents."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in _MARKS else 0
        if character.isspace() or character in _BLANKS:
            kept.append(" ")
        elif character == _JOINER or (not _is_hidden(kind) and marks <= _MOST_MARKS):
            kept.append(character)
    return " ".join("".join(kept).split())


def _is_hidden(kind: str) -> bool:
    # Cn: not assigned yet as far as this Python knows; newer emoji are among them
    return kind.startswith("C") and kind != "Cn"


def plural(count: int, one: str) -> str:
    """`1 stone`, `2 stones`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def joined(items: Sequence[str]) -> str:
    """`A1`, `A1 and B2`, `A1, B2 and C3`."""
    *some, last = items
    return f"{', '.join(some)} and {last}" if some else last


def first_few(items: Sequence[str], most: int) -> str:
    """`A1, B2`; of more than `most`, `A1, B2 and 3 more`."""
    named, rest = ", ".join(items[:most]), len(items) - most
    return f"{named} and {rest} more" if rest > 0 else named
