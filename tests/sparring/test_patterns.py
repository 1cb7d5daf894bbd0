"""Codes of move priors: symmetry, text format, fitting and loading of weights."""

import math
import random

import pytest

pytest.importorskip("numba", reason="numba is not installed: the kernel cannot run")

import numpy as np

from rules.registry import find_game
from rules.setup import setup
from rules.topology import bits, hexhex, square
from sparring import conversion
from sparring.kernel import entry_points
from sparring.kernel.move_priors import ACCEPT_ABOVE, CODE_COUNT, SETTINGS, USE_ALL_ROWS
from sparring.patterns.codes import NEIGHBOUR_COUNTS, code_kinds
from sparring.patterns.weights import learned_weights, read_weights, unlearned_weights
from sparring.search import TreeSearch
from sparring.tuning import learn_patterns
from sparring.tuning.learn_patterns import Samples, cross_entropy, fit_weights, move_probabilities
from sparring.tuning.matches import random_opening

BOARDS = {"lifeline": hexhex(5), "asli": square(6)}
KINDS = {game: dict.fromkeys(code_kinds(NEIGHBOUR_COUNTS[game])) for game in BOARDS}


def middle_game(game, seed):
    rng = random.Random(seed)
    position = random_opening(find_game(game), BOARDS[game].size, rng)
    while position.ply < 26 and position.outcome() is None:
        position = position.play(rng.choice(list(position.legal_moves())))
    return position.board


def transformed(topology, times, mirror):
    """Return the new place of each cell on a rotated or mirrored board."""
    where = {point: cell for cell, point in enumerate(topology.points)}
    cells = []
    for point in topology.points:
        x, y = point
        for _ in range(times):
            x, y = (-y, x + y) if topology.shape == "hexhex" else (topology.size - 1 - y, x)
        cells.append(where[(y, x) if mirror else (x, y)])
    return cells


def canonical_codes(game, black, white, to_move):
    """Return the canonical codes of each empty cell."""
    topology = BOARDS[game]
    black, white = ([topology.names[cell] for cell in cells] for cells in (black, white))
    options = {"size": topology.size}
    position = setup(game, options, black=black, white=white, to_move=to_move)
    return {
        cell: sorted(
            (kind.name, kind.format(kind.canonical_code(int(code))))
            for kind, code in zip(
                code_kinds(NEIGHBOUR_COUNTS[game]), codes_of(position, cell), strict=False
            )
        )
        for cell in bits(position.board.empty)
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", BOARDS)
def test_codes_do_not_depend_on_symmetry_or_colour(game, seed):
    board = middle_game(game, seed)
    black, white = (list(bits(stones)) for stones in board.stones)
    before = canonical_codes(game, black, white, "black")
    assert len({str(around) for around in before.values()}) > 5
    for times in range(6 if game == "lifeline" else 4):
        for mirror in (False, True):
            to = transformed(BOARDS[game], times, mirror)
            ours, theirs = [to[cell] for cell in black], [to[cell] for cell in white]
            same = {to[cell]: around for cell, around in before.items()}
            assert canonical_codes(game, ours, theirs, "black") == same
            assert canonical_codes(game, theirs, ours, "white") == same


def codes_of(position, cell):
    state, codes = conversion.load_position(position), np.zeros(CODE_COUNT, np.int64)
    entry_points.list_codes(state, conversion.geometry(position.topology).cells[cell], codes)
    return codes


def formatted_codes(position, name):
    codes = codes_of(position, position.topology.cell(name))
    return [
        kind.format(int(code))
        for kind, code in zip(code_kinds(NEIGHBOUR_COUNTS[position.game]), codes, strict=False)
    ]


def test_codes_describe_the_surroundings_of_a_cell():
    stones = {"black": ["b2", "d3"], "white": ["e3", "c5"]}
    position = setup("lifeline", {"size": 3}, **stones, to_move="white")
    near, groups, *far = formatted_codes(position, "c3")
    assert sorted(near) == list("....OO")
    assert groups == "open-0-2"
    assert sorted(one[0] for one in far) == list("....OO")
    assert "O..X.." in far  # beyond d3 is a stone of the side to move
    assert formatted_codes(position, "a1")[2:].count("#.....") == 3


def test_far_codes_of_a_square_board():
    stones = {"black": ["c4", "d4"], "white": ["c5", "e1"]}
    position = setup("asli", {"size": 5}, **stones, to_move="black")
    near, groups, *far = formatted_codes(position, "c3")
    assert sorted(near) == list("......XX")
    assert groups == "open-1-0"
    # d4 is next to c4 and to d3, so it is in both their codes; e1 is too far away.
    assert sorted(far) == ["......", "......", ".....X", "XX.O.."]


@pytest.mark.parametrize(
    "kind", [kind for game in BOARDS for kind in KINDS[game]], ids=lambda kind: kind.name
)
def test_codes_survive_formatting_and_parsing(kind):
    rng = random.Random(kind.name)
    for number in (rng.randrange(kind.size) for _ in range(50)):
        assert kind.parse(kind.format(number)) == number
        equivalent = set(kind.equivalent(number))
        assert number in equivalent
        assert {frozenset(kind.equivalent(other)) for other in equivalent} == {
            frozenset(equivalent)
        }


def test_the_fit_finds_the_weights_that_the_moves_were_chosen_by():
    rng = np.random.default_rng(1)
    true = rng.normal(size=12)
    counts = np.full(3000, 8)
    codes = rng.integers(0, 12, (counts.sum(), 2))
    samples = Samples(codes, np.zeros(len(codes)), counts)
    share = move_probabilities(samples, true)
    for first in range(0, len(codes), 8):
        picked = first + rng.choice(8, p=share[first : first + 8])
        samples.chosen[picked] = 1.0
    found = fit_weights(samples, 12)
    assert np.corrcoef(found, true)[0, 1] > 0.98
    assert cross_entropy(samples, found) < cross_entropy(samples, np.zeros(12)) - 0.15


def test_learned_weights_are_written_read_and_used(tmp_path):
    file = tmp_path / "lifeline.txt"
    arguments = f"lifeline --size 4 --seconds 0.3 --playouts 60 --to {file}"
    assert learn_patterns.main(arguments.split()) == 0
    weights = read_weights("lifeline", file)
    assert weights.any()
    position = random_opening(find_game("lifeline"), 4, random.Random(1))
    tree_search = TreeSearch(position, weights, 1, 100)
    tree_search.run(100)
    assert tree_search.result().playouts == 100


def test_a_weight_is_that_of_all_rotations_and_reflections_and_of_no_other_code(tmp_path):
    file = tmp_path / "lifeline.txt"
    file.write_text("near XO.... +0.5 7\ngroups own-1-2 -0.25 3\nfar X.O#.. +1.5 2\n")
    weights = read_weights("lifeline", file)
    near, groups, far, *_ = code_kinds(NEIGHBOUR_COUNTS["lifeline"])
    turned = {"XO...."[each:] + "XO...."[:each] for each in range(6)}
    expected = np.zeros_like(weights)
    for text in (*turned, *(text[::-1] for text in turned)):
        expected[near.row, near.parse(text)] = 0.5
    expected[groups.row, groups.parse("own-1-2")] = -0.25
    for text in ("X.O#..", "X..#O."):  # five cells around the first
        expected[far.row, far.parse(text)] = 1.5
    expected[SETTINGS, ACCEPT_ABOVE] = math.log(2.5)
    expected[SETTINGS, USE_ALL_ROWS] = 1
    assert np.count_nonzero(expected[near.row]) == 12
    assert weights == pytest.approx(expected)


@pytest.mark.parametrize(("neighbours", "same"), [(6, True), (8, False)])
def test_a_cell_across_a_corner_is_no_side_of_a_square(neighbours, same):
    near = code_kinds(neighbours)[0]
    first, second = (near.parse(f"{left}X".ljust(neighbours, ".")) for left in ("", "."))
    assert (near.canonical_code(first) == near.canonical_code(second)) is same


def test_an_invalid_line_of_weights_is_reported(tmp_path):
    file = tmp_path / "other.txt"
    file.write_text("near ...... +0.1 3\nnear ..?... +0.1 3\n")
    with pytest.raises(ValueError, match=r"Line 2 of .*other\.txt is no pattern of lifeline"):
        read_weights("lifeline", file)


@pytest.mark.parametrize("game", ["lifeline", "cornered", "asli"])
def test_there_are_learned_weights_of_all_kinds(game):
    weights = learned_weights(game)
    assert all(
        np.count_nonzero(weights[kind.row]) > min(kind.size, 4096) / 100
        for kind in code_kinds(NEIGHBOUR_COUNTS[game])
    )
    assert not unlearned_weights(game).any()


def test_insight_scales_the_prior():
    position = random_opening(find_game("lifeline"), 5, random.Random(3))
    cell = conversion.geometry(position.topology).cells[position.topology.cell("e5")]
    priors = [
        entry_points.move_prior(
            conversion.load_position(position), learned_weights("lifeline", insight), cell
        )
        for insight in (1.0, 0.5, 0.0)
    ]
    codes = codes_of(position, position.topology.cell("e5"))
    rows = [kind.row for kind in code_kinds(NEIGHBOUR_COUNTS["lifeline"])]
    assert priors[0] == pytest.approx(learned_weights("lifeline")[rows, codes].sum())
    assert priors[0] != 0
    assert priors == pytest.approx([priors[0], priors[0] / 2, 0.0])
