"""Languages of the bot: the catalogues in `locales/`, and the choice of one for a reader.

A catalogue is `locales/<language>.po`, updated by `scripts/catalogue.py` and read when the bot
starts. The language is a gettext code, such as `de` or `pt_BR`.
"""

import gettext
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path

from bot.words.po_file import PoFile
from bot.words.translation import ENGLISH, in_language, use

FOLDER = Path(__file__).parent / "locales"
DEFAULT = "en"


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of languages with a catalogue, English first."""
    return (DEFAULT, *sorted(path.stem for path in FOLDER.glob("*.po")))


@cache
def language_for(locale: str | None) -> str:
    """Return the bot's language for a locale of Discord, such as `es-419` or `pt-BR`.

    A locale with a region also matches its language without the region; unknown locales are served
    in English.
    """
    wanted = (locale or DEFAULT).replace("-", "_")
    if wanted in languages():
        return wanted
    same = (each for each in languages() if each.partition("_")[0] == wanted.partition("_")[0])
    return next(same, DEFAULT)


def speaking(language: str) -> AbstractContextManager[None]:
    """Show messages in a language for the duration of a block of code."""
    return in_language(catalogue(language))


def speak(language: str) -> None:
    """Show messages in a language for the rest of the current task."""
    use(catalogue(language))


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language's translations; for an unknown language, English."""
    if language == DEFAULT:
        return ENGLISH
    path = (FOLDER / language).with_suffix(".po")
    return PoFile(path) if path.exists() else ENGLISH
