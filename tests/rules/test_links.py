"""Links and dangers of groups."""

import random
from itertools import pairwise

import pytest

from rules.moves import Place
from rules.position import Colour, Danger, Link
from rules.setup import setup
from rules.topology import bits
from tests.rules.helpers import start

BLACK, WHITE = Colour.BLACK, Colour.WHITE

# A black group around its only eye, d4, and the white ring around it (LF-02 of the examples).
ONE_EYE = ("c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3")
RING = tuple("bcdef"[i] + row for row in "62" for i in range(5))
RING += tuple(column + row for row in "543" for column in "bf")
# Black may take a5 at a4, from inside White's area.
KO = {"black": ["b5", "c1"], "white": ["a5", "b4", "a3"]}


def some_positions(key, values, seed):
    """Yield every third position in the phase PLAY of a random game."""
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
    named = {(board.names[one], board.names[other]) for one, other in pairs}
    assert named == {("a1", "c1"), ("c1", "a1"), ("d6", "f6"), ("f6", "d6")}


@pytest.mark.parametrize(("key", "values"), GAMES)
def test_paths_are_empty_and_connect_their_end_stones(key, values):
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


def test_liflina_links_are_straight_runs_to_the_edge_and_to_friends():
    position = setup("liflina", {"size": 5}, black=["b3", "d3"], white=["b5"])
    board = position.topology
    cell = board.cell
    b3, d3 = 1 << cell("b3"), 1 << cell("d3")
    links = position.links(BLACK)
    assert Link(b3, d3, cell("b3"), (cell("c3"),), cell("d3")) in links
    assert Link(d3, b3, cell("d3"), (cell("c3"),), cell("b3")) in links
    assert Link(b3, 0, cell("b3"), (cell("b2"), cell("b1")), None) in links
    # The run up from b3 ends at the enemy on b5, so b3 has three lines and d3 four.
    assert [link.group for link in links].count(b3) == 3
    assert [link.group for link in links].count(d3) == 4


# Danger


def test_a_shared_vital_cell_endangers_both_groups():
    position = setup(
        "lifeline", {"size": 3}, black=["c4", "a2", "b2", "c2", "d2"], white=["a1", "c1"]
    )
    mask = position.topology.mask
    killer = mask(["b1"])
    expected = (Danger(mask(["a1"]), killer), Danger(mask(["c1"]), killer))
    assert position.in_danger(WHITE) == expected
    assert position.in_danger(BLACK) == ()


def test_a_cell_where_the_enemy_may_not_place_is_not_a_danger():
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
    assert setup("asli", {"size": 5}, **KO, minimal_incursion=True).in_danger(WHITE) == ()


@pytest.mark.parametrize(
    ("position", "group", "killer"),
    [
        (
            setup("asli", {"size": 5}, **KO, to_move="white", minimal_incursion=True),
            ["a5"],
            "a4",
        ),
        (
            setup("liflina", {"size": 7}, black=ONE_EYE, white=RING, minimal_incursion=True),
            ONE_EYE,
            "d4",
        ),
    ],
)
def test_an_incursion_ban_on_the_side_to_move_does_not_protect_its_groups(position, group, killer):
    mask = position.topology.mask
    assert position.in_danger(position.to_move) == (Danger(mask(group), mask([killer])),)


def test_a_lone_group_that_was_never_split_is_not_in_danger():
    position = setup("asli", {"size": 3}, black=["a2"], white=["a1"])
    assert position.in_danger(WHITE) == ()


@pytest.mark.parametrize("key", ["lifeline", "cornered", "asli", "liflina"])
def test_no_group_is_in_danger_before_the_phase_play(key):
    assert start(key).in_danger(BLACK) == ()


@pytest.mark.parametrize(("key", "values"), GAMES)
def test_dangers_are_exactly_the_captures_of_the_side_to_move(key, values):
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
def test_dangers_of_the_side_to_move_equal_those_on_the_enemys_turn(key, values):
    found = 0
    for position in some_positions(key, values, seed=6):
        colour, stones = position.to_move, position.stones
        names = [[position.topology.names[cell] for cell in bits(mask)] for mask in stones]
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
