"""Update and check the translation catalogues: `python scripts/catalogue.py [LANGUAGE ...]`.

It finds all messages and command names in the code and merges them into
`bot/words/locales/<language>.po`, without arguments for every language. It prints missing and
faulty translations, and returns 0 if all are complete and correct. docs/translating.md explains how
to translate.
"""

import argparse
import asyncio
import re
import string
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import discord
from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.runtime.app import find_commands
from bot.runtime.command_translation import (
    CommandWords,
    Translatable,
    faults,
    translatable_strings,
)
from bot.words.languages import FOLDER, languages
from bot.words.po_file import NAME

ROOT = Path(__file__).parents[1]
# folders with messages, as in the mapping for pybabel in pyproject.toml
SOURCES = ("bot/words", "bot/errors", "bot/learning", "rules", "renderer")
KEYWORDS = {"text": None, "plural": (1, 2), "Message": None, "Sentence": None}
LABEL = 20  # characters of a button that fits on a phone; Japanese characters count double
LONGEST_LABEL = 28
# parts that a translation must repeat as often as the English message; labels of choices are
# translated
MARKUP = re.compile(r"\*\*|`/[^`]*`|<t:|https?://\S+")
CHOICE = re.compile(r"(?<=:)[^\W\d]\w*(?=[ `])")
HEAD = """\
{name} words of the bot; docs/translating.md explains how to change them.

Glossary. If you correct a word here, correct it everywhere in this file.
"""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", help="codes such as de or pt_BR")
    parser.add_argument("--check", action="store_true", help="change no file")
    given = parser.parse_args(arguments)
    shown = asyncio.run(command_strings())
    template = template_of(shown)
    complaints = 0
    for language in given.languages or languages()[1:]:
        path = FOLDER / f"{language}.po"
        catalogue, dropped = updated(path, template)
        if not given.check:
            write(path, catalogue)
        for complaint in (*dropped, *problems(catalogue, shown)):
            complaints += 1
            print(f"{language}: {complaint}")
        total, done = len(template), sum(bool(is_translated(each)) for each in catalogue if each.id)
        print(f"{path.relative_to(ROOT)}: {done} of {total} messages are translated")
    return 1 if complaints else 0


def template_of(shown: Sequence[Translatable]) -> Catalog:
    """Return a catalogue of every message and every command name in the code."""
    template = Catalog(charset="utf-8")
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


def updated(path: Path, template: Catalog) -> tuple[Catalog, Sequence[str]]:
    """Return a file's catalogue, updated from the template, and the messages that it lost."""
    locale = Locale.parse(path.stem)
    head = HEAD.format(name=locale.english_name)
    catalogue = Catalog(locale=locale, charset="utf-8", fuzzy=False, header_comment=head)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem)
    catalogue.update(
        template, no_fuzzy_matching=True, keep_user_comments=True, update_creation_date=False
    )
    dropped = [
        f"no longer used: {each.id!r}, which was {each.string!r}"
        for each in catalogue.obsolete.values()
        if is_translated(each)
    ]
    catalogue.obsolete.clear()
    return catalogue, dropped


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue with a short header that contains no date."""
    head = "\n".join(f"# {line}".rstrip() for line in _lines(catalogue.header_comment))
    header = (
        f'{head}\nmsgid ""\nmsgstr ""\n"Language: {catalogue.locale_identifier}\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.write(header.encode())
        write_po(file, catalogue, width=100, include_lineno=False, omit_header=True)


def _lines(comment: str) -> list[str]:
    return [line.removeprefix("#").removeprefix(" ") for line in comment.strip("\n").split("\n")]


def problems(catalogue: Catalog, shown: Sequence[Translatable]) -> Iterator[str]:
    """Yield messages without translation or with other values, and names that Discord refuses."""
    for message in catalogue:
        if not message.id:
            continue
        if not is_translated(message):
            yield f"not translated: {message.id!r}"
            continue
        if message.fuzzy:
            yield f"marked as fuzzy: {message.id!r}"
        if message.context != NAME:
            yield from differences(message)
    for english, why in faults(command_words(catalogue, shown), shown).items():
        yield f"“{english}”: {why}"


def differences(message: Message) -> Iterator[str]:
    """Yield the values, markup and lengths in which a translation differs from the message."""
    english, strings = forms_of(message.id), forms_of(message.string or "")
    try:
        wrong = sorted(values_of(strings) ^ values_of(english))
    except ValueError as error:
        yield f"{error}: {message.id!r}"
        return
    if wrong:
        yield f"other values {wrong}: {message.id!r}"
    marks = marks_of(english[-1])
    for each in strings:
        if marks_of(each) != marks:
            yield f"needs {marks}: {each!r} for {message.id!r}"
        if re.sub(r"\S.*\S|\S", "", each, flags=re.DOTALL) != re.sub(
            r"\S.*\S|\S", "", english[0], flags=re.DOTALL
        ):
            yield f"other space at an end: {each!r} for {message.id!r}"
        if is_label(english[0]) and width(each) > LONGEST_LABEL:
            yield f"a label wider than {LONGEST_LABEL}: {each!r} for {message.id!r}"


def marks_of(message: str) -> Sequence[str]:
    """Return the markup and the commands of a message, without the choices in the commands."""
    return sorted(CHOICE.sub("", mark) for mark in MARKUP.findall(message))


def is_label(english: str) -> bool:
    """Return whether a message is as short as a button or the title of a field."""
    sentence = english.endswith((".", "?", "!")) or ":" in english or "`" in english
    return len(english) <= LABEL and not sentence


def width(shown: str) -> int:
    """Return the width of a text in characters; East Asian characters count double."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in shown)


def forms_of(texts: str | Sequence[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)


def is_translated(message: Message) -> bool:
    return bool(message.string) and all(forms_of(message.string or ""))


def values_of(texts: Sequence[str]) -> set[str]:
    """Return the names of a message's values in any of its plural forms."""
    parsed = (part for form in texts for part in string.Formatter().parse(form))
    # languages differ in the plural forms that contain the number
    return {name for _, name, _, _ in parsed if name is not None} - {"count"}


def command_words(catalogue: Catalog, shown: Sequence[Translatable]) -> CommandWords:
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    for each in shown:
        found = catalogue.get(each.english, context=NAME if each.is_name else None)
        if found is not None and found.string:
            (names if each.is_name else texts)[each.english] = str(found.string)
    return CommandWords(str(catalogue.locale), names, texts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
