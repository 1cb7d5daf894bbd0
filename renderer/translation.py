"""Lookup of messages in the gettext catalogue of the current language.

A message is a whole English sentence or label with named values in braces, and its own key in the
catalogues. `text` and `plural` take the message as a literal, so that Babel finds it. Sentences are
never assembled from parts, because word order and plural forms depend on the language.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = gettext.NullTranslations()
_catalogue: ContextVar[gettext.NullTranslations] = ContextVar("catalogue", default=ENGLISH)


class Message:
    """Constant message without values; calling it returns the text in the current language."""

    __slots__ = ("english",)

    def __init__(self, english: str) -> None:
        self.english = english

    def __call__(self) -> str:
        return _catalogue.get().gettext(self.english)


def text(english: str, /, **values: object) -> str:
    """Return a message in the current language, with its values.

    :raises KeyError: if a value is missing.
    """
    return _catalogue.get().gettext(english).format(**values)


def plural(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a message in the plural form for a count, which is also one of its values.

    :raises KeyError: if a value is missing.
    """
    return _catalogue.get().ngettext(one, many, count).format(count=count, **values)


def present_catalogue() -> gettext.NullTranslations:
    """Return the gettext catalogue of the current language."""
    return _catalogue.get()


def use(catalogue: gettext.NullTranslations) -> None:
    """Set the catalogue in which messages are looked up for the rest of the current task."""
    _catalogue.set(catalogue)


@contextmanager
def in_language(catalogue: gettext.NullTranslations) -> Iterator[None]:
    """Set the catalogue in which messages are looked up while a `with` block runs."""
    token = _catalogue.set(catalogue)
    try:
        yield
    finally:
        _catalogue.reset(token)
