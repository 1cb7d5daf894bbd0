"""Escaping of plain text for HTML. Every name, note and result passes through here."""

import re
from html import escape

# Control characters have no place in HTML, and direction marks could rearrange it.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def escape_text(value: str) -> str:
    """Escape a text for use between tags or in a quoted attribute."""
    return escape(_CONTROLS.sub("", value).encode("utf-8", "replace").decode("utf-8"))


def line(value: str) -> str:
    """Escape a text of one line, such as a name, and isolate its text direction."""
    return f"<bdi>{escape_text(' '.join(value.split()))}</bdi>"
