"""Positions built out of nothing."""

import pytest

from rules.moves import Hold, Komi, Place
from rules.options import OptionError
from rules.position import Colour, Phase
from rules.reasons import ReasonKind
from rules.registry import UnknownGame
from rules.setup import SetupError, setup

SIZE_3 = {"size": 3}


def test_a_position_has_the_stones_and_the_side_to_move_that_were_asked_for():
    position = setup(
        "lifeline", SIZE_3, black=["A1", "c-1"], white=("c5", "e5"), to_move="White", komi=2
    )
    board = position.topology
    assert position.stones == (board.mask(["a1", "c1"]), board.mask(["c5", "e5"]))
    assert (position.to_move, position.phase, position.komi) == (Colour.WHITE, Phase.PLAY, 2)
    assert position.is_legal(Komi())


@pytest.mark.parametrize(("protocol", "owed"), [("twelve-star", 2), ("pie", 1), ("none", 1)])
def test_a_turn_has_as_many_placements_as_the_start_says_and_so_has_the_next(protocol, owed):
    options = {"size": 3, "start": protocol}
    position = setup("cornered", options, black=["a1", "c1"], white=["c5", "e5"])
    assert (position.to_move, position.placements_left) == (Colour.BLACK, owed)
    for _ in range(owed):
        position = position.play(next(position.legal_moves()))
    assert (position.to_move, position.placements_left) == (Colour.WHITE, owed)


def test_the_prison_is_signed_by_its_colour():
    position = setup("asli", SIZE_3, black=["a1"], white=["c3"], to_move="white", prison=(2, 0))
    assert position.prison == (2, 0)
    assert position.play(Hold()).prison == (1, 0)


def test_a_colour_with_two_groups_has_had_them():
    position = setup("asli", SIZE_3, black=["a1", "c1"], white=["c3"])
    assert position.ever_two_groups == (True, False)


def test_flags_and_the_ban_are_taken_over():
    position = setup(
        "asli", SIZE_3, white=["c3"], minimal_incursion=True, ever_two_groups=(True, False)
    )
    assert position.minimal_incursion
    assert position.ever_two_groups == (True, False)


def test_the_refusal_of_an_answer_to_an_unseen_incursion_shows_no_cells():
    position = setup(
        "asli",
        {"size": 5},
        black=["b5", "c1"],
        white=["a5", "b4", "a3"],
        minimal_incursion=True,
    )
    reason = position.why_illegal(Place(position.topology.cell("a4")))
    assert (reason.kind, reason.cells) == (ReasonKind.MINIMAL_INCURSION, 0)


@pytest.mark.parametrize(
    ("key", "wanted", "sentence"),
    [
        ("lifeline", {"black": ["z9"]}, "There is no cell “z9” on hexhex"),
        ("lifeline", {"black": ["a1", "A1"]}, "The cell A1 has two stones"),
        ("lifeline", {"black": ["a1"], "white": ["a1"]}, "The cell A1 has two stones"),
        ("lifeline", {"black": ["a1", "b1"]}, "The group A1 B1 would be dead"),
        ("lifeline", {"to_move": "red"}, "“black” or “white”, not “red”"),
        ("lifeline", {"komi": -1}, "The number for komi cannot be less than 0"),
        ("lifeline", {"prison": (1, 0)}, "Lifeline has no prison"),
        ("lifeline", {"prison": (0, 1)}, "Lifeline has no prison"),
        ("cornered", {"black": ["a1"], "white": ["c5", "e5"]}, "The group A1 would be dead"),
        ("asli", {"prison": (1, 1)}, "never holds stones of both colours"),
        ("asli", {"prison": (0, -1)}, "The number for prison cannot be less than 0"),
        ("asli", {"black": ["a1"], "ever_two_groups": (True, False)}, "The group A1 would be dead"),
        ("liflina", {"black": ["a1"], "white": ["a2", "b1"]}, "The group A1 would be dead"),
    ],
)
def test_an_impossible_position_is_refused_with_a_sentence(key, wanted, sentence):
    with pytest.raises(SetupError, match=sentence):
        setup(key, SIZE_3, **wanted)


def test_a_lone_group_is_possible_where_the_rules_let_it_live():
    assert setup("asli", SIZE_3, black=["a1"], white=["a2"]).outcome() is None
    assert setup("cornered", SIZE_3, black=["a1"]).outcome() is None


def test_wrong_games_and_options_are_refused_as_elsewhere():
    with pytest.raises(UnknownGame):
        setup("chess", {})
    with pytest.raises(OptionError):
        setup("asli", {"size": 1})
