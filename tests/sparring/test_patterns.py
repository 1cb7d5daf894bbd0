"""What is known of a cell's surroundings: codes, the same from all sides, and what fits them."""

import random

import pytest

pytest.importorskip("numba", reason="numba is not installed: the kernel cannot run")

import numpy as np

from rules.registry import find_game
from rules.setup import setup
from rules.topology import bits, hexhex
from sparring import boards, compiled, patterns
from sparring.match import opening
from sparring.patterns import learn
from sparring.patterns.codes import kinds
from sparring.patterns.fit import Samples, chances, fit, surprise
from sparring.search import Search
from sparring.taste import CODES

SIZE = 5
KINDS = kinds(6)[:3]


def middle_game(seed):
    lots = random.Random(seed)
    position = opening(find_game("lifeline"), SIZE, lots)
    while position.ply < 26 and position.outcome() is None:
        position = position.play(lots.choice(list(position.legal_moves())))
    return position.board


def turned(topology, times, mirror):
    """Where each cell comes to lie."""
    where = {point: cell for cell, point in enumerate(topology.points)}
    cells = []
    for point in topology.points:
        q, r = point
        for _ in range(times):
            q, r = -r, q + r
        cells.append(where[(r, q) if mirror else (q, r)])
    return cells


def worths(black, white, to_move):
    """The worth of every empty cell, by its number."""
    topology = hexhex(SIZE)
    black, white = ([topology.name(cell) for cell in cells] for cells in (black, white))
    position = setup("lifeline", {"size": SIZE}, black=black, white=white, to_move=to_move)
    desk, weights = boards.load(position), patterns.learned("lifeline")
    cells = boards.geometry(topology).cells
    empty = list(bits(position.board.empty))
    for cell in empty:  # so that it is known whose the regions are
        compiled.describe(desk, cells[cell], np.zeros(CODES, np.int64))
    return {cell: compiled.worth(desk, weights, cells[cell]) for cell in empty}


@pytest.mark.parametrize("seed", range(6))
def test_a_cell_is_worth_the_same_on_a_turned_or_mirrored_board_and_for_the_other_colour(seed):
    board = middle_game(seed)
    black, white = (list(bits(stones)) for stones in board.stones)
    before = worths(black, white, "black")
    assert len({round(value, 4) for value in before.values()}) > 5
    for times in range(6):
        for mirror in (False, True):
            to = turned(hexhex(SIZE), times, mirror)
            ours, theirs = [to[cell] for cell in black], [to[cell] for cell in white]
            same = {to[cell]: pytest.approx(value, abs=1e-5) for cell, value in before.items()}
            assert worths(ours, theirs, "black") == same
            assert worths(theirs, ours, "white") == same


def codes_of(position, name):
    desk, codes = boards.load(position), np.zeros(CODES, np.int64)
    cell = boards.geometry(position.topology).cells[position.topology.cell(name)]
    compiled.describe(desk, cell, codes)
    return codes


def test_codes_say_what_stands_around_a_cell():
    stones = {"black": ["b2", "d3"], "white": ["e3", "c5"]}
    position = setup("lifeline", {"size": 3}, **stones, to_move="white")
    ring, groups, *beyond = (
        kind.spell(int(code)) for kind, code in zip(kinds(6), codes_of(position, "c3"), strict=True)
    )
    assert sorted(ring) == list("....OO")
    assert groups == "open-0-2"
    assert sorted(one[0] for one in beyond) == list("....OO")
    assert "O..X.." in beyond  # behind d3 stands a stone of the side to move
    corner = codes_of(position, "a1")
    assert [KINDS[2].spell(int(code)) for code in corner[2:]].count("#.....") == 3


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_codes_are_read_as_they_are_written(kind):
    lots = random.Random(kind.name)
    for number in (lots.randrange(kind.size) for _ in range(50)):
        assert kind.parse(kind.spell(number)) == number
        alike = set(kind.alike(number))
        assert number in alike
        assert {frozenset(kind.alike(other)) for other in alike} == {frozenset(alike)}


def test_a_fit_finds_the_weights_by_which_moves_were_chosen():
    lots = np.random.default_rng(1)
    true = lots.normal(size=12)
    counts = np.full(3000, 8)
    codes = lots.integers(0, 12, (counts.sum(), 2))
    samples = Samples(codes, np.zeros(len(codes)), counts)
    share = chances(samples, true)
    for first in range(0, len(codes), 8):
        picked = first + lots.choice(8, p=share[first : first + 8])
        samples.chosen[picked] = 1.0
    found = fit(samples, 12)
    assert np.corrcoef(found, true)[0, 1] > 0.98
    assert surprise(samples, found) < surprise(samples, np.zeros(12)) - 0.15


def test_what_is_learned_is_written_read_and_used(tmp_path):
    file = tmp_path / "lifeline.txt"
    assert learn.main(f"lifeline --size 4 --seconds 1 --playouts 60 --to {file}".split()) == 0
    weights = patterns.read("lifeline", file)
    assert weights.any()
    position = opening(find_game("lifeline"), 4, random.Random(1))
    one = Search(position, weights, 1, 100)
    one.run(100)
    assert one.verdict().playouts == 100


def test_a_file_of_something_else_is_refused_with_its_line(tmp_path):
    file = tmp_path / "other.txt"
    file.write_text("ring ...... +0.1 3\nring ..?... +0.1 3\n")
    with pytest.raises(ValueError, match=r"Line 2 of .*other\.txt is no pattern of lifeline"):
        patterns.read("lifeline", file)


@pytest.mark.parametrize("game", ["lifeline", "cornered"])
def test_the_bot_knows_patterns_of_all_kinds(game):
    weights = patterns.learned(game)
    assert all(np.count_nonzero(weights[kind.row]) > kind.size / 100 for kind in KINDS)
    assert not patterns.unknown(game).any()


def test_half_the_insight_likes_a_cell_half_as_well():
    position = opening(find_game("lifeline"), SIZE, random.Random(3))
    cell = boards.geometry(position.topology).cells[position.topology.cell("e5")]
    worth = [
        compiled.worth(boards.load(position), patterns.learned("lifeline", insight), cell)
        for insight in (1.0, 0.5, 0.0)
    ]
    assert worth[0] != 0
    assert worth == pytest.approx([worth[0], worth[0] / 2, 0.0])
