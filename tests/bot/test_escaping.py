"""Escaping of names and typed text in messages, pictures and lists."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors.game_lookup import GameChoice, NoRunningGame, WhichGame
from bot.errors.refusals import ChallengeClosed, GameOver, StaleButton
from bot.words import refusals
from bot.words.escaping import LONGEST_NAME, NAMELESS, escape, name_of, visible
from bot.words.translation import Message


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann\n\tB. ", "Ann B."),
        ("A\u202enn", "Ann"),
        ("A\x00nn\ud800", "Ann"),
        ("\u200b\u2060\ufeff", NAMELESS()),
        ("\u3164", NAMELESS()),
        ("\u200d", NAMELESS()),
        ("\u0301\u0302", NAMELESS()),
        ("", NAMELESS()),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("Zoë", "Zoë"),
        ("ऋषि", "ऋषि"),
        ("W" * 99, "W" * (LONGEST_NAME - 1) + "…"),
    ],
)
def test_names_are_made_visible_and_shortened(name, shown):
    assert name_of(name) == shown


def test_stacked_accents_are_cut():
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
        ":smile:",
        "a:100:",
        "<:smile:1>",
        "https://evil.example",
    ],
)
def test_markup_in_a_name_is_escaped(text):
    shown = escape(text)
    assert shown != text
    assert shown.replace("\\", "").replace("\u200b", "") == text


@pytest.mark.parametrize("text", ["discord.gg/abc", "Discord.com/invite/abc", "discord . gg/abc"])
def test_an_invite_in_a_name_is_broken(text):
    assert "\\/" in escape(text)


OUR_WORDS = {
    *(each() for each in vars(refusals).values() if isinstance(each, Message)),
    GameOver(12, "Ann resigned.", "Ben").sentence,
    StaleButton(12).sentence,
    WhichGame(tuple(GameChoice(n, "Asli, size 9", "Ben", my_turn=True) for n in (5, 6))).sentence,
    NoRunningGame(GameChoice(12, "Asli, size 9", "Ben", my_turn=False)).sentence,
    ChallengeClosed(1, "expired").sentence,
    "Quiet from 22:00 to 07:00",
    "Mirrored (a quarter turn: larger)",
}


@pytest.mark.parametrize("sentence", sorted(OUR_WORDS))
def test_sentences_of_errors_need_no_backslash(sentence):
    assert escape(sentence) == sentence


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("مرحبا", "مرحبا\u200e"),
        ("דוד 3", "דוד\u200e 3"),
        ("5 (against דוד), 6 (against Ben)", "5 (against דוד\u200e), 6 (against Ben)"),
        ("מלך Ann", "מלך Ann"),
        ("Zoë 3", "Zoë 3"),
    ],
)
def test_numbers_after_a_right_to_left_name_keep_their_place(text, shown):
    assert escape(text) == shown


@given(st.text(max_size=200))
def test_invisible_characters_are_removed_from_any_text(text):
    for made in (escape(text), name_of(text)):
        kinds = {unicodedata.category(character) for character in made} - {"Cn"}
        kinds -= {unicodedata.category(each) for each in "\u200b\u200d"}
        assert not {kind for kind in kinds if kind.startswith("C")}
        assert "\n" not in made
    assert 1 <= len(name_of(text)) <= LONGEST_NAME
