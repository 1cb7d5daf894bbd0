"""Style sheet and script of a page, and the security policy that allows only these."""

import base64
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from renderer.page.board import BLOCK, blocks
from renderer.page.steps import Steps
from renderer.theme import DARK, HIGH, LIGHT, RGB, Theme, find_theme
from renderer.translation import Message

BACK, NEXT = Message("Back"), Message("Next")
READERS_CHOICE = "auto"
"""Theme that follows the reader's settings."""


@lru_cache
def script() -> str:
    """Return the page's script without indentation and comment lines."""
    lines = (line.strip() for line in _file("page.js").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def stylesheet(steps: Steps, theme: str) -> str:
    """Return the style sheet of a game's page.

    :param theme: the name of a theme, or ``auto`` for the reader's system setting.
    :raises ValueError: the theme does not exist.
    """
    return "".join((_colours(theme), _worded(_file("page.css")), *_selected(steps)))


def _worded(style: str) -> str:
    """Insert the translated labels of the buttons Back and Next into the style sheet."""
    return style.replace("{back}", _quoted(BACK())).replace("{next}", _quoted(NEXT()))


def _quoted(words: str) -> str:
    """Escape a text for a string of a style sheet."""
    return "".join(each if each.isalnum() or each == " " else f"\\{ord(each):x} " for each in words)


def policy(style: str, code: str) -> str:
    """Return a content security policy that allows only this style sheet and script.

    The page cannot fetch or send anything. Style attributes are allowed, because the turns of a
    stone are custom properties. They cannot fetch anything either, and no person's text enters an
    attribute unescaped.
    """
    return (
        f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(style)}'; "
        "style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


@lru_cache
def _file(name: str) -> str:
    return (files("renderer.page") / name).read_text(encoding="utf-8")


@lru_cache
def _colours(theme: str) -> str:
    if theme != READERS_CHOICE:
        chosen = find_theme(theme)
        scheme = "dark" if chosen is DARK else "light"
        return f":root{{color-scheme:{scheme};{_properties(chosen)}}}\n{_print()}"
    return (
        f":root{{color-scheme:light dark;{_properties(LIGHT)}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{_properties(DARK)}}}}}\n"
        f"@media (prefers-contrast:more){{:root{{color-scheme:light;{_properties(HIGH)}}}}}\n"
        f"{_print()}"
    )


def _print() -> str:
    """Return the style rule for paper, with high-contrast colours and a white board."""
    paper = "--board:#fff;--board-alt:#fff;--edge:#999;--rim:#999;--grid:#777"
    return f"@media print{{:root{{color-scheme:light;{_properties(HIGH)};{paper}}}}}\n"


def _properties(theme: Theme) -> str:
    black, white = theme.stones
    roles = {
        "card": theme.card,
        "text": theme.text,
        "muted": theme.muted,
        "label": theme.label,
        "pill": theme.pill,
        "pill-text": theme.pill_text,
        "focus": theme.text,
        "board": theme.board,
        "board-alt": theme.board_alt,
        "edge": theme.edge,
        "rim": theme.rim,
        "grid": theme.grid,
        "last": theme.last,
        "danger": theme.danger,
        "badge": theme.badge,
        "bl": black.light,
        "bd": black.body,
        "br": black.rim,
        "wl": white.light,
        "wd": white.body,
        "wr": white.rim,
    }
    return ";".join(f"--{name}:{_code(colour)}" for name, colour in roles.items())


def _code(colour: RGB) -> str:
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def _selected(steps: Steps) -> Iterator[str]:
    """Yield the style rules that compute the selected turn from its block and its number there.

    A browser without ``:has()`` shows the last turn.
    """
    count = steps.last - steps.first
    last_block, last_place = divmod(count - 1, BLOCK) if count else (0, -1)
    yield f"body{{--first:{steps.first};--last-k:{last_block};--last-j:{last_place + 1}}}\n"
    for block in blocks(steps)[1:]:
        yield f"body:has(#r{block} :checked){{--k:{block}}}\n"
    for place in range(1, min(BLOCK, count) + 1):
        yield f"body:has(.numbered>:nth-child({place})>:checked){{--j:{place}}}\n"
