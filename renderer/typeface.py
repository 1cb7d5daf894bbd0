"""The bundled font: loading, supported characters, and text fitted to a width in pixels."""

import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

Font = ImageFont.FreeTypeFont

SEMIBOLD, MEDIUM, BOLD = "SemiBold", "Medium", "Bold"

_FOLDER = Path(__file__).with_name("fonts")
_NONCHARACTER = "\U0010fffe"


@lru_cache(maxsize=128)
def font(size: int, weight: str = SEMIBOLD) -> Font:
    """Load Inter at ``size`` pixels, with basic layout because shaping varies between hosts."""
    return ImageFont.truetype(
        _FOLDER / f"Inter-{weight}.otf", size, layout_engine=ImageFont.Layout.BASIC
    )


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    probe = font(32)
    return bytes(probe.getmask(character)) != bytes(probe.getmask(_NONCHARACTER))


def printable(name: str, fallback: str) -> str:
    """Return ``name`` as a single line, or ``fallback`` if the font lacks one of its characters.

    Invisible characters (direction marks, joiners, controls) are dropped first.
    """
    seen = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", name)
        if character.isspace() or not unicodedata.category(character).startswith("C")
    )
    seen = " ".join(seen.split())
    return seen if seen and all(map(_has_glyph, seen.replace(" ", ""))) else fallback


def fitted(text: str, face: Font, width: float) -> str:
    """Shorten ``text`` to end in "…" if it is wider than ``width`` pixels."""
    if face.getlength(text) <= width:
        return text
    while text and face.getlength(text + "…") > width:
        text = text[:-1].rstrip()
    return text + "…"


def wrapped(text: str, face: Font, width: float, most: int) -> tuple[str, ...]:
    """Break ``text`` into at most ``most`` lines of ``width`` pixels; the last may end in "…"."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        taken = _words_that_fit(words, face, width)
        if len(lines) == most - 1 and taken < len(words):
            taken = len(words)
        lines.append(fitted(" ".join(words[:taken]), face, width))
        words = words[taken:]
    return tuple(lines)


def _words_that_fit(words: list[str], face: Font, width: float) -> int:
    count = 1
    while count < len(words) and face.getlength(" ".join(words[: count + 1])) <= width:
        count += 1
    return count
