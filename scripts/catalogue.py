"""Merge the messages of the code into the translation catalogues: `make messages`.

It extracts all messages and command names from the code and merges them into
`bot/words/locales/<language>.po`, for the languages named or for every language. An entry whose
English has changed keeps its translation, marked as fuzzy, with the old English as `#| msgid`; the
bot shows it in English until a translator reads it. `--count` changes nothing and prints how many
entries are missing, fuzzy or faulty. `--complete` lists them, and returns 1 if there are any.
docs/translating.md explains how to translate.
"""

import argparse
import asyncio
import copy
import difflib
import re
import string
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import discord
import polib
from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
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
# folders with messages
SOURCES = ("bot/words", "bot/errors", "bot/learning", "rules", "renderer")
KEYWORDS = {"text": None, "plural": (1, 2), "Message": None, "Sentence": None}
WIDTH = 100  # characters of a line in a catalogue
FUZZY = "fuzzy"
SIMILAR = 0.6  # from 0 to 1: the least likeness of an old message to a new one that it became
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
    parser.add_argument("--count", action="store_true", help="change no file; only count")
    parser.add_argument("--complete", action="store_true", help="change no file; 1 if incomplete")
    given = parser.parse_args(arguments)
    shown = asyncio.run(command_strings())
    template = template_of(shown)
    incomplete = False
    for language in given.languages or languages()[1:]:
        path = FOLDER / f"{language}.po"
        catalogue, dropped = merged(catalogue_at(path), template)
        found = list(problems(catalogue, shown))
        incomplete |= bool(found)
        if not (given.count or given.complete):
            path.parent.mkdir(exist_ok=True)
            catalogue.save(str(path))
        for complaint in () if given.count else (*dropped, *found):
            print(f"{language}: {complaint}")
        print(f"{path.name}: {summary(catalogue)}")
    return 1 if given.complete and incomplete else 0


def summary(catalogue: polib.POFile) -> str:
    """Return a line that says how many messages of a catalogue are translated, fuzzy or missing."""
    done, fuzzy = len(catalogue.translated_entries()), len(catalogue.fuzzy_entries())
    missing = len(catalogue) - done - fuzzy
    return f"{done} of {len(catalogue)} messages are translated, {fuzzy} fuzzy, {missing} missing"


def template_of(shown: Sequence[Translatable]) -> Sequence[polib.POEntry]:
    """Return a catalogue entry for every message and every command name in the code."""
    found: dict[tuple[str | None, str], polib.POEntry] = {}

    def add(message: str | Sequence[str], context: str | None, source: str = "") -> polib.POEntry:
        english, *plural = forms_of(message)
        entry = found.setdefault((context, english), polib.POEntry(msgctxt=context, msgid=english))
        if plural:
            entry.msgid_plural, entry.msgstr_plural = plural[0], {0: ""}
        if source and (source, "") not in entry.occurrences:
            entry.occurrences.append((source, ""))
        return entry

    for source in SOURCES:
        for name, _, message, comments, context in extract_from_dir(
            ROOT / source, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"]
        ):
            entry = add(message, context, f"{source}/{name}")
            entry.comment = "\n".join(filter(None, [entry.comment, *comments]))
    for each in shown:
        add(each.english, NAME if each.is_name else None)
    return list(found.values())


async def command_strings() -> Sequence[Translatable]:
    """Return the translatable strings of the bot's commands: names and descriptions."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return await translatable_strings(find_commands(), tree)


def catalogue_at(path: Path) -> polib.POFile:
    """Return the catalogue in a file, or an empty catalogue of the language without a file."""
    if path.exists():
        return polib.pofile(str(path), wrapwidth=WIDTH)
    locale = Locale.parse(path.stem)
    made = polib.POFile(wrapwidth=WIDTH)
    made.header = HEAD.format(name=locale.english_name)
    made.metadata = {
        "Language": path.stem,
        "Plural-Forms": locale_plural_forms(path.stem),
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    return made


def locale_plural_forms(language: str) -> str:
    return Catalog(locale=Locale.parse(language)).plural_forms


def merged(
    old: polib.POFile, template: Sequence[polib.POEntry]
) -> tuple[polib.POFile, Sequence[str]]:
    """Return a catalogue updated to the template's messages, and the translations it lost.

    A message takes over the translation of the most similar message that is no longer used, as
    fuzzy.
    """
    by_key = {key_of(each): each for each in old if not each.obsolete}
    unused = set(by_key) - {key_of(each) for each in template}
    known = [(entry, by_key.get(key_of(entry))) for entry in template]
    forms = forms_in(old)
    del old[:]
    for new, found in known:
        entry = copy.copy(new)
        if found is None and (key := similar(entry, by_key, unused)):
            unused.remove(key)
            take_over(entry, by_key[key])
        elif found is not None:
            keep(entry, found)
        if entry.msgid_plural:  # a form that a translator does not see would stay untranslated
            written = entry.msgstr_plural
            entry.msgstr_plural = {form: written.get(form, "") for form in range(forms)}
        old.append(entry)
    lost = [by_key[key] for key in sorted(unused, key=str) if is_translated(by_key[key])]
    return old, [f"no longer used: {each.msgid!r}, which was {strings_of(each)}" for each in lost]


def forms_in(catalogue: polib.POFile) -> int:
    """Return the number of plural forms of a catalogue's language."""
    found = re.search(r"nplurals\s*=\s*(\d+)", catalogue.metadata.get("Plural-Forms", ""))
    return int(found[1]) if found else 2


def key_of(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def similar(
    new: polib.POEntry,
    by_key: dict[tuple[str | None, str, str], polib.POEntry],
    unused: set[tuple[str | None, str, str]],
) -> tuple[str | None, str, str] | None:
    """Return the key of the unused entry whose English is most like a new one's."""
    candidates = {
        translated_english(by_key[key]): key
        for key in sorted(unused, key=str)
        if is_translated(by_key[key])
        and key[0] == new.msgctxt
        and bool(key[2]) == bool(new.msgid_plural)
    }
    close = difflib.get_close_matches(new.msgid, candidates, 1, SIMILAR)
    return candidates[close[0]] if close else None


def translated_english(entry: polib.POEntry) -> str:
    """Return the English message for which an entry's translation was written."""
    return entry.previous_msgid or entry.msgid


def keep(entry: polib.POEntry, found: polib.POEntry) -> None:
    """Copy the translation and comments from an old entry with the same English message."""
    entry.msgstr, entry.msgstr_plural = found.msgstr, found.msgstr_plural
    entry.tcomment, entry.flags = found.tcomment, found.flags
    entry.previous_msgid = found.previous_msgid
    entry.previous_msgid_plural = found.previous_msgid_plural


def take_over(entry: polib.POEntry, found: polib.POEntry) -> None:
    """Copy the translation from an entry with another English message, and mark it as fuzzy."""
    keep(entry, found)
    plural = found.previous_msgid_plural or found.msgid_plural
    same = (translated_english(found), plural) == (entry.msgid, entry.msgid_plural)
    entry.flags = [] if same else [FUZZY]
    entry.previous_msgid = None if same else translated_english(found)
    entry.previous_msgid_plural = None if same or not plural else plural


def problems(catalogue: polib.POFile, shown: Sequence[Translatable]) -> Iterator[str]:
    """Yield a line about each fault in a catalogue, such as a missing translation or value."""
    for entry in catalogue:
        if not is_translated(entry):
            yield f"not translated: {entry.msgid!r}"
        elif entry.fuzzy:
            yield f"fuzzy: {entry.msgid!r}, which was {entry.previous_msgid!r}"
        elif entry.msgctxt != NAME:
            yield from differences(entry)
    for english, why in faults(command_words(catalogue, shown), shown).items():
        yield f"“{english}”: {why}"


def differences(entry: polib.POEntry) -> Iterator[str]:
    """Yield a line about each difference of a translation in values, markup, spaces or width."""
    english, strings = english_of(entry), strings_of(entry)
    try:
        wrong = sorted(values_of(strings) ^ values_of(english))
    except ValueError as error:
        yield f"{error}: {entry.msgid!r}"
        return
    if wrong:
        yield f"other values {wrong}: {entry.msgid!r}"
    marks = marks_of(english[-1])
    for each in strings:
        if marks_of(each) != marks:
            yield f"needs {marks}: {each!r} for {entry.msgid!r}"
        if re.sub(r"\S.*\S|\S", "", each, flags=re.DOTALL) != re.sub(
            r"\S.*\S|\S", "", english[0], flags=re.DOTALL
        ):
            yield f"other space at an end: {each!r} for {entry.msgid!r}"
        if is_label(english[0]) and width(each) > LONGEST_LABEL:
            yield f"a label wider than {LONGEST_LABEL}: {each!r} for {entry.msgid!r}"


def marks_of(message: str) -> Sequence[str]:
    """Return the markup and the slash commands in a message, sorted, without command choices."""
    return sorted(CHOICE.sub("", mark) for mark in MARKUP.findall(message))


def is_label(english: str) -> bool:
    """Return whether a message is a label: short, and no sentence."""
    sentence = english.endswith((".", "?", "!")) or ":" in english or "`" in english
    return len(english) <= LABEL and not sentence


def width(shown: str) -> int:
    """Return the width of a text in characters; East Asian characters count double."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in shown)


def forms_of(texts: str | Sequence[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)


def english_of(entry: polib.POEntry) -> Sequence[str]:
    """Return an entry's English message, and the message's plural, if any."""
    return (entry.msgid, entry.msgid_plural) if entry.msgid_plural else (entry.msgid,)


def strings_of(entry: polib.POEntry) -> Sequence[str]:
    """Return an entry's translation in each plural form."""
    if not entry.msgid_plural:
        return (entry.msgstr,)
    return tuple(text for _, text in sorted(entry.msgstr_plural.items()))


def is_translated(entry: polib.POEntry) -> bool:
    """Return whether an entry has a translation, fuzzy or not."""
    return all(strings_of(entry))


def values_of(texts: Sequence[str]) -> set[str]:
    """Return the names of the values in any plural form of a message, without `count`."""
    parsed = (part for form in texts for part in string.Formatter().parse(form))
    # languages differ in the plural forms that contain the number
    return {name for _, name, _, _ in parsed if name is not None} - {"count"}


def command_words(catalogue: polib.POFile, shown: Sequence[Translatable]) -> CommandWords:
    usable = {
        (each.msgctxt or "", each.msgid): each.msgstr for each in catalogue.translated_entries()
    }
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    for each in shown:
        found = usable.get((NAME if each.is_name else "", each.english))
        if found:
            (names if each.is_name else texts)[each.english] = found
    return CommandWords(str(catalogue.metadata["Language"]), names, texts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
