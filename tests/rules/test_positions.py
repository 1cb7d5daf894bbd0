"""State of positions beyond the stones: turns, seats, captures, and the text form."""

import pytest

from rules.moves import Choose, Hold, Offer, Place, Swap
from rules.position import Colour, LastTurn
from rules.setup import setup
from tests.rules.helpers import after, start

BLACK, WHITE = Colour.BLACK, Colour.WHITE


# Turns and seats


def test_a_pair_of_placements_is_one_turn():
    first = after(start("lifeline", size=3), "a1")
    assert (first.turn, first.ply, first.placements_left, first.mid_turn) == (1, 1, 1, True)
    assert first.to_move is BLACK
    both = after(first, "c3")
    board = both.topology
    assert (both.turn, both.ply, both.placements_left, both.mid_turn) == (2, 2, 2, False)
    moves = (Place(board.cell("a1")), Place(board.cell("c3")))
    assert both.last_turn == LastTurn(1, BLACK, moves, board.mask(["a1", "c3"]))


def test_the_first_stone_of_a_strong_pie_pair_is_hidden_until_the_second():
    position = start("lifeline", size=3)
    assert position.hidden == 0
    position = after(position, "a1")
    assert position.hidden == 1
    position = after(position, "c3")
    assert position.hidden == 0


def test_no_stone_is_hidden_in_a_12_star_opening():
    assert after(start("cornered", size=3, start="twelve-star"), "a1", "c5").hidden == 0


def test_the_last_turn_has_the_captured_stones():
    position = setup("lifeline", {"size": 3}, black=["c4", "a2", "b1"], white=["c5", "e5", "a1"])
    position = after(position, "b2")
    mask = position.topology.mask
    assert position.last_turn.removed == (0, mask(["a1"]))
    assert position.last_turn.placed == mask(["b2"])
    assert position.taken == (0, 1)


@pytest.mark.parametrize("mover", Colour)
def test_captures_of_a_turn_of_two_placements_add_up(mover):
    black, white = mover.pair(
        ["e5", "e4", "d3", "e3", "a2", "b2", "d2"],
        ["c5", "d5", "b4", "d4", "b3", "a1", "c1"],
    )
    options = {"size": 3, "start": "twelve-star"}
    position = setup("cornered", options, black=black, white=white, to_move=mover.label)
    position = after(position, "c3", "b4")
    mask = position.topology.mask
    assert position.last_turn.removed == mover.pair(0, mask(["b3", "b4", "c5", "d4", "d5"]))
    assert position.last_turn.placed == mask(["c3", "b4"])
    assert (position.taken, position.turn) == (mover.pair(0, 5), 2)


def test_a_swap_exchanges_the_seats_and_leaves_white_the_whole_turn():
    position = after(start("lifeline", size=3), "a1", "c3")
    assert (position.seat_to_move, position.colour_of(0)) == (1, BLACK)
    position = position.play(Swap())
    assert (position.swapped, position.turn, position.placements_left) == (True, 3, 2)
    assert (position.to_move, position.seat_to_move) == (WHITE, 0)
    assert (position.colour_of(0), position.colour_of(1)) == (WHITE, BLACK)
    assert position.last_turn == LastTurn(2, WHITE, (Swap(),))


@pytest.mark.parametrize(("chosen", "seat"), [(BLACK, 1), (WHITE, 0)])
def test_the_second_seat_gets_the_colour_it_chooses(chosen, seat):
    position = start("asli", size=5)
    assert position.seat_to_move == 0
    position = position.play(Offer(4))
    assert (position.seat_to_move, position.komi, position.prison) == (1, 4, (0, 0))
    position = position.play(Choose(chosen))
    assert position.colour_of(1) is chosen
    assert (position.to_move, position.seat_to_move, position.prison) == (BLACK, seat, (4, 0))


def test_a_handicap_is_one_turn_of_black():
    position = after(start("liflina", size=5, handicap=3), "a1", "c3", "e5")
    assert (position.turn, position.to_move, position.phase.name) == (2, WHITE, "PLAY")
    assert position.last_turn.placed.bit_count() == 3


def test_a_hold_changes_only_the_prison():
    position = after(start("asli", size=5, komi=2), "a1")
    held = position.play(Hold())
    assert (held.prison, held.stones, held.to_move) == ((1, 0), position.stones, BLACK)


# Values and text


def test_positions_compare_by_value():
    one, two = (
        after(start("asli", size=5, komi=0), "a1"),
        after(start("asli", size=5, komi=0), "a1"),
    )
    assert one == two
    assert hash(one) == hash(two)
    assert one != after(start("asli", size=5, komi=0), "b1")
    assert one.board != "a board"
    assert one.board != after(start("asli", size=5, komi=0), "b1").board
    assert start("asli", size=5).board != start("asli", size=6).board


def test_play_leaves_the_position_unchanged():
    position = start("lifeline", size=3)
    before = position.stones
    after(position, "a1")
    assert position.stones == before == (0, 0)


def test_a_position_prints_as_a_diagram():
    position = setup("lifeline", {"size": 3}, black=["a1", "c3"], white=["c5", "e5"])
    assert str(position) == (
        "  O . O\n . . . .\n. . X . .\n . . . .\n  X . .\nBlack to move, turn 1"
    )


def test_the_representation_names_the_stones():
    position = setup("asli", {"size": 3}, black=["b2"])
    assert "<Board square(3) black=['b2'] white=[]>" in repr(position)


def test_groups_and_regions_are_listed_by_their_first_cells():
    position = setup("asli", {"size": 3}, black=["b1", "b2", "b3"], white=["a3"])
    mask = position.topology.mask
    assert position.groups(BLACK) == (mask(["b1", "b2", "b3"]),)
    assert position.regions() == (mask(["a1", "a2"]), mask(["c1", "c2", "c3"]))
    assert [position.owner(region) for region in position.regions()] == [None, BLACK]
    assert start("asli", size=3).owner(position.topology.full) is None


def test_a_region_is_white_when_only_white_touches_it():
    position = setup("asli", {"size": 3}, white=["b1", "b2", "b3"])
    assert position.owner(position.regions()[0]) is WHITE
