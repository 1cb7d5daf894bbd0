"""Choice of a language, and recognition of messages in another language."""

import pytest

from bot.words.languages import language_for, languages, speaking
from bot.words.po_file import PoFile
from bot.words.translation import Message, plural, text, translated
from rules.record import RecordError
from rules.record_formats import import_record
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


CATALOGUE = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 ? 1 : 2);\n"

# a comment
#, python-brace-format
msgid ""
"one\n"
"\"two\""
msgstr ""
"eins\n"
"\"zwei\" \\"

msgid "{count} stone"
msgid_plural "{count} stones"
msgstr[0] "{count} a"
msgstr[1] "{count} b"
msgstr[2] "{count} c"

msgid "{count} day"
msgid_plural "{count} days"
msgstr[0] "{count} x"
msgstr[1] ""
msgstr[2] ""

msgctxt "command"
msgid "zone"
msgstr "zeitzone"

msgid "zone"
msgstr "Zone"

msgid "Set `/settings zone:{zone}`, not `/move e6`, in your zone"
msgstr "Mit `/settings zone:{zone}`, nicht `/move e6`, in deiner zone"

msgid "Use /zone zone:{zone}, not <{url}/zone> or a/zone: your zone"
msgstr "Nimm /zone zone:{zone}, nicht <{url}/zone> oder a/zone: deine zone"
"""


def test_a_catalogue_is_read_as_translators_write_it(tmp_path):
    path = tmp_path / "xx.po"
    path.write_text(CATALOGUE, "utf-8")
    read = PoFile(path)

    assert read.gettext('one\n"two"') == 'eins\n"zwei" \\'
    forms = [read.ngettext("{count} stone", "{count} stones", each) for each in (0, 1, 2, 5, 21)]
    assert forms == ["{count} c", "{count} a", "{count} b", "{count} b", "{count} a"]
    assert read.ngettext("{count} day", "{count} days", 2) == "{count} days"
    assert read.pgettext("command", "zone") == "zeitzone"
    assert read.gettext("zone") == "Zone"


def test_commands_in_sentences_have_their_names_in_the_language(tmp_path):
    path = tmp_path / "xx.po"
    path.write_text(CATALOGUE, "utf-8")

    read = PoFile(path)
    shown = read.gettext("Set `/settings zone:{zone}`, not `/move e6`, in your zone")
    bare = read.gettext("Use /zone zone:{zone}, not <{url}/zone> or a/zone: your zone")

    assert shown == "Mit `/settings zeitzone:{zone}`, nicht `/move e6`, in deiner zone"
    assert bare == ("Nimm /zeitzone zeitzone:{zone}, nicht <{url}/zone> oder a/zone: deine zone")


def test_a_refused_record_names_the_move_in_the_readers_language():
    with pytest.raises(RecordError) as refused:
        import_record('{"game": "asli", "moves": ["offer 3", "x"]}')
    with speaking("de"):
        assert translated(refused.value.args[0]).startswith("Zug 2: ")
