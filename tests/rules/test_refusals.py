"""Every refusal of the rules: its kind, its sentence, the cells that show it."""

from pathlib import Path

import pytest

from rules.moves import Choose, Hold, Komi, Offer, Place, Swap, parse_move
from rules.position import Colour
from rules.reasons import IllegalMove, Reason, ReasonKind
from rules.registry import find_game
from rules.setup import setup
from rules.topology import bits

# White's only move joins his two groups; Black may cut them at b1.
CORNER = {"black": ["c4", "a2", "b2", "c2", "d2"], "white": ["a1", "c1"]}
KO = {"black": ["b5", "c1"], "white": ["a5", "b4", "a3"]}
EYE = {
    "black": ["c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3"],
    "white": [column + row for row in "62" for column in "bcdef"]
    + [column + row for row in "345" for column in "bf"],
}
TWELVE = {"black": ["d4", "a2", "b2", "c2", "d2", "e2"], "white": ["a1", "d1"]}


def start(key, **values):
    game = find_game(key)
    return game.start(game.ruleset(values))


def after(position, *moves):
    for move in moves:
        position = position.play(parse_move(move, position.topology))
    return position


def refused(position, move):
    """The reason, and the names of its cells."""
    if isinstance(move, str):
        move = parse_move(move, position.topology)
    reason = position.why_illegal(move)
    assert reason is not None
    assert not position.is_legal(move)
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    assert error.value.reason == reason
    assert str(error.value) == str(reason) == reason.sentence
    assert reason.sentence.endswith(".")
    return reason, {position.topology.name(cell) for cell in bits(reason.cells)}


@pytest.mark.parametrize("cell", [-1, 19, 10**9])
def test_a_cell_off_the_board(cell):
    reason, cells = refused(start("lifeline", size=3), Place(cell))
    assert (reason.kind, cells) == (ReasonKind.OFF_BOARD, set())
    assert "from A1 to E5" in reason.sentence


def test_an_occupied_cell():
    reason, cells = refused(after(start("asli", size=5, komi=0), "b2"), "b2")
    assert (reason.kind, cells) == (ReasonKind.OCCUPIED, {"b2"})
    assert "There is already a stone on B2" in reason.sentence


@pytest.mark.parametrize(
    "position",
    [
        after(start("lifeline", size=3), "c3"),
        after(start("lifeline", size=3, start="none"), "c3", "a1"),
        after(start("cornered", size=3), "c3", "a1"),
        after(start("cornered", size=3, start="twelve-star"), "c3", "a1", "e5"),
    ],
)
def test_adjacent_first_stones(position):
    reason, cells = refused(position, "d3")
    assert (reason.kind, cells) == (ReasonKind.ADJACENT_FIRST_STONES, {"c3", "d3"})
    assert "D3 is next to your stone on C3" in reason.sentence


def test_nothing_would_change_shows_the_region_without_a_friend():
    position = setup("lifeline", {"size": 3}, **CORNER, to_move="white")
    reason, cells = refused(position, "c3")
    assert reason.kind is ReasonKind.NOTHING_CHANGES
    assert cells == set(position.topology.names) - {*CORNER["black"], *CORNER["white"], "b1"}
    assert "C3 touches none of your groups" in reason.sentence


def test_a_region_that_touches_no_friendly_group():
    position = setup("cornered", {"size": 3}, **CORNER, to_move="white")
    reason, cells = refused(position, "c3")
    assert reason.kind is ReasonKind.NO_FRIEND_IN_REGION
    assert {"c3", "e5", "a3"} <= cells


def test_an_own_group_cornered():
    position = setup("cornered", {"size": 3}, **CORNER, to_move="white")
    reason, cells = refused(position, "b1")
    assert (reason.kind, cells) == (ReasonKind.OWN_GROUP_CORNERED, {"a1", "b1", "c1"})


def test_an_own_group_cornered_by_the_end_of_a_turn_of_two():
    options = {"size": 3, "start": "twelve-star"}
    position = setup(
        "cornered",
        options,
        black=["e5", "e4", "d3", "e3", "a2", "b2", "d2"],
        white=["c5", "d5", "b4", "d4", "b3", "a1", "c1"],
    )
    reason, cells = refused(after(position, "c3"), "c2")
    assert reason.kind is ReasonKind.OWN_GROUP_CORNERED
    assert {"c3", "c2", "a2", "e5"} <= cells


def test_a_turn_that_cannot_be_completed():
    options = {"size": 4, "start": "twelve-star"}
    position = setup("cornered", options, **TWELVE, to_move="white", komi=1)
    assert position.is_legal(Komi())
    assert after(position, "b1").is_legal(Komi())
    without = setup("cornered", options, **TWELVE, to_move="white")
    reason, cells = refused(without, "b1")
    assert (reason.kind, cells) == (ReasonKind.TURN_NOT_COMPLETABLE, {"b1"})
    assert without.outcome().winner is Colour.BLACK


def test_an_own_group_dead():
    flags = (True, False)
    position = setup("asli", {"size": 5}, black=["a1", "c1"], white=["c3"], ever_two_groups=flags)
    reason, cells = refused(position, "b1")
    assert (reason.kind, cells) == (ReasonKind.OWN_GROUP_DEAD, {"a1", "b1", "c1"})


def test_an_own_group_without_a_lifeline():
    reason, cells = refused(setup("liflina", {"size": 7}, **EYE), "d4")
    assert reason.kind is ReasonKind.OWN_GROUP_WITHOUT_LIFELINE
    assert cells == {*EYE["black"], "d4"}


def test_a_minimal_incursion_answered_shows_the_enemys_stone_and_what_it_took():
    position = after(setup("asli", {"size": 5}, **KO), "a4")
    assert position.minimal_incursion
    reason, cells = refused(position, "a5")
    assert (reason.kind, cells) == (ReasonKind.MINIMAL_INCURSION, {"a4", "a5"})


def test_a_hold_lifts_the_ban():
    position = after(setup("asli", {"size": 5}, **KO, prison=(2, 0)), "a4")
    assert position.prison == (1, 0)
    assert after(position, "hold", "e5").is_legal(parse_move("a5", position.topology))


def test_a_repeated_position_names_the_ply_it_stood_after():
    position = after(start("liflina", size=3, komi=0), "c3", "b3", "b1", "c1")
    reason, cells = refused(position, "c3")
    assert (reason.kind, reason.ply) == (ReasonKind.REPEATS_POSITION, 3)
    assert cells == {"c3", "c1"}
    assert "after move 3" in reason.sentence


def test_a_position_of_the_start_is_repeated_after_ply_0():
    position = setup(
        "liflina",
        {"size": 5},
        black=["d3", "e3", "b2", "d2", "e2", "a1", "b1"],
        white=["b5", "e5", "a4", "c4", "d4", "b3", "c2", "d1"],
    )
    reason, _ = refused(after(position, "d5"), "e5")
    assert (reason.kind, reason.ply) == (ReasonKind.REPEATS_POSITION, 0)
    assert "at the start" in reason.sentence


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_a_hold_without_an_enemy_stone_in_prison(key):
    position = after(start(key, size=5, komi=2), "a1")
    assert position.is_legal(Hold())
    reason, _ = refused(after(position, "e5"), Hold())
    assert reason.kind is ReasonKind.NO_PRISONER
    assert "a White stone in prison" in reason.sentence


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_a_hold_in_a_game_without_a_prison(key):
    reason, _ = refused(start(key, size=3), Hold())
    assert reason.kind is ReasonKind.NO_PRISONER


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_komi_without_a_point_left_or_by_black(key):
    stones = {"black": ["a1", "c1"], "white": ["c5", "e5"]}
    for to_move, komi, said in (("white", 0, "no komi point left"), ("black", 3, "Only White")):
        position = setup(key, {"size": 3}, **stones, to_move=to_move, komi=komi)
        reason, _ = refused(position, Komi())
        assert reason.kind is ReasonKind.NO_KOMI_LEFT
        assert said in reason.sentence


def test_komi_in_the_set_up():
    for position in (
        after(start("cornered", size=3, komi=3), "a1"),
        after(start("lifeline", size=3, start="komi-pie"), "offer 3", "white", "a1"),
        start("lifeline", size=3, start="komi-pie"),
    ):
        reason, _ = refused(position, Komi())
        assert reason.kind is ReasonKind.KOMI_IN_SETUP


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
def test_komi_without_a_stone_on_the_board(key):
    position = setup(key, {"size": 3}, black=["a1", "c1"], to_move="white", komi=3)
    assert position.outcome().winner is Colour.BLACK
    assert list(position.legal_moves()) == []
    reason, _ = refused(position, Komi())
    assert reason.kind is ReasonKind.KOMI_WITHOUT_STONE


def test_komi_in_a_game_that_has_none():
    reason, _ = refused(start("asli", size=5, komi=3), Komi())
    assert reason.kind is ReasonKind.NO_KOMI_LEFT


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
def test_a_swap_at_any_other_time_than_whites_first_turn(position):
    reason, _ = refused(position, Swap())
    assert reason.kind is ReasonKind.SWAP_TOO_LATE


@pytest.mark.parametrize("key", ["asli", "liflina", "lifeline"])
@pytest.mark.parametrize("value", [-1, 26])
def test_an_offer_out_of_range(key, value):
    options = {"start": "komi-pie", "size": 3} if key == "lifeline" else {"size": 5}
    reason, _ = refused(start(key, **options), Offer(value))
    assert reason.kind is ReasonKind.NOT_IN_RANGE


@pytest.mark.parametrize("key", ["asli", "liflina", "lifeline"])
def test_the_bargain_comes_first_and_in_its_order(key):
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
def test_nothing_is_offered_or_chosen_where_no_bargain_is_due(key, move):
    options = {"komi": 0} if key in ("asli", "liflina") else {}
    reason, _ = refused(start(key, size=5, **options), move)
    assert reason.kind is ReasonKind.NOT_NOW


def test_the_end_of_the_game_explains_a_refusal():
    lost = after(setup("lifeline", {"size": 3}, **CORNER), "b1")
    for move in (Place(0), Komi(), Swap(), Hold()):
        reason, _ = refused(lost, move)
        assert reason.kind is ReasonKind.GAME_OVER
        assert "no stone left" in reason.sentence


def test_a_drawn_game_is_over_for_every_move():
    position = setup(
        "asli",
        {"size": 4},
        black=["a4", "c4", "b2", "a1"],
        white=["d4", "a3", "c3", "c2", "b1", "c1"],
        prison=(2, 0),
    )
    drawn = after(position, "d3", "hold", "d2", "d4")
    assert drawn.outcome().winner is None
    assert "stood before" in drawn.outcome().ending.sentence
    assert list(drawn.legal_moves()) == []
    assert drawn.in_danger(Colour.WHITE) == ()
    for move in (Place(drawn.topology.cell("d1")), Hold()):
        reason, _ = refused(drawn, move)
        assert reason.kind is ReasonKind.GAME_OVER


def test_who_has_lost_for_lack_of_moves_still_hears_why_a_placement_is_none():
    position = setup("cornered", {"size": 3}, **CORNER, to_move="white")
    assert "no legal move" in position.outcome().ending.sentence
    assert refused(position, "b1")[0].kind is ReasonKind.OWN_GROUP_CORNERED
    assert refused(position, "a1")[0].kind is ReasonKind.GAME_OVER


def test_every_kind_of_reason_is_shown_in_these_tests():
    text = Path(__file__).read_text(encoding="utf-8")
    assert [kind for kind in ReasonKind if f"ReasonKind.{kind.name}" not in text] == []


def test_a_reason_reads_as_its_sentence():
    assert str(Reason(ReasonKind.GAME_OVER, "The game is over.")) == "The game is over."
