"""Translation of command names and descriptions, from the catalogues of `bot.words.languages`.

Names have their own context in the catalogues. Strings whose translations Discord would reject
remain English, so that a faulty catalogue cannot prevent the registration of the commands.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At
from discord.app_commands import TranslationContextTypes, locale_str
from discord.app_commands.commands import validate_name

from bot.words.languages import DEFAULT, catalogue, language_for, languages
from bot.words.po_file import NAME

log = logging.getLogger(__name__)

LONGEST_NAME, LONGEST_TEXT = 32, 100  # characters

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


@dataclass(frozen=True, slots=True)
class Translatable:
    """String of a command to translate: a name that people type, or a text.

    A name must be unique within its `owner`, a command or group. `longest` is Discord's limit in
    characters.
    """

    english: str
    is_name: bool
    longest: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class CommandWords:
    """Translations of the commands into one language, keyed by the English string."""

    language: str
    names: Mapping[str, str]
    texts: Mapping[str, str]


class Translator(app_commands.Translator):
    """Translator for discord.py, which serves every locale of the bot's languages."""

    def __init__(self, translated: Iterable[CommandWords]) -> None:
        self._words = {each.language: each for each in translated}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        found = self._words.get(language_for(locale.value))
        if found is None:
            return None
        return (found.names if _is_name(context) else found.texts).get(string.message)


class _Collector(app_commands.Translator):
    """Translator that collects the strings of the commands and translates nothing."""

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


async def translator_for(tree: app_commands.CommandTree[Any]) -> Translator | None:
    """Return a translator for the commands of a tree; None if there are no other languages."""
    others = [language for language in languages() if language != DEFAULT]
    if not others:
        return None
    shown = await translatable_strings(tree.get_commands(), tree)
    usable = []
    for language in others:
        words = words_of(language, shown)
        reasons = faults(words, shown)
        for english, why in reasons.items():
            log.warning("%s: “%s” remains English: %s", language, english, why)
        usable.append(without(words, reasons))
    return Translator(usable)


async def translatable_strings(
    commands: Iterable[AnyCommand], tree: app_commands.CommandTree[Any]
) -> Sequence[Translatable]:
    """Return the strings to translate in commands: names, descriptions and choices."""
    collector = _Collector()
    for command in commands:
        await command.get_translated_payload(tree, collector)
    return collector.found


def words_of(language: str, shown: Iterable[Translatable]) -> CommandWords:
    """Return the translated strings of the commands, without untranslated ones."""
    found = catalogue(language)
    names, texts = {}, {}
    for each in shown:
        if each.is_name:
            names[each.english] = found.pgettext(NAME, each.english)
        else:
            texts[each.english] = found.gettext(each.english)
    return CommandWords(language, _translated(names), _translated(texts))


def faults(translated: CommandWords, shown: Sequence[Translatable]) -> dict[str, str]:
    """Return the fault of each faulty or unused translation, keyed by the English string."""
    found = {}
    for is_name, words in ((True, translated.names), (False, translated.texts)):
        longest: dict[str, int] = {}
        for each in shown:
            if each.is_name is is_name:
                length = min(each.longest, longest.get(each.english, each.longest))
                longest[each.english] = length
        for english, word in words.items():
            why = _fault(word, longest.get(english), is_name=is_name)
            if why:
                found[english] = why
    return found | _clashes(translated, shown)


def without(translated: CommandWords, omitted: Iterable[str]) -> CommandWords:
    """Return a copy of the translations without those of the omitted English strings."""
    names, texts = dict(translated.names), dict(translated.texts)
    for english in omitted:
        names.pop(english, None)
        texts.pop(english, None)
    return replace(translated, names=names, texts=texts)


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


def _clashes(translated: CommandWords, shown: Sequence[Translatable]) -> dict[str, str]:
    """Return the faults of translated names that are not unique, keyed by the English name.

    Two commands, or two options of one command, would get the same name.
    """
    taken: dict[tuple[str, str], set[str]] = {}
    for each in shown:
        if each.is_name:
            word = translated.names.get(each.english, each.english)
            taken.setdefault((each.owner, word), set()).add(each.english)
    return {
        english: f"“{word}” stands for {' and '.join(sorted(words))}"
        for (_, word), words in taken.items()
        if len(words) > 1
        for english in words & translated.names.keys()
    }


def _is_name(context: TranslationContextTypes) -> bool:
    if context.location is At.command_name:  # names of context menus may contain spaces
        return not isinstance(context.data, app_commands.ContextMenu)
    return context.location in {At.parameter_name, At.group_name}


def _owner(data: Any) -> str:
    """Return the command or group within which a name must be unique; empty at the top level."""
    holder = data.command if isinstance(data, app_commands.Parameter) else data
    if isinstance(data, app_commands.Parameter):
        return f"/{holder.qualified_name}"
    parent = getattr(data, "parent", None)
    return "" if parent is None else f"/{parent.qualified_name}"


def _translated(words: Mapping[str, str]) -> Mapping[str, str]:
    return {english: word for english, word in words.items() if word and word != english}
