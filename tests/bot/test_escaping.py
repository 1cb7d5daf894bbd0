"""Names and typed texts are literal: in messages, in pictures, in lists."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.escaping import LONGEST_NAME, NAMELESS, escape, name_of, visible


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann\n\tB. ", "Ann B."),
        ("A\u202enn", "Ann"),
        ("A\x00nn\ud800", "Ann"),
        ("\u200b\u2060\ufeff", NAMELESS),
        ("\u3164", NAMELESS),
        ("\u200d", NAMELESS),
        ("\u0301\u0302", NAMELESS),
        ("", NAMELESS),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("Zoë", "Zoë"),
        ("ऋषि", "ऋषि"),
        ("W" * 99, "W" * (LONGEST_NAME - 1) + "…"),
    ],
)
def test_a_name_is_visible_and_of_some_length(name, shown):
    assert name_of(name) == shown


def test_towers_of_accents_are_cut():
    assert len(visible("Z" + "\u0300" * 500)) <= 4


@pytest.mark.parametrize(
    "text",
    [
        "**a**",
        "[a](https://evil.example)",
        "<@1>",
        "<t:0:R>",
        "`a`",
        "||a||",
        "# a",
        "> a",
        "@here",
    ],
)
def test_markup_in_a_name_is_shown_as_it_was_typed(text):
    shown = escape(text)
    assert shown != text
    assert shown.replace("\\", "").replace("\u200b", "") == text


@pytest.mark.parametrize("text", ["discord.gg/abc", "Discord.com/invite/abc", "discord . gg/abc"])
def test_an_invite_in_a_name_is_none(text):
    assert "\\/" in escape(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("مرحبا", "مرحبا\u200e"),
        ("דוד 3", "דוד\u200e 3"),
        ("5 (against דוד), 6 (against Ben)", "5 \\(against דוד\u200e\\), 6 \\(against Ben\\)"),
        ("מלך Ann", "מלך Ann"),
        ("Zoë 3", "Zoë 3"),
    ],
)
def test_numbers_after_a_name_from_right_to_left_stand_where_they_are_meant(text, shown):
    assert escape(text) == shown


@given(st.text(max_size=200))
def test_nothing_hidden_is_left_of_any_text(text):
    for made in (escape(text), name_of(text)):
        kinds = {unicodedata.category(character) for character in made} - {"Cn"}
        kinds -= {unicodedata.category(each) for each in "\u200b\u200d"}
        assert not {kind for kind in kinds if kind.startswith("C")}
        assert "\n" not in made
    assert 1 <= len(name_of(text)) <= LONGEST_NAME
