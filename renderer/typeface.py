"""Text in the bundled fonts: names in every script, widths, and fitting to a width in pixels.

Text is drawn in Inter. Characters that Inter lacks are drawn in the font of their script, run by
run.
"""

import re
import unicodedata
from functools import lru_cache

from PIL import ImageDraw

from renderer.script_fonts import (
    INTER,
    JOINED,
    RIGHT_TO_LEFT,
    Font,
    is_mark,
    script_font,
    script_of,
)
from renderer.theme import RGB

_JOINERS = "\u200c\u200d"
_MOST_MARKS = 3
"""Marks on one letter; languages need two, Devanagari three."""
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_IDEOGRAPH = "\u3041-\u30ff\u3400-\u9fff"
_OPENING = "「『【\uff08"  # no line ends with these characters
# no line begins with these characters
_CLOSING = "、。」』】〜ー々っゃゅょッャュョ\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
_PIECE = re.compile(
    rf"[{_OPENING}]*(?:[{_IDEOGRAPH}]|[^\s{_IDEOGRAPH}{_OPENING}{_CLOSING}]+|\S)[{_CLOSING}]*\s*"
)
"""Text that is not broken across lines: a word, or one ideograph with its punctuation."""
_NUMBER_OR_SIGN = re.compile(r"[0-9]+(?:[.,:][0-9]+)*|.")

Run = tuple[str, Font]


def printable(name: str, fallback: str) -> str:
    """Return ``name`` on one line, in characters that the fonts have.

    Emoji, invisible characters (direction marks, controls) and stacked accents are omitted. The
    result is ``fallback`` if nothing remains, or if characters were omitted and no letter or digit
    remains.
    """
    kept: list[str] = []
    script, marks = None, 0
    for character in unicodedata.normalize("NFC", name):
        if character.isspace():
            kept.append(" ")
            script = None
        elif character in _JOINERS:
            kept.append(character if script in JOINED else "")
        elif is_mark(character):
            marks += 1
            fits = script is not None and marks <= _MOST_MARKS
            kept.append(character if fits and script_of(character) in (script, INTER) else "")
        else:
            plain = _plain(character)
            script, marks = script_of(plain[0]) if plain else None, 0
            kept.append(plain)
    seen = " ".join("".join(kept).split()).strip(_JOINERS)
    whole = seen == " ".join(name.split())
    return seen if seen and (whole or any(map(str.isalnum, seen))) else fallback


def _plain(character: str) -> str:
    """Return a character as the fonts can show it; an empty text if they cannot.

    The result is the character itself or, if the fonts lack it, an equivalent letter or digit.
    """
    if unicodedata.category(character).startswith("C"):
        return ""
    if script_of(character):
        return character
    plain = unicodedata.normalize("NFKC", character)
    return plain if plain.isalnum() and all(map(script_of, plain)) else ""


def text_width(text: str, face: Font) -> float:
    """Return the width of a text in pixels."""
    return sum(one.getlength(part) for part, one in _runs(text, face))


def draw_text(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    face: Font,
    colour: RGB,
    anchor: str,
) -> None:
    """Draw a text at a point, in ``face`` or, for characters that it lacks, in other fonts.

    :param anchor: ``l``, ``m`` or ``r``, then ``s`` or ``m``, with the same meaning as in Pillow.
    """
    runs = _runs(text, face)
    if len(runs) == 1 and runs[0][1] is face:
        draw.text(at, text, font=face, fill=colour, anchor=anchor)
        return
    x, y = at
    x -= text_width(text, face) * {"l": 0, "m": 0.5, "r": 1}[anchor[0]]
    if anchor[1] == "m":
        ascent, descent = face.getmetrics()
        y += (ascent - descent) / 2
    for part, one in runs:
        draw.text((round(x), round(y)), part, font=one, fill=colour, anchor="ls")
        x += one.getlength(part)


def fitted(text: str, face: Font, width: float) -> str:
    """Shorten ``text`` and end it in "…" if it is wider than ``width`` pixels."""
    if text_width(text, face) <= width:
        return text
    while text and text_width(text + "…", face) > width:
        text = text[:-1].rstrip()
    return text + "…"


def wrapped(text: str, face: Font, width: float, most: int) -> tuple[str, ...]:
    """Break ``text`` into at most ``most`` lines of ``width`` pixels; the last may end in "…".

    Lines end between words, or between any two Chinese or Japanese characters.
    """
    lines: list[str] = []
    pieces = _PIECE.findall(" ".join(text.split()))
    while pieces and len(lines) < most:
        taken = _pieces_that_fit(pieces, face, width)
        if len(lines) == most - 1 and taken < len(pieces):
            taken = len(pieces)
        lines.append(fitted("".join(pieces[:taken]).rstrip(), face, width))
        pieces = pieces[taken:]
    return tuple(lines)


def _pieces_that_fit(pieces: list[str], face: Font, width: float) -> int:
    count = 1
    while count < len(pieces) and text_width("".join(pieces[: count + 1]).rstrip(), face) <= width:
        count += 1
    return count


def _runs(text: str, face: Font) -> tuple[Run, ...]:
    """Split a text into runs of one font each, in visual order from left to right."""
    if text.isascii():
        return ((text, face),)
    size = round(face.size)
    return tuple(
        (part, face if script == INTER else script_font(script, size))
        for part, script in _by_script(text)
    )


@lru_cache(maxsize=1024)
def _by_script(text: str) -> tuple[tuple[str, str], ...]:
    """Split a text by scripts, in visual order from left to right.

    A text is read from the right if its letters all belong to right-to-left scripts. The letters
    within a run are put in order when they are drawn.
    """
    runs: list[tuple[str, str]] = []
    for character in text:
        last = runs[-1][1] if runs else INTER
        attached = is_mark(character) or character in _JOINERS
        script = last if attached else script_of(character) or INTER
        if runs and script == last:
            runs[-1] = (runs[-1][0] + character, last)
        else:
            runs.append((character, script))
    runs = _joined_by_spaces(runs)
    if not _from_the_right(runs):
        return tuple(runs)
    return tuple(
        (part, script)
        for whole, script in reversed(runs)
        for part in (_mirrored(whole) if script == INTER else [whole])
    )


def _mirrored(text: str) -> list[str]:
    """Return a text without letters as parts in right-to-left order, with mirrored brackets.

    The digits of a number keep their order.
    """
    return [each.translate(_MIRRORED) for each in reversed(_NUMBER_OR_SIGN.findall(text))]


def _joined_by_spaces(runs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Join runs of one script that only spaces separate, so that their words stay in order."""
    joined: list[tuple[str, str]] = []
    for part, script in runs:
        if len(joined) > 1 and joined[-1][0].isspace() and joined[-2][1] == script:
            between = joined.pop()[0]
            joined[-1] = (joined[-1][0] + between + part, script)
        else:
            joined.append((part, script))
    return joined


def _from_the_right(runs: list[tuple[str, str]]) -> bool:
    scripts = {script for part, script in runs if script != INTER or any(map(str.isalpha, part))}
    return bool(scripts) and scripts <= set(RIGHT_TO_LEFT)
