"""Languages for tests: catalogues in a temporary folder."""

from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.words import languages
from bot.words.po_file import NAME


def add_language(folder: Path, language: str, texts, names=None):
    """Write the catalogue of a language from English messages and names of commands."""
    made = Catalog(locale=Locale.parse(language), charset="utf-8")
    for english, translated in texts.items():
        made.add(english, translated)
    for english, translated in (names or {}).items():
        made.add(english, translated, context=NAME)
    with (folder / f"{language}.po").open("wb") as file:
        write_po(file, made)


def use_languages(monkeypatch, folder: Path):
    """Use the catalogues of a folder; undone with the monkeypatch."""
    monkeypatch.setattr(languages, "FOLDER", folder)
    forget_languages()


def forget_languages():
    """Empty the caches of languages."""
    languages.languages.cache_clear()
    languages.language_for.cache_clear()
    languages.catalogue.cache_clear()
