"""Catalogues of all languages: values, markup, lengths, plural forms, names of commands, merging.

A missing or fuzzy translation is no failure: readers see the English sentence, `make check` counts
it, and `make translated` fails before a release.
"""

import ast
import asyncio
import importlib.util
import re
import string
from functools import cache
from pathlib import Path

import polib
import pytest

from bot.runtime.command_translation import faults, words_of
from bot.services.values.people.personal_settings import SETTINGS
from bot.words.languages import FOLDER, catalogue, languages
from rules.registry import GAMES

ROOT = Path(__file__).parents[2]
SHIPPED = [each for each in languages() if each != "en"]
COUNTS = (0, 1, 2, 5, 21)
# nouns with one translation in every language
TERMS = [
    "group",
    "friend",
    "territory",
    "komi",
    "prison",
    "incursion",
    "rematch",
    "series",
    "vacation",
    "league",
    "season",
    "lobby",
    "puzzle",
    "operator",
    "region",
    "board",
    "hint",
    "rating",
    "cell",
]
LEAST_USE = 0.85  # of the messages with a term; the others say it with a verb or leave it out
LONGEST_MESSAGE, LONGEST_LABEL, LONGEST_IN_FORM = 2000, 80, 45
FORM_WORDS = ("_FORM", "_FIELD", "_LABEL", "_TITLE")  # suffixes of names of constants
every_language = pytest.mark.parametrize("language", SHIPPED)


@cache
def script():
    path = ROOT / "scripts" / "catalogue.py"
    spec = importlib.util.spec_from_file_location("catalogue", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def shown():
    return asyncio.run(script().command_strings())


@cache
def entries(language):
    """Return the entries of which readers see the translation."""
    return polib.pofile(str(FOLDER / f"{language}.po")).translated_entries()


def samples(message):
    """Return a value for each name in a message, as long as a typical name."""
    names = {name for _, name, _, _ in string.Formatter().parse(message) if name}
    return dict.fromkeys(names, "Maximiliane") | {"count": 1}


def test_five_languages_are_shipped():
    assert SHIPPED == ["de", "es", "fr", "ja", "pt_BR"]


@every_language
def test_translations_have_the_values_and_marks_of_their_messages(language):
    names = [each for each in entries(language) if not each.msgctxt]

    assert [why for each in names for why in script().differences(each)] == []


@every_language
def test_translations_are_within_discords_limits(language):
    for each in entries(language):
        for english, text in zip(
            script().english_of(each) * 2, script().strings_of(each), strict=False
        ):
            filled = text.format(**samples(text))
            assert len(filled) <= LONGEST_MESSAGE, filled
            if script().is_label(english):
                assert len(filled) <= LONGEST_LABEL, filled


@every_language
@pytest.mark.parametrize("count", COUNTS)
def test_plural_forms_show_the_number(language, count):
    read = catalogue(language)
    plurals = [each for each in entries(language) if each.msgid_plural]
    assert plurals
    for each in plurals:
        shown_form = read.ngettext(each.msgid, each.msgid_plural, count)
        values = samples(shown_form) | {"count": count}
        filled = shown_form.format(**values)
        # a form for a single number may spell it out, as English does
        if count > 1 and "{count}" in each.msgid_plural:
            assert str(count) in filled, each.msgid


@every_language
def test_names_of_commands_are_accepted_and_never_collide(language):
    words = words_of(language, shown())

    assert faults(words, shown()) == {}
    assert len(words.names) > 20


def entry(english, translation="", **more):
    return polib.POEntry(msgid=english, msgstr=translation, **more)


def merge(old, new):
    """Return the entry of one message after a merge into a catalogue with another message."""
    catalogue, lost = script().merged(in_catalogue(old), [new])
    assert len(catalogue) == 1
    return catalogue[0], lost


def in_catalogue(*entries):
    made = polib.POFile()
    made.extend(entries)
    return made


CHALLENGED = entry("Ben challenged you.", "Ben hat dich gefordert.", tcomment="Ben is a name")


def test_a_merge_keeps_the_translation_and_comment_of_an_unchanged_message():
    merged, lost = merge(CHALLENGED, entry("Ben challenged you."))

    assert (merged.msgstr, merged.tcomment) == ("Ben hat dich gefordert.", "Ben is a name")
    assert (merged.fuzzy, merged.previous_msgid, lost) == (False, None, [])


def test_a_changed_message_keeps_its_translation_as_fuzzy_with_the_old_english():
    merged, lost = merge(CHALLENGED, entry("Ben has challenged you."))

    assert (merged.msgid, merged.msgstr) == ("Ben has challenged you.", "Ben hat dich gefordert.")
    assert (merged.fuzzy, merged.previous_msgid) == (True, "Ben challenged you.")
    assert lost == []


def test_a_fuzzy_message_remembers_the_english_that_was_translated():
    once, _ = merge(CHALLENGED, entry("Ben has challenged you."))
    again, _ = merge(once, entry("Ben has challenged you to a game."))
    back, _ = merge(again, entry("Ben challenged you."))

    assert (again.fuzzy, again.previous_msgid) == (True, "Ben challenged you.")
    assert (back.fuzzy, back.previous_msgid) == (False, None)


def test_a_fuzzy_message_remains_fuzzy_until_its_flag_is_removed():
    fuzzy, _ = merge(CHALLENGED, entry("Ben has challenged you."))
    merged, _ = merge(fuzzy, entry("Ben has challenged you."))

    assert (merged.fuzzy, merged.previous_msgid) == (True, "Ben challenged you.")


def test_an_unlike_message_starts_without_a_translation_and_the_lost_one_is_named():
    merged, lost = merge(CHALLENGED, entry("Rotate board"))

    assert (merged.msgstr, merged.fuzzy) == ("", False)
    assert lost == ["no longer used: 'Ben challenged you.', which was ('Ben hat dich gefordert.',)"]


@pytest.mark.parametrize(
    "new",
    [
        entry("Ben challenged you!", msgctxt="command"),
        entry("Ben challenged you!", msgid_plural="Ben challenged you twice!"),
    ],
)
def test_a_translation_goes_only_to_a_message_of_its_kind(new):
    merged, lost = merge(CHALLENGED, new)

    assert (merged.msgstr, merged.fuzzy, len(lost)) == ("", False, 1)


@pytest.mark.parametrize(
    ("rule", "forms"), [("nplurals=1; plural=0;", 1), ("nplurals=3; plural=n;", 3)]
)
def test_a_new_plural_gets_every_form_of_the_language(rule, forms):
    catalogue = in_catalogue()
    catalogue.metadata["Plural-Forms"] = rule
    new = entry("{count} stone", msgid_plural="{count} stones", msgstr_plural={0: ""})
    (merged,), _ = script().merged(catalogue, [new])

    assert merged.msgstr_plural == dict.fromkeys(range(forms), "")
    merged.msgstr_plural[0] = "Stein"
    assert merged.translated() == (forms == 1)


@every_language
def test_every_plural_has_all_forms_of_its_language(language):
    catalogue = polib.pofile(str(FOLDER / f"{language}.po"))
    forms = script().forms_in(catalogue)
    for each in catalogue:
        assert not each.msgid_plural or sorted(each.msgstr_plural) == list(range(forms)), each.msgid


def test_one_translation_goes_to_one_new_message_and_never_to_a_known_one():
    stays = entry("Ben challenged you!", "Ben!")
    news = [entry("Ben challenged you!"), entry("Ben challenged us."), entry("Ben challenged me.")]
    merged, _ = script().merged(in_catalogue(CHALLENGED, stays), news)

    assert [each.msgstr for each in merged] == ["Ben!", "Ben hat dich gefordert.", ""]


def test_a_changed_plural_keeps_both_forms_of_its_old_english():
    forms = {0: "{count} Stein", 1: "{count} Steine"}
    old = entry("{count} stone", msgid_plural="{count} stones", msgstr_plural=forms)
    merged, _ = merge(old, entry("{count} stones", msgid_plural="{count} stones or more"))

    assert merged.msgstr_plural == forms
    assert merged.previous_msgid == "{count} stone"
    assert merged.previous_msgid_plural == "{count} stones"


def test_only_whoever_makes_a_release_needs_complete_catalogues(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(script(), "FOLDER", tmp_path)
    main, path = script().main, tmp_path / "de.po"

    assert main(["--count", "de"]) == 0
    assert main(["--complete", "de"]) == 1
    assert not path.exists()
    assert main(["de"]) == 0
    catalogue = polib.pofile(str(path))
    assert len(catalogue.untranslated_entries()) == len(catalogue) > 1000
    assert "0 fuzzy" in capsys.readouterr().out


def test_a_complete_catalogue_is_one_without_missing_and_fuzzy_messages():
    problems = script().problems

    assert list(problems(in_catalogue_of("de", CHALLENGED), [])) == []
    fuzzy, _ = merge(CHALLENGED, entry("Ben has challenged you."))
    assert list(problems(in_catalogue_of("de", fuzzy), [])) == [
        "fuzzy: 'Ben has challenged you.', which was 'Ben challenged you.'"
    ]
    assert list(problems(in_catalogue_of("de", entry("Hello")), [])) == ["not translated: 'Hello'"]


def in_catalogue_of(language, *entries):
    made = in_catalogue(*entries)
    made.metadata = {"Language": language}
    return made


@every_language
def test_the_head_has_a_glossary(language):
    head = (FOLDER / f"{language}.po").read_text("utf-8").partition("msgid")[0]

    assert len([line for line in head.splitlines() if " = " in line]) >= 20


@cache
def glossary(language):
    """Return the translations of a glossary by English term."""
    found = {}
    for line in polib.pofile(str(FOLDER / f"{language}.po")).header.splitlines():
        for part in re.sub(r"[(\uff08][^)\uff09]*[)\uff09]", "", line).split(", "):
            terms, equals, words = part.partition(" = ")
            if equals:
                found |= dict.fromkeys(map(str.strip, terms.split(" / ")), words.split(" / "))
    return found


def other_words(term, words, pairs):
    """Return the pairs of message and translation that have a term, but no stem of its words."""
    noun = re.compile(rf"\b{term}s?\b", re.IGNORECASE)
    # the beginning of a word is the same in its cases and numbers
    stems = [word.strip().lower()[: max(4, len(word) * 2 // 3)] for word in words]
    with_term = [
        (english, shown)
        for english, shown in pairs
        if noun.search(re.sub(r"`[^`]*`|{\w+}|/\w+", "", english))
    ]
    return [
        (english, shown)
        for english, shown in with_term
        if not any(stem in shown.lower() for stem in stems)
    ], len(with_term)


def test_a_translation_with_another_word_than_the_glossary_is_found():
    pairs = [("A challenge.", "Ein Rätsel."), ("Challenges", "Herausforderungen"), ("So", "So")]
    assert other_words("challenge", ["Herausforderung"], pairs) == ([pairs[0]], 2)
    assert other_words("challenge", ["Herausforderung"], [("`/challenge`", "")]) == ([], 0)


@every_language
def test_translations_use_the_words_of_the_glossary(language):
    pairs = [
        (" ".join(script().english_of(entry)), " ".join(script().strings_of(entry)))
        for entry in entries(language)
    ]
    found = {term: other_words(term, glossary(language)[term], pairs) for term in TERMS}
    assert {
        term: others
        for term, (others, number) in found.items()
        if len(others) > (1 - LEAST_USE) * number
    } == {}


@cache
def avoided(language):
    """Return the words after "not: " in the glossary."""
    head = polib.pofile(str(FOLDER / f"{language}.po")).header
    lines = [line.removeprefix("not: ") for line in head.splitlines() if line.startswith("not: ")]
    return [word for line in lines for word in line.split(", ")]


def used_words(words, texts, edge=r"\b"):
    """Return the texts that contain one of some words, in any case."""
    return [
        (word, text)
        for text in texts
        for word in words
        if re.search(f"{edge}{re.escape(word)}{edge}", text, re.IGNORECASE)
    ]


def test_a_whole_word_of_a_translation_is_found_in_any_case():
    assert used_words(["reto"], ["Acepta el Reto."]) == [("reto", "Acepta el Reto.")]
    assert used_words(["reto"], ["Retorno directo"]) == []
    assert used_words(["手番"], ["第3手番です"], edge="") == [("手番", "第3手番です")]


def test_some_glossaries_name_words_to_avoid():
    assert sum(bool(avoided(each)) for each in SHIPPED) >= 3


@every_language
def test_translations_have_no_word_that_the_glossary_avoids(language):
    texts = [each for entry in entries(language) for each in script().strings_of(entry)]
    edge = "" if language == "ja" else r"\b"  # Japanese writes no spaces between words

    assert used_words(avoided(language), texts, edge) == []


def form_words():
    """Return the titles and fields of forms."""
    found = {option.label for game in GAMES for option in game.options}
    found |= {SETTINGS[typed].label.english for typed in ("quiet", "digest", "zone")}
    for path in sorted((ROOT / "bot" / "words").glob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                name = ast.unparse(node.targets[0])
                if name.endswith(FORM_WORDS) and not name.startswith("TOO_"):
                    found.add(ast.literal_eval(node.value.args[0]))
    return found


@every_language
def test_titles_and_fields_of_forms_fit(language):
    read, words = catalogue(language), form_words()
    assert len(words) > 5

    assert [each for each in words if len(read.gettext(each)) > LONGEST_IN_FORM] == []
