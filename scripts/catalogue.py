"""Update the translation catalogues: `python scripts/catalogue.py [LANGUAGE ...]`.

Finds every message and every name of a command in the code, merges them into
`bot/words/locales/<language>/LC_MESSAGES/lifeline.po`, and compiles the file for the bot. Without
arguments it updates every language. It prints what is missing and what is wrong, and returns 0 if
there is nothing. docs/translating.md explains how to translate.
"""

import argparse
import asyncio
import string
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import discord
from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.runtime.app import find_commands
from bot.runtime.command_translation import (
    NAME,
    CommandWords,
    Translatable,
    faults,
    translatable_strings,
)
from bot.words.languages import DEFAULT, DOMAIN, FOLDER, languages

ROOT = Path(__file__).parents[1]
# folders with messages, as in the mapping for pybabel in pyproject.toml
SOURCES = ("bot/words", "bot/errors", "bot/learning", "rules")
KEYWORDS = {"text": None, "plural": (1, 2), "Message": None, "Sentence": None}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", help="codes such as de or pt_BR")
    chosen = parser.parse_args(arguments).languages
    shown = asyncio.run(command_strings())
    template = template_of(shown)
    complaints = 0
    for language in chosen or [each for each in languages() if each != DEFAULT]:
        catalogue = updated(language, template)
        for complaint in problems(catalogue, shown):
            complaints += 1
            print(f"{language}: {complaint}")
        total, done = len(template), sum(bool(is_translated(each)) for each in catalogue if each.id)
        print(f"{path_of(language)}: {done} of {total} messages are translated")
    return 1 if complaints else 0


def path_of(language: str, ending: str = "po") -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def template_of(shown: Sequence[Translatable]) -> Catalog:
    """Return a catalogue of every message in the code and every name of a command."""
    template = Catalog(project="lifeline-bot", charset="utf-8")
    for source in SOURCES:
        for name, line, message, comments, context in extract_from_dir(
            ROOT / source, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"]
        ):
            where = [(f"{source}/{name}", line)]
            template.add(message, locations=where, auto_comments=comments, context=context)
    for each in shown:
        if each.is_name:
            template.add(each.english, context=NAME)
        else:
            template.add(each.english)
    return template


async def command_strings() -> Sequence[Translatable]:
    """Return the strings of the commands that Discord shows."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return await translatable_strings(find_commands(), tree)


def updated(language: str, template: Catalog) -> Catalog:
    """Merge the template into the catalogue of a language, write it, and compile it."""
    path = path_of(language)
    catalogue = Catalog(locale=Locale.parse(language), charset="utf-8")
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, no_location=True, omit_header=False)
    with path_of(language, "mo").open("wb") as file:
        write_mo(file, catalogue)
    return catalogue


def problems(catalogue: Catalog, shown: Sequence[Translatable]) -> Iterator[str]:
    """Yield messages without translation or with other values, and names that Discord refuses."""
    for message in catalogue:
        if not message.id:
            continue
        if not is_translated(message):
            yield f"not translated: {message.id!r}"
        elif wrong := sorted(values_of(message.string) ^ values_of(message.id)):
            yield f"other values {wrong}: {message.id!r}"
    for english, why in faults(command_words(catalogue, shown), shown).items():
        yield f"“{english}”: {why}"


def is_translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(strings)


def values_of(texts: str | tuple[str, ...] | list[str]) -> set[str]:
    """Return the names of the values of a message, in any of its plural forms."""
    forms = (texts,) if isinstance(texts, str) else texts
    parsed = (part for form in forms for part in string.Formatter().parse(form))
    # languages differ in the plural forms that name the number
    return {name for _, name, _, _ in parsed if name is not None} - {"count"}


def command_words(catalogue: Catalog, shown: Sequence[Translatable]) -> CommandWords:
    names, texts = {}, {}
    for each in shown:
        found = catalogue.get(each.english, context=NAME if each.is_name else None)
        if found is not None and found.string:
            (names if each.is_name else texts)[each.english] = str(found.string)
    return CommandWords(str(catalogue.locale), names, texts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
