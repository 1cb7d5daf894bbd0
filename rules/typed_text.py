"""Normalization of text that players type: dashes, spaces, quotes and invisible characters."""

import re
import unicodedata

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""A character that has no width of its own (Unicode: default ignorable), except blank letters."""
BLANK = "\u2800\u3164\u115f\u1160\uffa0"
"""Blank characters in the category of letters or symbols."""

# Dashes that Unicode counts among symbols and letters; keyboards offer them beside the others.
_DASHES = "\u2212\u2043\u02d7\u30fc\uff70~\u223c"
# Quotes that Unicode counts among other punctuation, and comparison signs used as brackets.
_QUOTES = "\"'`\u2032\u2033\u2034<>"
_QUOTE_KINDS = {"Ps", "Pe", "Pi", "Pf"}


def plain(text: str) -> str:
    r"""Return typed text in narrow characters, with ASCII dashes and single spaces.

    Invisible characters disappear; quotes and brackets become spaces.

    >>> plain("“\uff25\u200b\uff16” \u2013 c\u00a03")
    'E6 - c 3'
    """
    if not text.isascii():
        # first without invisible characters, because they can keep a letter and its accent apart
        narrow = unicodedata.normalize("NFKC", INVISIBLE.sub("", text))
        text = "".join(map(_plain_character, narrow))
    return " ".join(text.translate(_ASCII).split())


def _plain_character(character: str) -> str:
    kind = unicodedata.category(character)
    if kind == "Pd" or character in _DASHES:
        return "-"
    if character.isspace() or character in BLANK or character in _QUOTES or kind in _QUOTE_KINDS:
        return " "
    return "" if kind in ("Cc", "Cf", "Cs") else character


_ASCII = {code: _plain_character(chr(code)) for code in range(128)}
