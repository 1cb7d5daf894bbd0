"""Catalogues of all languages: values, markup, lengths, plural forms, names of commands."""

import ast
import asyncio
import importlib.util
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.messages.settings_menus import SETTINGS
from bot.runtime.command_translation import faults, words_of
from bot.words.languages import FOLDER, catalogue, languages
from rules.registry import GAMES

ROOT = Path(__file__).parents[2]
SHIPPED = [each for each in languages() if each != "en"]
COUNTS = (0, 1, 2, 5, 21)
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
def template():
    return script().template_of(shown())


@cache
def entries(language):
    with (FOLDER / f"{language}.po").open("rb") as file:
        return [each for each in read_po(file, locale=language) if each.id]


def samples(message):
    """Return a value for each name in a message, as long as a typical name."""
    names = {name for _, name, _, _ in string.Formatter().parse(message) if name}
    return dict.fromkeys(names, "Maximiliane") | {"count": 1}


def test_five_languages_are_shipped():
    assert SHIPPED == ["de", "es", "fr", "ja", "pt_BR"]


@every_language
def test_translations_have_the_values_and_marks_of_their_messages(language):
    known = [each for each in entries(language) if script().is_translated(each)]
    found = [why for each in known if not each.context for why in script().differences(each)]

    assert found == []


@every_language
def test_translations_are_within_discords_limits(language):
    for each in entries(language):
        for english, text in zip(
            script().forms_of(each.id) * 2, script().forms_of(each.string), strict=False
        ):
            filled = text.format(**samples(text))
            assert len(filled) <= LONGEST_MESSAGE, filled
            if script().is_label(english):
                assert len(filled) <= LONGEST_LABEL, filled


@every_language
@pytest.mark.parametrize("count", COUNTS)
def test_plural_forms_show_the_number(language, count):
    read = catalogue(language)
    plurals = [each for each in entries(language) if each.pluralizable]
    assert plurals
    for each in plurals:
        shown_form = read.ngettext(*each.id, count)
        values = samples(shown_form) | {"count": count}
        filled = shown_form.format(**values)
        # a form for a single number may spell it out, as English does
        if count > 1 and "{count}" in each.id[1]:
            assert str(count) in filled, each.id


@every_language
def test_names_of_commands_are_accepted_and_never_collide(language):
    words = words_of(language, shown())

    assert faults(words, shown()) == {}
    assert len(words.names) > 20


@every_language
def test_a_shipped_language_misses_nothing(language):
    """Translate new messages in the commit that adds them: `python scripts/catalogue.py`."""
    updated, dropped = script().updated(FOLDER / f"{language}.po", template())

    assert [*dropped, *script().problems(updated, shown())] == []


@every_language
def test_the_head_has_a_glossary(language):
    head = (FOLDER / f"{language}.po").read_text("utf-8").partition("msgid")[0]

    assert len([line for line in head.splitlines() if " = " in line]) >= 20


def form_words():
    """Return the titles and fields of forms."""
    found = {option.label for game in GAMES for option in game.options}
    found |= {SETTINGS[typed].english for typed in ("quiet", "digest", "zone")}
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
