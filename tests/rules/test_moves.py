"""Parsing and formatting of moves."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.moves import (
    LONGEST_TEXT,
    Choose,
    Hold,
    Komi,
    Offer,
    Place,
    Swap,
    format_move,
    parse_move,
    parse_turn,
)
from rules.position import Colour
from rules.reasons import InvalidMove, ReasonKind
from rules.topology import hexhex, square

HEX, GRID = hexhex(7), square(27)
MOVES = st.one_of(
    st.integers(0, len(GRID) - 1).map(Place),
    st.integers(0, 729).map(Offer),
    st.sampled_from([Swap(), Komi(), Hold(), Choose(Colour.BLACK), Choose(Colour.WHITE)]),
)


@given(MOVES)
def test_every_move_parses_from_its_notation(move):
    assert parse_move(format_move(move, GRID), GRID) == move


@given(st.lists(MOVES, min_size=1, max_size=9), st.sampled_from([" ", ", ", "  ", " + ", "; "]))
def test_turns_parse_with_any_separator(moves, between):
    text = between.join(format_move(move, GRID) for move in moves)
    assert parse_turn(text.upper(), GRID) == tuple(moves)


@pytest.mark.parametrize("text", ["e6", "E6", " e 6 ", "E-6", "e06", "\te6\n", "- e6 -", "e_6"])
def test_case_spaces_and_dashes_do_not_matter(text):
    assert parse_move(text, HEX) == Place(HEX.cell("e6"))


@pytest.mark.parametrize("text", ["c3 e5", "C3-E5", "c3,e5", "c3e5", "c 3 e 5", "C-3 / E-5"])
def test_two_placements_can_be_written_in_many_ways(text):
    assert parse_turn(text, HEX) == (Place(HEX.cell("c3")), Place(HEX.cell("e5")))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("SWAP", Swap()),
        ("komi", Komi()),
        ("Hold", Hold()),
        ("offer 5", Offer(5)),
        ("Offer: 12", Offer(12)),
        ("offer5", Offer(5)),
        ("offer -1", Offer(-1)),
        ("black", Choose(Colour.BLACK)),
        ("White", Choose(Colour.WHITE)),
    ],
)
def test_word_moves_are_parsed(text, move):
    assert parse_move(text, HEX) == move


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "-",
        "swapp",
        "6e",
        "offer",
        "offer x",
        "offer 5.5",
        "e6!",
        "é6",
        "a\u0663",
        "komi3x",
        "e",
    ],
)
def test_unreadable_text_is_refused_with_what_to_type(text):
    with pytest.raises(InvalidMove, match="Type a cell such as E6") as refused:
        parse_move(text, HEX)
    assert refused.value.reason is None
    assert text in str(refused.value)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_empty_text_is_reported_as_empty(text):
    with pytest.raises(InvalidMove, match=r"You didn't type anything\. Type a cell such as E6"):
        parse_move(text, HEX)


@pytest.mark.parametrize("name", ["n1", "a14", "z99", "a0", "e999"])
def test_a_cell_off_the_board_is_named_in_the_refusal(name):
    with pytest.raises(InvalidMove, match="There's no cell") as refused:
        parse_move(name, HEX)
    assert refused.value.reason.kind is ReasonKind.OFF_BOARD
    assert name.upper() in refused.value.reason.sentence


@pytest.mark.parametrize(
    ("board", "ranges"),
    [
        (HEX, r"from A to M, rows from 1 to 13\."),
        (square(5), r"from A to E, rows from 1 to 5\."),
    ],
)
def test_refusals_name_the_ranges_of_the_board(board, ranges):
    with pytest.raises(InvalidMove, match=ranges):
        parse_move("z99", board)


@pytest.mark.parametrize(
    ("board", "name", "sentence"),
    [
        (HEX, "a13", "no cell A13 on this board: row 13 runs from G13 to M13."),
        (HEX, "j1", "no cell J1 on this board: row 1 runs from A1 to G1."),
        (square(5), "f3", "no cell F3 on this board: row 3 runs from A3 to E3."),
    ],
)
def test_a_wrong_letter_in_an_existing_row_names_the_cells_of_the_row(board, name, sentence):
    with pytest.raises(InvalidMove, match=re.escape(sentence)):
        parse_move(name, board)


def test_parse_move_refuses_two_moves():
    with pytest.raises(InvalidMove, match="“c3 e5” is more than one move"):
        parse_move("c3 e5", HEX)


def test_very_long_text_is_refused_and_long_text_is_quoted_in_part():
    with pytest.raises(InvalidMove, match=f"more than {LONGEST_TEXT} characters"):
        parse_turn("a1 " * LONGEST_TEXT, HEX)
    with pytest.raises(InvalidMove, match=r"“x{29}…”"):
        parse_turn("x" * LONGEST_TEXT, HEX)


@given(st.text(max_size=40) | st.text("abcdefghijk123456789 -,", max_size=20))
def test_any_text_is_parsed_or_refused_with_a_sentence(text):
    try:
        accepted = bool(parse_turn(text, HEX))
    except InvalidMove as refused:
        accepted = str(refused).endswith(".")
    assert accepted
