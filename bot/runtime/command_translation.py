"""Translation of command names and descriptions, with one catalogue for each language.

A catalogue is a TOML file in `bot/words/locales/`, named after a Discord locale (`de.toml`), with
two tables, `names` and `texts`, from English to the other language; docs/translating.md explains
how to write one. Entries that Discord would reject stay English, so that a faulty catalogue cannot
prevent the registration of the commands.
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
LONGEST_NAME, LONGEST_TEXT = 32, 100  # characters

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


class BadCatalogue(ValueError):  # noqa: N818 - named like the other errors
    """Refusal of a catalogue file, with the reason."""


@dataclass(frozen=True, slots=True)
class Translatable:
    """A translatable string: a name to type, or a text. Names are unique within their `owner`."""

    english: str
    is_name: bool
    longest: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Translations into one language, keyed by the English string."""

    locale: discord.Locale
    names: Mapping[str, str]
    texts: Mapping[str, str]


class Translator(app_commands.Translator):
    """Translator of discord.py that looks strings up in catalogues."""

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
    """Translator that translates nothing and collects the strings of the commands."""

    def __init__(self) -> None:
        self.found: list[Translatable] = []

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        if locale is discord.Locale.american_english:
            is_menu = isinstance(context.data, app_commands.ContextMenu)
            longest = LONGEST_NAME if is_menu or _is_name(context) else LONGEST_TEXT
            owner = _owner(context.data)
            self.found.append(Translatable(string.message, _is_name(context), longest, owner))
        return None


async def translator_for(
    tree: app_commands.CommandTree[Any], folder: Path | None = None
) -> Translator | None:
    """Return a translator for the commands of a tree, None if there is no usable catalogue."""
    paths = sorted((folder or FOLDER).glob("*.toml"))
    if not paths:
        return None
    shown = await translatable_strings(tree.get_commands(), tree)
    usable = []
    for path in paths:
        try:
            catalogue = read_catalogue(path)
        except BadCatalogue as error:
            log.warning("%s is not used: %s", path.name, error)
            continue
        reasons = faults(catalogue, shown)
        for english, why in reasons.items():
            log.warning("%s: “%s” stays English: %s", path.name, english, why)
        usable.append(without(catalogue, reasons))
    return Translator(usable) if usable else None


async def translatable_strings(
    commands: Iterable[AnyCommand], tree: app_commands.CommandTree[Any]
) -> Sequence[Translatable]:
    """Return the translatable strings of some commands."""
    collector = _Collector()
    for command in commands:
        await command.get_translated_payload(tree, collector)
    return collector.found


def read_catalogue(path: Path) -> Catalogue:
    """Read a catalogue from a file.

    :raises BadCatalogue: if its name is not a locale, or its content not a catalogue.
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


def faults(catalogue: Catalogue, shown: Sequence[Translatable]) -> dict[str, str]:
    """Return the reasons against faulty or unused translations, keyed by the English string."""
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
    """Return a copy of a catalogue without some of its translations."""
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


def _clashes(catalogue: Catalogue, shown: Sequence[Translatable]) -> dict[str, str]:
    """Find translations that would give one name to two commands or options of one owner."""
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
    if context.location is At.command_name:  # names of context menus may hold spaces
        return not isinstance(context.data, app_commands.ContextMenu)
    return context.location in {At.parameter_name, At.group_name}


def _owner(data: Any) -> str:
    """Return the name of the command or group within which a name must be unique."""
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
