"""What a position shows besides the stones: links, dangers, turns, seats, text."""

import random
from itertools import pairwise

import pytest

from rules.moves import Choose, Hold, Offer, Place, Swap
from rules.position import Colour, Danger, LastTurn, Link
from rules.registry import find_game
from rules.setup import setup
from rules.topology import bits

BLACK, WHITE = Colour.BLACK, Colour.WHITE

# A black group around its only eye, d4, and the white ring around it (LF-02 of the examples).
ONE_EYE = ("c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3")
RING = tuple("bcdef"[i] + row for row in "62" for i in range(5))
RING += tuple(column + row for row in "543" for column in "bf")


def start(key, **values):
    game = find_game(key)
    return game.start(game.ruleset(values))


def after(position, *names):
    for name in names:
        position = position.play(Place(position.topology.cell(name)))
    return position


def some_positions(key, values, seed):
    """Every third position of a random game proper."""
    position, rng = start(key, **values), random.Random(seed)
    while position.outcome() is None:
        if position.phase.name == "PLAY" and position.ply % 3 == 0:
            yield position
        position = position.play(rng.choice(list(position.legal_moves())))


GAMES = [
    ("lifeline", {"size": 4}),
    ("cornered", {"size": 4}),
    ("cornered", {"size": 4, "start": "twelve-star"}),
    ("asli", {"size": 5, "komi": 0}),
    ("liflina", {"size": 5, "komi": 0}),
]


# Links


def test_two_groups_are_linked_from_both_sides_by_a_shortest_empty_path():
    position = setup("lifeline", {"size": 3}, black=["a1", "d2"], white=["c5", "e5"])
    board = position.topology
    a1, d2 = board.cell("a1"), board.cell("d2")
    there, back = position.links(BLACK)
    assert (there.group, there.friend, there.start, there.end) == (1 << a1, 1 << d2, a1, d2)
    assert len(there.path) == 2
    assert (back.start, back.end, len(back.path)) == (d2, a1, 2)


def test_groups_that_do_not_see_each_other_are_not_linked():
    position = setup(
        "lifeline",
        {"size": 4},
        black=["d4", "a2", "b2", "c2", "d2", "e2", "d1"],
        white=["d6", "f6", "a1", "c1"],
    )
    board = position.topology
    pairs = {(link.start, link.end) for link in position.links(WHITE)}
    named = {(board.name(one), board.name(other)) for one, other in pairs}
    assert named == {("a1", "c1"), ("c1", "a1"), ("d6", "f6"), ("f6", "d6")}


@pytest.mark.parametrize(("key", "values"), GAMES)
def test_every_path_is_empty_connected_and_joins_its_ends(key, values):
    for position in some_positions(key, values, seed=2):
        near, empty = position.topology.neighbours, position.board.empty
        for colour in Colour:
            groups = position.groups(colour)
            for link in position.links(colour):
                steps = [link.start, *link.path, *([] if link.end is None else [link.end])]
                assert all(near[one] >> two & 1 for one, two in pairwise(steps))
                assert all(empty >> cell & 1 for cell in link.path)
                assert link.group in groups
                assert link.group >> link.start & 1
                assert link.end is None or (link.friend in groups and link.friend >> link.end & 1)


@pytest.mark.parametrize(("key", "values"), GAMES[:4])
def test_a_group_is_linked_once_to_each_group_that_shares_a_region(key, values):
    for position in some_positions(key, values, seed=3):
        border = position.topology.border
        for colour in Colour:
            groups = position.groups(colour)
            seen = {
                (one, two)
                for region in position.regions()
                for one in groups
                for two in groups
                if one != two and border(region) & one and border(region) & two
            }
            listed = [(link.group, link.friend) for link in position.links(colour)]
            assert len(listed) == len(seen)
            assert set(listed) == seen


def test_in_liflina_the_links_are_the_straight_runs_to_the_edge_and_to_friends():
    position = setup("liflina", {"size": 5}, black=["b3", "d3"], white=["b5"])
    board = position.topology
    cell = board.cell
    b3, d3 = 1 << cell("b3"), 1 << cell("d3")
    links = position.links(BLACK)
    assert Link(b3, d3, cell("b3"), (cell("c3"),), cell("d3")) in links
    assert Link(d3, b3, cell("d3"), (cell("c3"),), cell("b3")) in links
    assert Link(b3, 0, cell("b3"), (cell("b2"), cell("b1")), None) in links
    # b3 upwards ends at the enemy on b5; so b3 has three lines and d3 four
    assert [link.group for link in links].count(b3) == 3
    assert [link.group for link in links].count(d3) == 4


# Danger


def test_the_shared_cell_of_two_groups_is_the_danger_of_both():
    position = setup(
        "lifeline", {"size": 3}, black=["c4", "a2", "b2", "c2", "d2"], white=["a1", "c1"]
    )
    mask = position.topology.mask
    killer = mask(["b1"])
    expected = (Danger(mask(["a1"]), killer), Danger(mask(["c1"]), killer))
    assert position.in_danger(WHITE) == expected
    assert position.in_danger(BLACK) == ()


def test_a_cell_where_the_enemy_may_not_place_is_no_danger():
    position = setup(
        "liflina",
        {"size": 7},
        black=ONE_EYE,
        white=RING,
        to_move="white",
        minimal_incursion=True,
    )
    assert position.in_danger(BLACK) == ()
    free = setup(
        "liflina",
        {"size": 7},
        black=ONE_EYE,
        white=RING,
    )
    assert free.in_danger(BLACK)[0].cells == free.topology.mask(["d4"])


def test_a_lone_group_that_was_never_split_is_in_no_danger():
    position = setup("asli", {"size": 3}, black=["a2"], white=["a1"])
    assert position.in_danger(WHITE) == ()


@pytest.mark.parametrize("key", ["lifeline", "cornered", "asli", "liflina"])
def test_nothing_is_in_danger_before_the_game_proper(key):
    assert start(key).in_danger(BLACK) == ()


@pytest.mark.parametrize(("key", "values"), GAMES)
def test_the_dangers_are_exactly_what_the_moves_of_the_side_to_move_take(key, values):
    found = 0
    for position in some_positions(key, values, seed=4):
        enemy = position.to_move.other
        killers = dict.fromkeys(position.groups(enemy), 0)
        for move in position.legal_moves():
            if isinstance(move, Place):
                left = position.play(move).stones[enemy]
                for group in killers:
                    killers[group] |= 0 if group & left else 1 << move.cell
        expected = {group: cells for group, cells in killers.items() if cells}
        dangers = position.in_danger(enemy)
        assert {danger.group: danger.cells for danger in dangers} == expected
        found += len(dangers)
    assert found


@pytest.mark.parametrize(("key", "values"), GAMES)
def test_the_dangers_of_the_side_to_move_come_true_when_the_enemy_moves_there(key, values):
    found = 0
    for position in some_positions(key, values, seed=6):
        colour, stones = position.to_move, position.stones
        names = [[position.topology.name(cell) for cell in bits(mask)] for mask in stones]
        board = {"black": names[0], "white": names[1], "to_move": colour.other.label}
        size = {"size": position.topology.size} | (
            {"start": values["start"]} if "start" in values else {}
        )
        if position.mid_turn or (key != "asli" and not all(stones)):
            continue
        flags = getattr(position, "ever_two_groups", (False, False))
        turned = setup(key, size, **board, ever_two_groups=flags)
        assert position.in_danger(colour) == turned.in_danger(colour)
        found += len(turned.in_danger(colour))
    assert found


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


def test_in_twelve_star_nothing_is_hidden():
    assert after(start("cornered", size=3, start="twelve-star"), "a1", "c5").hidden == 0


def test_the_last_turn_tells_what_was_taken():
    position = setup("lifeline", {"size": 3}, black=["c4", "a2", "b1"], white=["c5", "e5", "a1"])
    position = after(position, "b2")
    mask = position.topology.mask
    assert position.last_turn.removed == (0, mask(["a1"]))
    assert position.last_turn.placed == mask(["b2"])
    assert position.taken == (0, 1)


def test_what_a_turn_of_two_takes_adds_up():
    position = setup(
        "cornered",
        {"size": 3, "start": "twelve-star"},
        black=["e5", "e4", "d3", "e3", "a2", "b2", "d2"],
        white=["c5", "d5", "b4", "d4", "b3", "a1", "c1"],
    )
    position = after(position, "c3", "b4")
    mask = position.topology.mask
    assert position.last_turn.removed == (0, mask(["b3", "b4", "c5", "d4", "d5"]))
    assert position.last_turn.placed == mask(["c3", "b4"])
    assert (position.taken, position.turn) == ((0, 5), 2)


def test_a_swap_exchanges_the_seats_and_white_still_has_his_whole_turn():
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


def test_a_hold_changes_the_prison_only():
    position = after(start("asli", size=5, komi=2), "a1")
    held = position.play(Hold())
    assert (held.prison, held.stones, held.to_move) == ((1, 0), position.stones, BLACK)


# Values and text


def test_positions_are_values():
    one, two = (
        after(start("asli", size=5, komi=0), "a1"),
        after(start("asli", size=5, komi=0), "a1"),
    )
    assert one == two
    assert hash(one) == hash(two)
    assert one != after(start("asli", size=5, komi=0), "b1")
    assert one.board != "a board"


def test_playing_leaves_the_position_as_it_was():
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
