"""Properties of whole games, such as symmetry and repetition."""

from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from tests.rules import vectors
from tests.rules.oracle_adapter import OraclePosition
from tests.rules.rules_adapter import RulesPosition
from tests.rules.strategies import (
    GeneratedPosition,
    board_symmetries,
    dead_groups,
    exchange_colours,
)

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
def test_games_are_invariant_under_board_symmetries(key, options):
    start = RulesPosition.start(key, options)
    for number, images in enumerate(board_symmetries(key, options["size"])):
        random, one, two = Random(number), start, start
        while legal := one.legal():
            assert two.legal() == {images.get(move, move) for move in legal}
            move = random.choice(sorted(legal))
            one, two = one.play(move), two.play(images.get(move, move))
        assert two.winner() == one.winner()


def random_game(key, options, seed):
    random, positions = Random(seed), [RulesPosition.start(key, options)]
    while legal := positions[-1].legal():
        positions.append(positions[-1].play(random.choice(sorted(legal))))
    return positions


@by_start
@pytest.mark.parametrize("seed", range(3))
def test_every_group_is_alive_after_each_turn_of_the_phase_play(key, options, seed):
    for position in random_game(key, options, seed):
        if position.position.mid_turn or position.position.phase.value != "play":
            continue
        shown = position.summary()
        state = {name: sorted(shown[name]) for name in ("black", "white")}
        if key == "asli":
            state["ever_two_groups"] = shown["ever_two"]
        oracle = OraclePosition.at(
            key, {"size": options["size"]}, to_move=shown["to_move"], **state
        )
        assert not dead_groups(oracle.state, "black")
        assert not dead_groups(oracle.state, "white")


@pytest.mark.parametrize("seed", range(6))
def test_lifeline_positions_never_repeat(seed):
    positions = random_game("lifeline", {"size": 4, "start": "none"}, seed)
    # The last turn can empty the board, as it was at the start of the set-up.
    proper = [each.position for each in positions if each.position.phase.value == "play"]
    assert len({(each.stones, each.to_move) for each in proper}) == len(proper)


@pytest.mark.parametrize("seed", range(6))
def test_no_liflina_placement_repeats_a_position(seed):
    positions = random_game("liflina", {"size": 4, "komi": 2}, seed)
    stood = {(positions[0].position.stones, positions[0].position.to_move)}
    for before, after in pairwise(positions):
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
def test_random_games_take_a_few_turns_per_cell_on_average(key, options, turns_a_cell):
    ends = [random_game(key, options, seed)[-1].position for seed in range(4)]
    assert 0.5 <= mean(end.turn for end in ends) / len(ends[0].topology) <= turns_a_cell


def pick_sharp_move(random, actual):
    """Pick a capture or a hold where possible, which leads to repeated boards sooner."""
    legal = sorted(actual.legal())
    before = actual.position.taken
    sharp = [move for move in legal if move == "hold" or actual.play(move).position.taken != before]
    return random.choice(sharp if sharp and random.random() < 0.6 else legal)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("key", "size", "komi"), [("asli", 4, 3), ("asli", 5, 3), ("liflina", 4, 1), ("liflina", 5, 1)]
)
def test_games_with_many_captures_match_the_oracle(key, size, komi, seed):
    random, options = Random(seed), {"size": size, "komi": komi}
    actual, oracle = RulesPosition.start(key, options), OraclePosition.start(key, options)
    while legal := actual.legal():
        assert legal == oracle.legal()
        move = pick_sharp_move(random, actual)
        actual, oracle = actual.play(move), oracle.play(move)
        assert actual.summary() == oracle.summary()
    assert actual.winner() == oracle.winner()


@pytest.mark.parametrize("colours_exchanged", [False, True])
def test_a_draw_by_repetition_holds_under_all_symmetries(colours_exchanged):
    example = vectors.EXAMPLES["AS-18"]
    state = vectors.example_state(example)
    for images in board_symmetries("asli", example["size"]):
        turned = {name: [images[cell] for cell in state[name]] for name in ("black", "white")}
        position = GeneratedPosition("asli", {"size": example["size"]}, state | turned)
        position = exchange_colours(position) if colours_exchanged else position
        actual, oracle = position.build_with(RulesPosition), position.build_with(OraclePosition)
        for step in example["expect"]:
            assert actual.legal() == oracle.legal()
            move = images.get(step["action"], step["action"])
            actual, oracle = actual.play(move), oracle.play(move)
            assert actual.winner() == oracle.winner() == ("draw" if step["draw"] else None)
