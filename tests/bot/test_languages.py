"""The choice of a language, and the recognition of messages in another one."""

from dataclasses import dataclass

import pytest

from bot.delivery.recognition import has_content
from bot.words.languages import language_for, languages, speaking
from bot.words.translation import Message, plural, text
from tests.bot.languages import add_language, forget_languages, use_languages

GREETING = Message("Hello")


@pytest.fixture
def folder(monkeypatch, tmp_path):
    use_languages(monkeypatch, tmp_path)
    yield tmp_path
    forget_languages()


@pytest.fixture
def german_and_portuguese(folder):
    stones = ("{count} stone", "{count} stones")
    add_language(
        folder,
        "de",
        {
            "Hello": "Hallo",
            "Hello {name}": "Hallo {name}",
            stones: ("{count} Stein", "{count} Steine"),
        },
    )
    add_language(folder, "pt_BR", {"Hello": "Olá"})
    languages.cache_clear()


@dataclass
class Posted:
    content: str


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("pt-BR", "pt_BR"),
        ("pt-PT", "pt_BR"),
        ("en-GB", "en"),
        ("ko", "en"),
        (None, "en"),
    ],
)
def test_a_locale_gets_its_language(german_and_portuguese, locale, language):
    assert language_for(locale) == language


def test_only_english_is_spoken_without_catalogues(folder):
    assert languages() == ("en",)
    assert language_for("de") == "en"


def test_messages_are_shown_in_a_language(german_and_portuguese):
    with speaking("de"):
        assert GREETING() == "Hallo"
        assert text("Hello {name}", name="Ann") == "Hallo Ann"
        assert plural("{count} stone", "{count} stones", 1) == "1 Stein"
        assert plural("{count} stone", "{count} stones", 3) == "3 Steine"
        assert Message("Not translated")() == "Not translated"
    assert GREETING() == "Hello"


def test_a_message_is_recognised_in_every_language(german_and_portuguese):
    matches = has_content(GREETING)

    assert [matches(Posted(each)) for each in ("Hello", "Hallo", "Olá", "Hola")] == [
        True,
        True,
        True,
        False,
    ]
