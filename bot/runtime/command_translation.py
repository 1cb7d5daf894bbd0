"""Commands in other languages: what Discord shows in its menus, from one catalogue a language.

A catalogue is a TOML file in `bot/locales/`, named after a locale of Discord (`de.toml`), with two
tables, `names` and `texts`, from the English words to others; docs/translating.md tells how to
write one. What Discord would refuse is left out and stays English, so that no catalogue can keep
the commands from being taken.
"""

import logging
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At
from discord.app_commands import TranslationContextTypes, locale_str
from discord.app_commands.commands import validate_name

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parents[1] / "words" / "locales"
LONGEST_NAME, LONGEST_TEXT = 32, 100  # characters that Discord takes

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


class BadCatalogue(ValueError):  # noqa: N818 - reads as the other errors
    """A file is no catalogue; the message says why."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that Discord shows: a name to type, or a text. No two names of an `owner` agree."""

    english: str
    is_name: bool
    longest: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Translations into one language, by the English."""

    locale: discord.Locale
    names: Mapping[str, str]
    texts: Mapping[str, str]


class Translator(app_commands.Translator):
    """Looks words up in catalogues."""

    def __init__(self, catalogues: Iterable[Catalogue]) -> None:
        self._catalogues = {each.locale: each for each in catalogues}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        catalogue = self._catalogues.get(locale)
        if catalogue is None:
            return None
        words = catalogue.names if _is_name(context) else catalogue.texts
        return words.get(string.message)


class _Collector(app_commands.Translator):
    """Translates nothing and remembers what it was asked for."""

    def __init__(self) -> None:
        self.found: list[Shown] = []

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        if locale is discord.Locale.american_english:
            is_menu = isinstance(context.data, app_commands.ContextMenu)
            longest = LONGEST_NAME if is_menu or _is_name(context) else LONGEST_TEXT
            owner = _owner(context.data)
            self.found.append(Shown(string.message, _is_name(context), longest, owner))
        return None


async def translator_for(
    tree: app_commands.CommandTree[Any], folder: Path | None = None
) -> Translator | None:
    """Return the translator of a tree that has its commands; None when there is no catalogue."""
    paths = sorted((folder or FOLDER).glob("*.toml"))
    if not paths:
        return None
    shown = await what_is_shown(tree.get_commands(), tree)
    usable = []
    for path in paths:
        try:
            catalogue = read_catalogue(path)
        except BadCatalogue as error:
            log.warning("%s is not used: %s", path.name, error)
            continue
        faulty = faults(catalogue, shown)
        for english, why in faulty.items():
            log.warning("%s: “%s” stays English: %s", path.name, english, why)
        usable.append(without(catalogue, faulty))
    return Translator(usable) if usable else None


async def what_is_shown(
    commands: Iterable[AnyCommand], tree: app_commands.CommandTree[Any]
) -> Sequence[Shown]:
    """Return all that Discord shows of some commands."""
    collector = _Collector()
    for command in commands:
        await command.get_translated_payload(tree, collector)
    return collector.found


def read_catalogue(path: Path) -> Catalogue:
    """Read a file.

    :raises BadCatalogue: it is not named after a locale, or not written as a catalogue.
    """
    try:
        locale = discord.Locale(path.stem)
    except ValueError:
        raise BadCatalogue(f"Discord has no locale “{path.stem}”") from None
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadCatalogue(f"it cannot be read: {error}") from None
    extra = sorted(tables.keys() - {"names", "texts"})
    if extra:
        raise BadCatalogue(f"there are two tables, names and texts, and no “{extra[0]}”")
    return Catalogue(locale, _words(tables, "names"), _words(tables, "texts"))


def faults(catalogue: Catalogue, shown: Sequence[Shown]) -> dict[str, str]:
    """Return what Discord would refuse or nobody would see, by its English, with the reason."""
    found = {}
    for is_name, words in ((True, catalogue.names), (False, catalogue.texts)):
        longest: dict[str, int] = {}
        for each in shown:
            if each.is_name is is_name:
                length = min(each.longest, longest.get(each.english, each.longest))
                longest[each.english] = length
        for english, word in words.items():
            why = _fault(word, longest.get(english), is_name=is_name)
            if why:
                found[english] = why
    return found | _clashes(catalogue, shown)


def without(catalogue: Catalogue, left_out: Iterable[str]) -> Catalogue:
    """Return a catalogue without some of its words."""
    names, texts = dict(catalogue.names), dict(catalogue.texts)
    for english in left_out:
        names.pop(english, None)
        texts.pop(english, None)
    return replace(catalogue, names=names, texts=texts)


def _fault(word: str, longest: int | None, *, is_name: bool) -> str:
    if longest is None:
        return "no command shows it"
    if not 1 <= len(word) <= longest:
        return f"it must have 1 to {longest} characters, not {len(word)}"
    if is_name:
        try:
            validate_name(word)
        except ValueError:
            return "a name is lower case, letters and numbers, - and _, without spaces"
    return ""


def _clashes(catalogue: Catalogue, shown: Sequence[Shown]) -> dict[str, str]:
    """Find names that would no longer differ from others beside them."""
    taken: dict[tuple[str, str], set[str]] = {}
    for each in shown:
        if each.is_name:
            word = catalogue.names.get(each.english, each.english)
            taken.setdefault((each.owner, word), set()).add(each.english)
    return {
        english: f"“{word}” stands for {' and '.join(sorted(words))}"
        for (_, word), words in taken.items()
        if len(words) > 1
        for english in words & catalogue.names.keys()
    }


def _is_name(context: TranslationContextTypes) -> bool:
    if context.location is At.command_name:  # the name of a menu is a text
        return not isinstance(context.data, app_commands.ContextMenu)
    return context.location in {At.parameter_name, At.group_name}


def _owner(data: Any) -> str:
    """Name what holds a command or a parameter: within it names must differ."""
    holder = data.command if isinstance(data, app_commands.Parameter) else data
    if isinstance(data, app_commands.Parameter):
        return f"/{holder.qualified_name}"
    parent = getattr(data, "parent", None)
    return "" if parent is None else f"/{parent.qualified_name}"


def _words(tables: Mapping[str, Any], name: str) -> Mapping[str, str]:
    words = tables.get(name, {})
    if not isinstance(words, dict) or not all(isinstance(word, str) for word in words.values()):
        raise BadCatalogue(f"{name} must be a table of texts")
    return {english: word for english, word in words.items() if word}
