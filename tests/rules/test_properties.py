"""What follows from the rules as a whole, over whole games."""

from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from tests.rules import vectors
from tests.rules.literal_play import Literal
from tests.rules.made_up import Made, board_symmetries, dead, exchanged
from tests.rules.our_play import Ours

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
