"""Refusals of holds, komi, swaps, offers and choices, and of all moves after the end."""

import pytest

from rules.moves import Choose, Hold, Komi, Offer, Place, Swap
from rules.position import Colour
from rules.reasons import Reason, ReasonKind
from rules.setup import setup
from tests.rules.helpers import after, refused, start

# White's only move joins White's two groups; Black may cut them at b1.
CORNER = {"black": ["c4", "a2", "b2", "c2", "d2"], "white": ["a1", "c1"]}


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_refuses_a_hold_without_an_enemy_stone_in_prison(key):
    position = after(start(key, size=5, komi=2), "a1")
    assert position.is_legal(Hold())
    reason, _ = refused(after(position, "e5"), Hold())
    assert reason.kind is ReasonKind.NO_PRISONER
    assert "a white stone is in prison" in reason.sentence


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_refuses_a_hold_in_a_game_without_a_prison(key):
    reason, _ = refused(start(key, size=3), Hold())
    assert reason.kind is ReasonKind.NO_PRISONER


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_refuses_komi_without_a_point_left_or_by_black(key):
    stones = {"black": ["a1", "c1"], "white": ["c5", "e5"]}
    for to_move, komi, sentence in (
        ("white", 0, "no komi points left"),
        ("black", 3, "Only White"),
    ):
        position = setup(key, {"size": 3}, **stones, to_move=to_move, komi=komi)
        reason, _ = refused(position, Komi())
        assert reason.kind is ReasonKind.NO_KOMI_LEFT
        assert sentence in reason.sentence


def test_refuses_komi_during_the_set_up():
    for position in (
        after(start("cornered", size=3, komi=3), "a1"),
        after(start("lifeline", size=3, start="komi-pie"), "offer 3", "white", "a1"),
    ):
        reason, _ = refused(position, Komi())
        assert reason.kind is ReasonKind.KOMI_IN_SETUP


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_refuses_komi_without_a_stone_on_the_board(key):
    position = setup(key, {"size": 3}, black=["a1", "c1"], to_move="white", komi=3)
    assert position.outcome().winner is Colour.BLACK
    assert list(position.legal_moves()) == []
    reason, _ = refused(position, Komi())
    assert reason.kind is ReasonKind.KOMI_WITHOUT_STONE


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_refuses_komi_in_the_set_up_of_a_game_without_komi(key):
    reason, _ = refused(after(start(key, size=3, start="none"), "a1"), Komi())
    assert reason.kind is ReasonKind.NO_KOMI_LEFT


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_refuses_komi_in_a_game_with_a_prison_and_advises_a_hold(key):
    position = after(start(key, size=5, komi=3), "a1")
    reason, _ = refused(position, Komi())
    assert position.is_legal(Hold())
    assert reason.kind is ReasonKind.NO_KOMI_LEFT
    assert "spends it by holding" in reason.sentence


@pytest.mark.parametrize(
    "position",
    [
        start("lifeline", size=3),
        after(start("lifeline", size=3), "a1", "c3", "swap"),
        after(start("lifeline", size=3), "a1", "c3", "e5"),
        after(start("lifeline", size=3, start="none"), "a1"),
        after(start("lifeline", size=3, start="komi-pie"), "offer 3", "white", "a1"),
        after(start("cornered", size=3), "a1", "c3"),
        after(start("cornered", size=3, start="twelve-star"), "a1"),
        after(start("asli", size=5, komi=0), "a1"),
        after(start("liflina", size=5, komi=0), "a1"),
    ],
)
def test_refuses_a_swap_except_on_whites_first_turn(position):
    reason, _ = refused(position, Swap())
    assert reason.kind is ReasonKind.SWAP_TOO_LATE


@pytest.mark.parametrize("key", ["asli", "liflina", "lifeline"])
@pytest.mark.parametrize("value", [-1, 26])
def test_refuses_an_offer_out_of_range(key, value):
    options = {"start": "komi-pie", "size": 3} if key == "lifeline" else {"size": 5}
    position = start(key, **options)
    reason, _ = refused(position, Offer(value))
    assert reason.kind is ReasonKind.NOT_IN_RANGE
    assert f"from 0 to {len(position.topology)}." in reason.sentence


@pytest.mark.parametrize("key", ["asli", "liflina", "lifeline"])
def test_refuses_other_moves_during_the_komi_offer(key):
    options = {"start": "komi-pie"} if key == "lifeline" else {}
    position = start(key, size=5, **options)
    for move in (Place(0), Choose(Colour.BLACK)):
        reason, _ = refused(position, move)
        assert reason.kind is ReasonKind.NOT_NOW
        assert "“offer 5”" in reason.sentence
    position = position.play(Offer(5))
    for move in (Place(0), Offer(5)):
        reason, _ = refused(position, move)
        assert reason.kind is ReasonKind.NOT_NOW
        assert "“black” or “white”" in reason.sentence


@pytest.mark.parametrize("key", ["lifeline", "cornered", "asli", "liflina"])
@pytest.mark.parametrize("move", [Offer(3), Choose(Colour.WHITE)])
def test_refuses_offers_and_choices_outside_the_komi_offer(key, move):
    options = {"komi": 0} if key in ("asli", "liflina") else {}
    reason, _ = refused(start(key, size=5, **options), move)
    assert reason.kind is ReasonKind.NOT_NOW


def test_refusals_after_the_end_name_the_ending():
    lost = after(setup("lifeline", {"size": 3}, **CORNER), "b1")
    for move in (Place(0), Komi(), Swap(), Hold()):
        reason, _ = refused(lost, move)
        assert reason.kind is ReasonKind.GAME_OVER
        assert "no stones left" in reason.sentence


@pytest.mark.parametrize("first", [(), ("c3",)])
def test_refuses_every_move_in_a_drawn_game(first):
    """The repeated position is either the start or the result of an earlier placement."""
    white = ["d4", "a3", "c3", "c2", "b1", "c1"]
    position = setup(
        "asli",
        {"size": 4},
        black=["a4", "c4", "b2", "a1"],
        white=[name for name in white if name not in first],
        to_move="white" if first else "black",
        prison=(2, 0),
    )
    drawn = after(position, *first, "d3", "hold", "d2", "d4")
    assert drawn.outcome().winner is None
    assert "occurred before" in drawn.outcome().ending.sentence
    assert list(drawn.legal_moves()) == []
    assert drawn.in_danger(Colour.WHITE) == ()
    for move in (Place(drawn.topology.cell("d1")), Hold()):
        reason, _ = refused(drawn, move)
        assert reason.kind is ReasonKind.GAME_OVER


def test_a_player_without_moves_still_sees_why_a_placement_is_illegal():
    position = setup("cornered", {"size": 3}, **CORNER, to_move="white")
    assert "no legal move" in position.outcome().ending.sentence
    assert refused(position, "b1")[0].kind is ReasonKind.OWN_GROUP_DIES
    assert refused(position, "a1")[0].kind is ReasonKind.GAME_OVER


def test_a_reason_reads_as_its_sentence():
    assert str(Reason(ReasonKind.GAME_OVER, "The game is over.")) == "The game is over."


@pytest.mark.parametrize("key", ["asli", "liflina", "lifeline"])
@pytest.mark.parametrize("move", [Swap(), Komi(), Hold()])
def test_before_the_colours_are_chosen_refusals_name_the_next_step(key, move):
    options = {"start": "komi-pie", "size": 3} if key == "lifeline" else {"size": 5}
    for moves, due in (((), "Offer a komi first"), (("offer 2",), "Choose a colour first")):
        reason, _ = refused(after(start(key, **options), *moves), move)
        assert reason.kind is ReasonKind.NOT_NOW
        assert reason.sentence.startswith(due)
