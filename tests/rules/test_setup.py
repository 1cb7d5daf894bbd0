"""Setup of arbitrary positions."""

import pytest

from rules.moves import Hold, Komi, Place
from rules.options import OptionError
from rules.position import Colour, Phase
from rules.reasons import ReasonKind
from rules.registry import UnknownGame
from rules.setup import SetupError, setup

SIZE_3 = {"size": 3}


def test_setup_places_the_stones_and_sets_the_side_to_move():
    position = setup(
        "lifeline", SIZE_3, black=["A1", "c-1"], white=("c5", "e5"), to_move="White", komi=2
    )
    board = position.topology
    assert position.stones == (board.mask(["a1", "c1"]), board.mask(["c5", "e5"]))
    assert (position.to_move, position.phase, position.komi) == (Colour.WHITE, Phase.PLAY, 2)
    assert position.is_legal(Komi())


@pytest.mark.parametrize(("protocol", "owed"), [("twelve-star", 2), ("pie", 1), ("none", 1)])
def test_setup_gives_each_turn_the_placements_of_the_opening(protocol, owed):
    options = {"size": 3, "start": protocol}
    position = setup("cornered", options, black=["a1", "c1"], white=["c5", "e5"])
    assert (position.to_move, position.placements_left) == (Colour.BLACK, owed)
    for _ in range(owed):
        position = position.play(next(position.legal_moves()))
    assert (position.to_move, position.placements_left) == (Colour.WHITE, owed)


def test_setup_fills_the_prison_with_the_given_colour():
    position = setup("asli", SIZE_3, black=["a1"], white=["c3"], to_move="white", prison=(2, 0))
    assert position.prison == (2, 0)
    assert position.play(Hold()).prison == (1, 0)


def test_a_colour_with_two_groups_has_ever_had_two_groups():
    position = setup("asli", SIZE_3, black=["a1", "c1"], white=["c3"])
    assert position.ever_two_groups == (True, False)


def test_setup_keeps_the_flags_and_the_incursion_ban():
    position = setup(
        "asli", SIZE_3, white=["c3"], minimal_incursion=True, ever_two_groups=(True, False)
    )
    assert position.minimal_incursion
    assert position.ever_two_groups == (True, False)


def test_an_incursion_before_the_setup_has_no_cells_to_show():
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
def test_impossible_positions_are_refused_with_a_sentence(key, wanted, sentence):
    with pytest.raises(SetupError, match=sentence):
        setup(key, SIZE_3, **wanted)


def test_setup_accepts_a_lone_group_that_the_rules_let_live():
    assert setup("asli", SIZE_3, black=["a1"], white=["a2"]).outcome() is None
    assert setup("cornered", SIZE_3, black=["a1"]).outcome() is None


def test_setup_refuses_unknown_games_and_invalid_options():
    with pytest.raises(UnknownGame):
        setup("chess", {})
    with pytest.raises(OptionError):
        setup("asli", {"size": 1})
