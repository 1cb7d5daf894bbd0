"""What follows from the rules as a whole, on positions that hypothesis makes up."""

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Any

import pytest
import vectors
from hypothesis import given, settings
from hypothesis import strategies as st
from literal_play import PROGRAMS, Literal
from our_play import Ours

SIZES = {"lifeline": (3, 5), "cornered": (3, 4), "asli": (2, 6), "liflina": (2, 6)}
SQUARE = ("asli", "liflina")


@dataclass(frozen=True)
class Made:
    """A position made up, in the words of `setup`."""

    key: str
    options: dict[str, Any]
    state: dict[str, Any]

    def on(self, side):
        return side.at(self.key, self.options, **self.state)


def without_dead(state):
    """Take dead groups away until none is left; what remains could have come about by play."""
    while True:
        kept = {"black": state.black, "white": state.white}
        for colour in kept:
            for group in dead(state, colour):
                kept[colour] -= group
        if kept["black"] == state.black and kept["white"] == state.white:
            return state
        state = replace(state, **kept)


def dead(state, colour):
    if isinstance(state, PROGRAMS["lifeline"]):
        return state.board.dead_by_region(state.stones(colour), state.black, state.white)
    if isinstance(state, PROGRAMS["cornered"]):
        return state.cornered(colour)
    return state.dead(colour)


@st.composite
def made(draw, key):
    """A position in the game proper, with whatever state the game has beside the board."""
    options: dict[str, Any] = {"size": draw(st.integers(*SIZES[key]))}
    state: dict[str, Any] = {"to_move": draw(st.sampled_from(["black", "white"]))}
    if key == "cornered":
        options["start"] = draw(st.sampled_from(["none", "twelve-star"]))
        # A turn of two is tried out in full by the literal program, so the board stays small.
        options["size"] = 3 if options["start"] == "twelve-star" else options["size"]
    if key in SQUARE:
        prison = draw(st.integers(-2, 2))
        state["prison"] = (max(prison, 0), max(-prison, 0))
        state["minimal_incursion"] = draw(st.booleans())
    else:
        state["komi"] = draw(st.integers(0, 2))
    board = PROGRAMS[key].at(options["size"], [], [], "black").board
    names = sorted(board.by_name)
    crowd = draw(st.sampled_from(["..XO", ".XO", ".XXOO"]))
    marks = draw(st.lists(st.sampled_from(crowd), min_size=len(names), max_size=len(names)))
    stones = {
        "black": [name for name, mark in zip(names, marks, strict=True) if mark == "X"],
        "white": [name for name, mark in zip(names, marks, strict=True) if mark == "O"],
    }
    if key == "asli":
        had = [len(board.pieces(board.read(stones[colour]))) > 1 for colour in stones]
        state["ever_two_groups"] = tuple(draw(st.booleans()) or two for two in had)
    alive = without_dead(Literal.at(key, options, **stones, **state).state)
    state |= {"black": sorted(board.write(alive.black)), "white": sorted(board.write(alive.white))}
    return Made(key, options, state)


def exchanged(position: Made) -> Made:
    """The same with the colours exchanged."""
    other = {"black": "white", "white": "black"}
    state = dict(position.state)
    state |= {"black": state["white"], "white": state["black"], "to_move": other[state["to_move"]]}
    for pair in {"prison", "ever_two_groups"} & set(state):
        state[pair] = state[pair][::-1]
    return replace(position, state=state)


def exchanged_words(shown):
    """What a position shows, with the colours exchanged."""
    other = {"black": "white", "white": "black"}
    return shown | {
        "black": shown["white"],
        "white": shown["black"],
        "to_move": other[shown["to_move"]],
        "prison": -shown["prison"],
        "ever_two": shown["ever_two"][::-1],
        "seat": 1 - shown["seat"],
    }


@pytest.mark.parametrize("key", PROGRAMS)
def test_any_position_has_the_legal_moves_of_the_literal_rules_with_their_effects(key):
    @settings(max_examples=60)
    @given(made(key))
    def check(position):
        ours, literal = position.on(Ours), position.on(Literal)
        assert ours.legal() == literal.legal()
        assert ours.winner() == literal.winner()
        for move in ours.legal():
            assert ours.play(move).shown() == literal.play(move).shown()

    check()


# The only cells that join no groups lie side by side: with a stone on one, the other joins two.
SIDE_BY_SIDE = [
    {
        "size": 3,
        "black": "a1 a2 c2 c4 d2 d3 d4",
        "white": "b1 c1 c3 c5 d5 e3 e4 e5",
    },
    {
        "size": 4,
        "black": "a2 a3 c1",
        "white": "a1 a4 b1 b3 b4 b5 c3 c4 d1 d2 d3 d4 d7 e5 f4 f6 f7 g6 g7",
    },
]


@pytest.mark.parametrize("case", SIDE_BY_SIDE, ids=["size 3", "size 4"])
def test_a_12_star_turn_that_only_seems_to_have_two_safe_cells_is_refused(case):
    state = {"black": case["black"].split(), "white": case["white"].split(), "to_move": "black"}
    position = Made("cornered", {"size": case["size"], "start": "twelve-star"}, state)
    legal = position.on(Literal).legal()
    assert position.on(Ours).legal() == legal


@pytest.mark.parametrize("key", PROGRAMS)
def test_exchanging_the_colours_exchanges_everything_that_follows(key):
    @given(made(key))
    def check(position):
        # Komi is White's alone.
        position = replace(position, state=position.state | {"komi": 0})
        one, two = position.on(Ours), exchanged(position).on(Ours)
        assert two.legal() == one.legal()
        for move in one.legal():
            assert two.play(move).shown() == exchanged_words(one.play(move).shown())

    check()


@given(made("lifeline"))
def test_in_lifeline_a_cell_is_legal_exactly_when_its_region_touches_a_friend(position):
    state = position.on(Literal).state
    mine = state.stones(state.to_move)
    by_region = {
        name
        for region in state.board.regions(state.black, state.white)
        if state.board.touch(region, mine)
        for name in state.board.write(region)
    }
    assert position.on(Ours).legal() - {"komi"} == by_region


@given(made("lifeline"))
def test_in_lifeline_the_side_to_move_can_place_while_it_has_a_stone(position):
    ours = position.on(Ours)
    mine = ours.shown()[position.state["to_move"]]
    assert bool(ours.legal() - {"komi"}) == bool(mine)


@given(made("asli"))
def test_in_asli_an_incursion_that_takes_nothing_is_only_ever_a_first_stone(position):
    ours, state = position.on(Ours), position.on(Literal).state
    me, enemy = state.to_move, "white" if state.to_move == "black" else "black"
    for move in ours.legal() - {"hold"}:
        region = state.board.region_of(state.board.by_name[move], state.black, state.white)
        took = len(state.stones(enemy)) - len(ours.play(move).shown()[enemy])
        if state.owned_by_enemy(region) and not took:
            assert not state.stones(me)


def board_symmetries(key, size):
    """Every rotation and reflection of a board, as maps from name to name."""
    board = PROGRAMS[key].at(size, [], [], "black").board
    if key in SQUARE:
        turn, mirror = (lambda c, r: (size - 1 - r, c)), (lambda c, r: (r, c))
        turns = 4
    else:
        turn, mirror = (lambda q, r: (-r, q + r)), (lambda q, r: (r, q))
        turns = 6
    maps = []
    for count in range(turns):
        for mirrored in (False, True):
            images = {}
            for cell, name in board.names.items():
                image = mirror(*cell) if mirrored else cell
                for _ in range(count):
                    image = turn(*image)
                images[name] = board.names[image]
            maps.append(images)
    return maps


STARTS = [
    ("lifeline", {"size": 4, "start": "strong-pie"}),
    ("lifeline", {"size": 3, "start": "komi-pie", "komi": 2}),
    ("cornered", {"size": 4, "start": "pie"}),
    ("cornered", {"size": 3, "start": "twelve-star", "komi": 1}),
    ("asli", {"size": 5, "komi": 2}),
    ("liflina", {"size": 5, "komi": 1}),
    ("liflina", {"size": 5, "handicap": 3}),
]
by_start = pytest.mark.parametrize(
    ("key", "options"),
    [
        pytest.param(*each, id=f"{each[0]}-{'-'.join(map(str, each[1].values()))}")
        for each in STARTS
    ],
)


@by_start
def test_turning_or_mirroring_the_board_turns_and_mirrors_the_whole_game(key, options):
    start = Ours.start(key, options)
    for number, images in enumerate(board_symmetries(key, options["size"])):
        random, one, two = Random(number), start, start
        while legal := one.legal():
            assert two.legal() == {images.get(move, move) for move in legal}
            move = random.choice(sorted(legal))
            one, two = one.play(move), two.play(images.get(move, move))
        assert two.winner() == one.winner()


def random_game(key, options, seed):
    random, course = Random(seed), [Ours.start(key, options)]
    while legal := course[-1].legal():
        course.append(course[-1].play(random.choice(sorted(legal))))
    return course


@by_start
@pytest.mark.parametrize("seed", range(3))
def test_after_every_turn_past_the_set_up_every_group_is_alive(key, options, seed):
    for position in random_game(key, options, seed):
        if position.position.mid_turn or position.position.phase.value != "play":
            continue
        shown = position.shown()
        state = {name: sorted(shown[name]) for name in ("black", "white")}
        if key == "asli":
            state["ever_two_groups"] = shown["ever_two"]
        literal = Literal.at(key, {"size": options["size"]}, to_move=shown["to_move"], **state)
        assert not dead(literal.state, "black")
        assert not dead(literal.state, "white")


@pytest.mark.parametrize("seed", range(6))
def test_in_lifeline_no_position_ever_comes_again(seed):
    course = random_game("lifeline", {"size": 4, "start": "none"}, seed)
    # The last turn can empty the board, which is how the set-up began.
    proper = [each.position for each in course if each.position.phase.value == "play"]
    assert len({(each.stones, each.to_move) for each in proper}) == len(proper)


@pytest.mark.parametrize("seed", range(6))
def test_in_liflina_no_placement_brings_back_a_board_with_the_same_side_to_move(seed):
    course = random_game("liflina", {"size": 4, "komi": 2}, seed)
    stood = {(course[0].position.stones, course[0].position.to_move)}
    for before, after in pairwise(course):
        key = (after.position.stones, after.position.to_move)
        assert key not in stood or before.position.stones == after.position.stones
        stood.add(key)


@pytest.mark.parametrize(
    ("key", "options", "turns_a_cell"),
    [
        ("lifeline", {"size": 6}, 1.2),
        ("cornered", {"size": 6}, 1.2),
        ("asli", {"size": 8, "komi": 0}, 2.5),
        ("liflina", {"size": 8, "komi": 0}, 2.5),
    ],
)
def test_random_games_take_a_few_turns_a_cell_on_average(key, options, turns_a_cell):
    ends = [random_game(key, options, seed)[-1].position for seed in range(4)]
    assert 0.5 <= mean(end.turn for end in ends) / len(ends[0].topology) <= turns_a_cell


def quarrel(random, ours):
    """A move that takes something or holds, when there is one: boards come back sooner so."""
    legal = sorted(ours.legal())
    before = ours.position.taken
    sharp = [move for move in legal if move == "hold" or ours.play(move).position.taken != before]
    return random.choice(sharp if sharp and random.random() < 0.6 else legal)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("key", "size", "komi"), [("asli", 4, 3), ("asli", 5, 3), ("liflina", 4, 1), ("liflina", 5, 1)]
)
def test_a_quarrelsome_game_is_the_same_by_the_letter(key, size, komi, seed):
    random, options = Random(seed), {"size": size, "komi": komi}
    ours, literal = Ours.start(key, options), Literal.start(key, options)
    while legal := ours.legal():
        assert legal == literal.legal()
        move = quarrel(random, ours)
        ours, literal = ours.play(move), literal.play(move)
        assert ours.shown() == literal.shown()
    assert ours.winner() == literal.winner()


@pytest.mark.parametrize("colours_exchanged", [False, True])
def test_a_draw_is_one_however_the_board_lies(colours_exchanged):
    example = vectors.EXAMPLES["AS-18"]
    state = vectors.example_state(example)
    for images in board_symmetries("asli", example["size"]):
        turned = {name: [images[cell] for cell in state[name]] for name in ("black", "white")}
        position = Made("asli", {"size": example["size"]}, state | turned)
        position = exchanged(position) if colours_exchanged else position
        ours, literal = position.on(Ours), position.on(Literal)
        for step in example["expect"]:
            assert ours.legal() == literal.legal()
            move = images.get(step["action"], step["action"])
            ours, literal = ours.play(move), literal.play(move)
            assert ours.winner() == literal.winner() == ("draw" if step["draw"] else None)
