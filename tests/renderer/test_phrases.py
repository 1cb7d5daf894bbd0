"""Phrases put together from parts, in English and in a language with other separators."""

from gettext import NullTranslations

import pytest

from renderer import phrases
from renderer.translation import in_language
from rules.sentences import Listing, Sentence, ShortNames

OTHER = {
    "{items}, {item}": "{items}、{item}",
    "{items}; {item}": "{items};{item}",
    "{items} and {last}": "{items}と{last}",
    "{before} {sentence}": "{before}{sentence}",
    "“{words}”": "「{words}」",
    "{label}: {value}": "{label} : {value}",
    "{name} ({remark})": "{name}[{remark}]",
    "{percent}%": "{percent} %",
}


class Japanese(NullTranslations):
    def gettext(self, message):
        return OTHER.get(message, message)


@pytest.mark.parametrize(
    ("function", "arguments", "english", "other"),
    [
        (phrases.enumerated, (["A1", "B2", "C3"],), "A1, B2, C3", "A1、B2、C3"),
        (phrases.enumerated, ([],), "", ""),
        (phrases.separated, (["1 A C", "2 B"],), "1 A C; 2 B", "1 A C;2 B"),
        (phrases.all_of, (["A1"],), "A1", "A1"),
        (phrases.all_of, (["A1", "B2", "C3"],), "A1, B2 and C3", "A1、B2とC3"),
        (phrases.one_of, (["A1", "B2", "C3"],), "A1, B2 or C3", "A1、B2 or C3"),
        (phrases.first_few, (["A1", "B2", "C3"], 2), "A1, B2 and 1 more", "A1、B2 and 1 more"),
        (phrases.first_few, (["A1", "B2"], 2), "A1, B2", "A1、B2"),
        (phrases.sentences, ("One.", "", "Two."), "One. Two.", "One.Two."),
        (phrases.sentences, (), "", ""),
        (phrases.quoted, ("hold",), "“hold”", "「hold」"),
        (phrases.labelled, ("Ann", "a note"), "Ann: a note", "Ann : a note"),
        (phrases.with_remark, ("Asli", 3), "Asli (3)", "Asli[3]"),
        (phrases.percent, (0.305,), "30%", "30 %"),
    ],
)
def test_a_phrase_has_the_separators_of_the_language(function, arguments, english, other):
    assert function(*arguments) == english
    with in_language(Japanese()):
        assert function(*arguments) == other


def test_braces_in_parts_stay_as_they_are():
    assert phrases.sentences("{item}", "{0}") == "{item} {0}"
    assert phrases.enumerated(["{x}", "{}"]) == "{x}, {}"


@pytest.mark.parametrize(
    ("values", "english", "other"),
    [
        (Listing(("4", "5")), "Choose one of: 4, 5.", "Choose one of: 4、5."),
        (ShortNames(("A: x", "B")), "Choose one of: A, B.", "Choose one of: A、B."),
    ],
)
def test_a_list_in_a_sentence_of_the_rules_has_them_too(values, english, other):
    sentence = Sentence("Choose one of: {values}.", values=values)
    assert sentence == english
    with in_language(Japanese()):
        assert phrases.translated(sentence) == other
