"""Typed text with invisible, wide and typographic characters."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.moves import Choose, Komi, Offer, Place, parse_turn
from rules.options import OptionError
from rules.position import Colour
from rules.reasons import InvalidMove
from rules.registry import find_game
from rules.topology import hexhex
from rules.typed_text import plain

HEX = hexhex(7)
LIFELINE = find_game("lifeline")
WIDE = str.maketrans({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
HIDDEN = [
    *("\u200b", "\u200c", "\u200d", "\u200e", "\u202a", "\u202e", "\u2066", "\u2069"),
    *("\ufeff", "\u00ad", "\u2060", "\u034f", "\u17b5", "\ufe0f", "\U000e0020", "\x00", "\ud800"),
]
BLANKS = ["\u00a0", "\u3000", "\u2003", "\u202f", "\u2028", "\u2800", "\u3164", "\n", "\t"]
DASHES = ["-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212", "\ufe63"]
DASHES += ["\uff0d", "\u30fc", "\uff70", "\u301c", "\uff5e", "\u2043", "\u02d7", "~"]
PAIRS = ['""', "''", "``", "“”", "„“", "«»", "\u2018\u2019", "\u2039\u203a", "\u300c\u300d"]
PAIRS += ["()", "[]", "{}", "<>", "\uff08\uff09", "\u3010\u3011", "\u27e8\u27e9", "\u2032\u2033"]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_invisible_characters_do_not_matter(hidden):
    typed = hidden + hidden.join("e6 c3") + hidden
    assert plain(typed) == "e6 c3"
    assert parse_turn(typed, HEX) == parse_turn("e6 c3", HEX)


@pytest.mark.parametrize("blank", BLANKS)
def test_spaces_of_any_width_are_spaces(blank):
    assert plain(f"{blank}e{blank}{blank}6{blank}") == "e 6"
    assert parse_turn(f"e{blank}6{blank}c3", HEX) == parse_turn("e6 c3", HEX)


@pytest.mark.parametrize("dash", DASHES)
def test_dashes_of_all_kinds_are_dashes(dash):
    assert plain(f"e{dash}6") == "e-6"
    assert parse_turn(f"e{dash}6 {dash} c3", HEX) == parse_turn("e6 c3", HEX)
    assert parse_turn(f"offer {dash}3", HEX) == (Offer(-3),)


@pytest.mark.parametrize("pair", PAIRS)
def test_quotes_and_brackets_are_left_out(pair):
    opened, closed = pair
    assert plain(f"{opened}e6{closed}") == "e6"
    assert parse_turn(f"{opened}e6{closed} {opened}c3{closed}", HEX) == parse_turn("e6 c3", HEX)


@pytest.mark.parametrize("text", ["e6", "E6, c3", "KOMI", "offer: 12", "Black", "c3/e5"])
def test_full_width_characters_are_the_narrow_ones(text):
    assert parse_turn(text.translate(WIDE), HEX) == parse_turn(text, HEX)


def test_an_invisible_character_does_not_keep_an_accent_from_its_letter():
    assert plain("e\u200b\u0301") == "\u00e9"


def test_words_are_read_like_cells():
    assert parse_turn("“komi”\u200b", HEX) == (Komi(),)
    assert parse_turn("(white)", HEX) == (Choose(Colour.WHITE),)
    assert parse_turn("e6\u200bc3", HEX) == (Place(HEX.cell("e6")), Place(HEX.cell("c3")))


@pytest.mark.parametrize("text", ["", "\u200d", " \u00a0", "\ufeff\u2060", "“”", "e6²x", "é6"])
def test_what_is_no_move_stays_none(text):
    with pytest.raises(InvalidMove):
        parse_turn(text, HEX)


def test_text_without_a_visible_character_is_nothing():
    with pytest.raises(InvalidMove, match="You didn't type anything"):
        parse_turn("\u200b\u3164", HEX)


@given(st.text(max_size=60))
def test_plain_text_stays_as_it_is_and_has_no_hidden_character(text):
    once = plain(text)
    assert plain(once) == once
    assert not {unicodedata.category(each) for each in once} & {"Cc", "Cf", "Cs", "Pd", "Ps"} - {
        "Pd" if "-" in once else ""
    }


def test_every_space_quote_bracket_and_dash_of_unicode_is_known():
    kinds = {"Zs": "", "Ps": "", "Pe": "", "Pi": "", "Pf": "", "Pd": "-", "Cf": ""}
    wrong = []
    for code in range(sys.maxunicode + 1):
        expected = kinds.get(unicodedata.category(chr(code)))
        narrow = unicodedata.normalize("NFKC", chr(code))
        if expected is not None and len(narrow) == 1 and plain(chr(code)) != expected:
            wrong.append(hex(code))
    assert wrong == []


@pytest.mark.parametrize("value", ["\uff17", "“7”", "\u200b7", "7\u00a0", "(7)"])
def test_numbers_of_options_are_read_like_cells(value):
    assert LIFELINE.option("size").read(value) == 7


@pytest.mark.parametrize(
    "value", ["", "7.5", "\u200b", "\u0667", "-7", "\u22127", "1234567890", "7 7"]
)
def test_other_text_is_no_number(value):
    with pytest.raises(OptionError):
        LIFELINE.option("size").read(value)


def test_choices_are_read_like_cells():
    opening = LIFELINE.option("start")
    for choice, name in zip(opening.choices, opening.known_as, strict=False):
        assert opening.read(f"“{name.upper()}”\u200b".translate(WIDE)) == choice
        assert opening.read(opening.name_of(choice)) == choice
        assert opening.read(choice) == choice
