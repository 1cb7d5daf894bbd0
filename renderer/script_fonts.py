"""Fonts for every supported script, and the script to which a character belongs."""

import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont, features

Font = ImageFont.FreeTypeFont

SEMIBOLD, MEDIUM, BOLD = "SemiBold", "Medium", "Bold"
INTER = "Inter"
"""Latin, Greek and Cyrillic, digits and punctuation."""
RIGHT_TO_LEFT = ("Hebrew", "Arabic")
JOINED = ("Arabic", "Devanagari")
"""Scripts in which invisible joiners change the shapes of letters."""

_FOLDER = Path(__file__).with_name("fonts")
_NONCHARACTER = "\U0010fffe"
_FILES = {
    "Hebrew": "NotoSansHebrew-Regular.ttf",
    "Arabic": "NotoSansArabic-Regular.ttf",
    "Devanagari": "NotoSansDevanagari-Regular.ttf",
    "Thai": "NotoSansThai-Regular.ttf",
    "Asian": "NotoSansCJK-Regular.otf",
}
_RANGES = (
    ("Hebrew", 0x0590, 0x05FF),
    ("Arabic", 0x0600, 0x077F),
    ("Devanagari", 0x0900, 0x097F),
    ("Thai", 0x0E00, 0x0E7F),
    ("Hebrew", 0xFB1D, 0xFB4F),
    ("Asian", 0x2E80, 0xFFEF),
)
_NEEDS_SHAPING = (*RIGHT_TO_LEFT, "Devanagari")


@lru_cache(maxsize=128)
def font(size: int, weight: str = SEMIBOLD) -> Font:
    """Load the font Inter at ``size`` pixels.

    It uses Pillow's basic layout engine, which gives the same layout on every machine.
    """
    return ImageFont.truetype(
        _FOLDER / f"Inter-{weight}.otf", size, layout_engine=ImageFont.Layout.BASIC
    )


@lru_cache(maxsize=64)
def script_font(script: str, size: int) -> Font:
    """Load the font for a script that Inter lacks, such as Hebrew, at ``size`` pixels."""
    basic = script == "Asian" or not can_shape()
    engine = ImageFont.Layout.BASIC if basic else ImageFont.Layout.RAQM
    return ImageFont.truetype(_FOLDER / _FILES[script], size, layout_engine=engine)


def can_shape() -> bool:
    """Return whether Pillow can join and reorder letters, which needs libfribidi."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=4096)
def script_of(character: str) -> str | None:
    """Return the script whose font has the character; None if no font has it."""
    if _has_glyph(font(32), character):
        return INTER
    code = ord(character)
    for script, first, last in _RANGES:
        if first <= code <= last:
            known = can_shape() or script not in _NEEDS_SHAPING
            return script if known and _has_glyph(script_font(script, 32), character) else None
    return None


def is_mark(character: str) -> bool:
    """Return whether a character is a mark, such as an accent, on the character before it."""
    return unicodedata.category(character).startswith("M")


def _has_glyph(face: Font, character: str) -> bool:
    return bytes(face.getmask(character)) != bytes(face.getmask(_NONCHARACTER))
