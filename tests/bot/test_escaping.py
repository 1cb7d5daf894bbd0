"""Escaping of names and typed text in messages, pictures and lists."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors.game_lookup import GameChoice, NoRunningGame, WhichGame
from bot.errors.refusals import ChallengeClosed, GameOver, StaleButton
from bot.words import refusals
from bot.words.escaping import LONGEST_NAME, NAMELESS, escape, name_of, shortened, visible
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
        ("🧑🏽\u200d🚀", "🧑🏽\u200d🚀"),
        ("🏳\ufe0f\u200d🌈 Ann", "🏳\ufe0f\u200d🌈 Ann"),
        ("❤\ufe0f\u200d🔥\u200d", "❤\ufe0f\u200d🔥"),
        ("ශ\u0dca\u200dරී", "ශ\u0dca\u200dරී"),
        ("Zoe\u200b\u0301", "Zoé"),
        ("- Ann", "- Ann"),
        ("Zoë", "Zoë"),
        ("ऋषि", "ऋषि"),
        ("W" * 99, "W" * (LONGEST_NAME - 1) + "…"),
    ],
)
def test_names_are_made_visible_and_shortened(name, shown):
    assert name_of(name) == shown


@pytest.mark.parametrize("between", ["", "\u200b", "\u200d", "\ufe0f", "\u034f", "\ud800"])
def test_stacked_accents_are_cut(between):
    assert len(visible("Z" + f"\u0300{between}" * 500)) <= 4


IGNORED = [0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x180F, 0x3164]
IGNORED += [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFE00]
IGNORED += [0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0xFFFC - 1, 0x1BCA0, 0x1D173, 0xE0000, 0xE0100]
IGNORED += [0xE01EF, 0xE0FFF, 0x2800, 0, 7, 0x7F, 0x85, 0xD800, 0xDFFF, 0xE000]


@pytest.mark.parametrize("code", IGNORED, ids=hex)
def test_names_that_differ_by_invisible_characters_are_equal(code):
    hidden = chr(code)
    plain = {"Ann", "A n n"}  # a blank letter is a space
    assert name_of(hidden.join("Ann")) in plain
    assert name_of(f"{hidden}Ann{hidden}") == "Ann"
    assert name_of(hidden) == NAMELESS()
    assert name_of(hidden * 3 + "\u200d" + hidden) == NAMELESS()


@given(
    st.text(st.characters(exclude_categories=()) | st.sampled_from("é\u200d\ufe0f🚀❤🏽\u0dca ~"))
)
def test_visible_text_is_visible_already(text):
    once = visible(text)
    assert visible(once) == once
    assert once.encode().decode() == once
    assert "\0" not in once


@given(st.text(st.characters(exclude_categories=()), max_size=40), st.integers(0, 40))
def test_a_shortened_text_is_visible_and_short(text, most):
    made = shortened(text, most)
    assert len(made) <= most
    assert visible(made) == made
    assert shortened(text, 200) == visible(text)


def test_a_text_is_not_shortened_within_an_emoji():
    assert shortened("👩\u200d🚀", 2) == "👩"
    assert shortened("Ann B.", 4) == "Ann"
    assert shortened("\u200b" * 9 + "Ann", 3) == "Ann"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("- Ann", "\\- Ann"),
        ("+ Ann", "\\+ Ann"),
        ("1. Ann", "1\\. Ann"),
        ("12) Ann", "12\\) Ann"),
        ("-", "\\-"),
        ("7.", "7\\."),
        ("\u200b - Ann", "\\- Ann"),
        ("-# Ann", "-\\# Ann"),
        ("* Ann", "\\* Ann"),
        ("-Ann", "-Ann"),
        ("1.5", "1.5"),
        ("1 Ann", "1 Ann"),
        ("Ann - 1. Ben", "Ann - 1. Ben"),
    ],
)
def test_a_name_never_begins_a_list(name, shown):
    assert escape(name) == shown


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
