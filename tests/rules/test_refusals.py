"""Refusals of placements: kind, sentence and highlighted cells."""

from pathlib import Path

import pytest

from rules.moves import Komi, Place, parse_move
from rules.position import Colour
from rules.reasons import ReasonKind
from rules.setup import setup
from tests.rules.helpers import after, refused, start

# White's only move joins White's two groups; Black may cut them at b1.
CORNER = {"black": ["c4", "a2", "b2", "c2", "d2"], "white": ["a1", "c1"]}
KO = {"black": ["b5", "c1"], "white": ["a5", "b4", "a3"]}
EYE = {
    "black": ["c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3"],
    "white": [column + row for row in "62" for column in "bcdef"]
    + [column + row for row in "345" for column in "bf"],
}
TWELVE = {"black": ["d4", "a2", "b2", "c2", "d2", "e2"], "white": ["a1", "d1"]}


@pytest.mark.parametrize("cell", [-1, 19, 10**9])
def test_refuses_a_cell_off_the_board(cell):
    reason, cells = refused(start("lifeline", size=3), Place(cell))
    assert (reason.kind, cells) == (ReasonKind.OFF_BOARD, set())
    assert "from A1 to E5" in reason.sentence


def test_refuses_an_occupied_cell():
    reason, cells = refused(after(start("asli", size=5, komi=0), "b2"), "b2")
    assert (reason.kind, cells) == (ReasonKind.OCCUPIED, {"b2"})
    assert "There's already a stone on B2" in reason.sentence


@pytest.mark.parametrize(
    "position",
    [
        after(start("lifeline", size=3), "c3"),
        after(start("lifeline", size=3, start="none"), "c3", "a1"),
        after(start("cornered", size=3), "c3", "a1"),
        after(start("cornered", size=3, start="twelve-star"), "c3", "a1", "e5"),
    ],
)
def test_refuses_adjacent_first_stones(position):
    reason, cells = refused(position, "d3")
    assert (reason.kind, cells) == (ReasonKind.FORBIDDEN_CELL, {"c3", "d3"})
    assert "D3 is next to your stone on C3" in reason.sentence


def test_refuses_a_lifeline_stone_that_changes_nothing():
    position = setup("lifeline", {"size": 3}, **CORNER, to_move="white")
    reason, cells = refused(position, "c3")
    assert reason.kind is ReasonKind.NOTHING_CHANGES
    assert cells == set(position.topology.names) - {*CORNER["black"], *CORNER["white"], "b1"}
    assert "C3 would die at once" in reason.sentence


def test_refuses_a_region_that_touches_no_friendly_group():
    position = setup("cornered", {"size": 3}, **CORNER, to_move="white")
    reason, cells = refused(position, "c3")
    assert reason.kind is ReasonKind.NO_FRIEND_IN_REGION
    assert {"c3", "e5", "a3"} <= cells


def test_refuses_to_corner_an_own_group():
    position = setup("cornered", {"size": 3}, **CORNER, to_move="white")
    reason, cells = refused(position, "b1")
    assert (reason.kind, cells) == (ReasonKind.OWN_GROUP_DIES, {"a1", "b1", "c1"})


def test_refuses_to_corner_an_own_group_at_the_end_of_a_turn_of_two():
    options = {"size": 3, "start": "twelve-star"}
    position = setup(
        "cornered",
        options,
        black=["e5", "e4", "d3", "e3", "a2", "b2", "d2"],
        white=["c5", "d5", "b4", "d4", "b3", "a1", "c1"],
    )
    reason, cells = refused(after(position, "c3"), "c2")
    assert reason.kind is ReasonKind.OWN_GROUP_DIES
    assert {"c3", "c2", "a2", "e5"} <= cells


def test_refuses_a_turn_that_cannot_be_completed():
    options = {"size": 4, "start": "twelve-star"}
    position = setup("cornered", options, **TWELVE, to_move="white", komi=1)
    assert position.is_legal(Komi())
    assert after(position, "b1").is_legal(Komi())
    without = setup("cornered", options, **TWELVE, to_move="white")
    reason, cells = refused(without, "b1")
    assert (reason.kind, cells) == (ReasonKind.TURN_NOT_COMPLETABLE, {"b1"})
    assert without.outcome().winner is Colour.BLACK


def test_refuses_suicide_in_asli():
    flags = (True, False)
    position = setup("asli", {"size": 5}, black=["a1", "c1"], white=["c3"], ever_two_groups=flags)
    reason, cells = refused(position, "b1")
    assert (reason.kind, cells) == (ReasonKind.OWN_GROUP_DIES, {"a1", "b1", "c1"})


def test_refuses_suicide_in_liflina():
    reason, cells = refused(setup("liflina", {"size": 7}, **EYE), "d4")
    assert reason.kind is ReasonKind.OWN_GROUP_DIES
    assert cells == {*EYE["black"], "d4"}


def test_refuses_to_answer_a_minimal_incursion_and_shows_the_enemys():
    position = after(setup("asli", {"size": 5}, **KO), "a4")
    assert position.minimal_incursion
    reason, cells = refused(position, "a5")
    assert (reason.kind, cells) == (ReasonKind.MINIMAL_INCURSION, {"a4", "a5"})
    assert reason.sentence.endswith("ove elsewhere first.")


def test_the_refusal_of_an_incursion_advises_a_hold_when_possible():
    position = after(setup("asli", {"size": 5}, **KO, prison=(2, 0)), "a4")
    reason, _ = refused(position, "a5")
    assert reason.sentence.endswith("ove elsewhere first, or hold.")


def test_a_hold_lifts_the_ban_on_incursions():
    position = after(setup("asli", {"size": 5}, **KO, prison=(2, 0)), "a4")
    assert position.prison == (1, 0)
    assert after(position, "hold", "e5").is_legal(parse_move("a5", position.topology))


def test_refuses_a_repeated_position_with_its_first_ply():
    position = after(start("liflina", size=3, komi=0), "c3", "b3", "b1", "c1")
    reason, cells = refused(position, "c3")
    assert (reason.kind, reason.ply) == (ReasonKind.REPEATS_POSITION, 3)
    assert cells == {"c3", "c1"}
    assert "after turn 3" in reason.sentence


def test_a_repetition_after_a_handicap_is_named_by_its_turn():
    position = after(start("liflina", size=3, handicap=2), "c3", "c1", "a1", "b2", "c2")
    reason, _ = refused(position, "c1")
    assert reason.ply == 4
    assert "after turn 3, with" in reason.sentence


def test_the_position_after_a_hold_counts_for_repetition():
    moves = ("c2", "b3", "b2", "a1", "b1", "hold", "a3")
    reason, _ = refused(after(start("liflina", size=3, komi=1), *moves), "a1")
    assert (reason.kind, reason.ply) == (ReasonKind.REPEATS_POSITION, 6)


def test_repeating_the_position_after_the_handicap_names_turn_1():
    moves = ("b2", "a2", "a1", "b1", "a1", "b2", "hold", "a2", "b1", "b2", "a2", "b2", "hold")
    reason, _ = refused(after(start("liflina", size=2, handicap=2), *moves), "a2")
    assert (reason.kind, reason.ply) == (ReasonKind.REPEATS_POSITION, 2)
    assert "after turn 1, with" in reason.sentence


def test_repeating_the_starting_position_names_ply_0():
    position = setup(
        "liflina",
        {"size": 5},
        black=["d3", "e3", "b2", "d2", "e2", "a1", "b1"],
        white=["b5", "e5", "a4", "c4", "d4", "b3", "c2", "d1"],
    )
    reason, _ = refused(after(position, "d5"), "e5")
    assert (reason.kind, reason.ply) == (ReasonKind.REPEATS_POSITION, 0)
    assert "repeats the starting position" in reason.sentence


def test_every_kind_of_reason_is_tested_here():
    files = Path(__file__).parent.glob("test_refusals*.py")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [kind for kind in ReasonKind if f"ReasonKind.{kind.name}" not in text] == []
