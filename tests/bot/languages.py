"""Languages for tests: catalogues in a temporary folder."""

from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.runtime.command_translation import NAME
from bot.words import languages


def add_language(folder: Path, language: str, texts, names=None):
    """Write the catalogue of a language from English messages, and names of commands."""
    made = Catalog(locale=Locale.parse(language), charset="utf-8")
    for english, translated in texts.items():
        made.add(english, translated)
    for english, translated in (names or {}).items():
        made.add(english, translated, context=NAME)
    target = folder / language / "LC_MESSAGES"
    target.mkdir(parents=True, exist_ok=True)
    with (target / f"{languages.DOMAIN}.mo").open("wb") as file:
        write_mo(file, made)


def use_languages(monkeypatch, folder: Path):
    """Use the catalogues of a folder; undone with the monkeypatch."""
    monkeypatch.setattr(languages, "FOLDER", folder)
    languages.languages.cache_clear()
    languages.catalogue.cache_clear()


def forget_languages():
    languages.languages.cache_clear()
    languages.catalogue.cache_clear()
