"""Pseudo-language that marks every message, to find words that no catalogue could translate.

Its messages are English text in brackets. The brackets are removed from the bot's requests to
Discord, so that tests in English still work.
"""

import re
from collections.abc import Iterator
from gettext import NullTranslations

import discord

from bot.words import languages
from rules.registry import GAMES

START, END = "⦗⦘"
VALUE, VALUE_END = "⦑⦒"  # around values without a message
_MARKS = re.compile(f"[{START}{END}{VALUE}{VALUE_END}]")
_VALUE = re.compile(f"{VALUE}([^{START}{END}{VALUE}{VALUE_END}]*){VALUE_END}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_GAMES = "|".join(sorted((game.name for game in GAMES), key=len, reverse=True))
# text that is the same in every language: mentions, times, links, code, names of games and people
_NO_WORDS = re.compile(
    rf"<[^>]*>|https?://\S+|`[^`]*`|```.*?```|{_GAMES}"
    r"|\b(swap|komi|hold)\b"  # moves in notation
    r"|\b(GIF|JSON|HTML|UTC|Discord|Glicko)\b",
    re.DOTALL,
)
# names of people and words typed by tests
_NAMES = re.compile(
    r"\W*\b(Ann|Ben|Eve|Mod|Club|everyone|https|x\.y|a note|scene|nonsense|never|English|Deutsch"
    r"|Español|Français|Português|Brasil|日本語|(Europe|Africa|Asia|Australia|Pacific|America)/\w+)\b\W*"
)
SHOWN = ("content", "label", "placeholder", "description", "title", "text", "name")


class Marked(str):
    """Message that marks itself and its values when it is formatted."""

    __slots__ = ()

    def format(self, **values: object) -> str:  # type: ignore[override]
        marked = {name: _marked(value) for name, value in values.items()}
        return f"{START}{_MARKS.sub('', str(self)).format(**marked)}{END}"


def _marked(value: object) -> object:
    plain = isinstance(value, str) and START not in value and _WORD.search(value)
    return f"{VALUE}{value}{VALUE_END}" if plain else value


class PseudoLanguage(NullTranslations):
    def gettext(self, message: str) -> str:
        return Marked(f"{START}{message}{END}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return Marked(f"{START}{msgid1 if n == 1 else msgid2}{END}")


def speak_pseudo(monkeypatch) -> set[str]:
    """Use the pseudo-language for everyone; return the set that collects words in no message."""
    pseudo = PseudoLanguage()
    monkeypatch.setattr(languages, "catalogue", lambda _language: pseudo)
    to_json = discord.utils._to_json
    found, sent = set[str](), set[str]()

    def checked(payload):
        if not isinstance(payload, list):  # the commands, which Discord shows in each language
            found.update(left_over(payload, sent))
        return to_json(_plain(payload))

    monkeypatch.setattr(discord.utils, "_to_json", checked)
    return found


def _plain(payload):
    if isinstance(payload, dict):
        return {key: _plain(value) for key, value in payload.items()}
    if isinstance(payload, list | tuple):
        return [_plain(value) for value in payload]
    return _MARKS.sub("", payload) if isinstance(payload, str) else payload


def left_over(payload, sent: set[str], key: str = "") -> Iterator[str]:
    """Yield words in a payload that are in no message.

    :param sent: lines that were sent before, which may recur in a later version of a message; the
        payload's lines are added.
    """
    if isinstance(payload, dict):
        for name, value in payload.items():
            yield from left_over(value, sent, name)
    elif isinstance(payload, list | tuple):
        for value in payload:
            yield from left_over(value, sent, key)
    elif isinstance(payload, str) and key in SHOWN:
        new = "\n".join(line for line in payload.split("\n") if line not in sent)
        sent.update(_MARKS.sub("", payload).split("\n"))
        for part in (_outside(new), *_VALUE.findall(new)):
            if _WORD.search(_NAMES.sub("", _NO_WORDS.sub("", part))):
                yield f"{part.strip()!r} in {_MARKS.sub('', payload)[:90]!r}"


def _outside(text: str) -> str:
    """Return the parts of a text that are outside messages."""
    depth, outside = 0, []
    for character in text:
        if character == END and depth == 0:
            outside.clear()  # the rest of a message that was split
            continue
        depth += {START: 1, END: -1}.get(character, 0)
        if depth == 0 and character != END:
            outside.append(character)
    return "".join(outside)
