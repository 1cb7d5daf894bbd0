"""What is known of a cell's surroundings: codes, the same from all sides, and what fits them."""

import random

import pytest

pytest.importorskip("numba", reason="numba is not installed: the kernel cannot run")

import numpy as np

from rules.registry import find_game
from rules.setup import setup
from rules.topology import bits, hexhex, square
from sparring import boards, compiled, patterns
from sparring.match import opening
from sparring.patterns import learn
from sparring.patterns.codes import AROUND, kinds
from sparring.patterns.fit import Samples, chances, fit, surprise
from sparring.search import Search
from sparring.taste import CODES

BOARDS = {"lifeline": hexhex(5), "asli": square(6)}
KINDS = {game: dict.fromkeys(kinds(AROUND[game])) for game in BOARDS}


def middle_game(game, seed):
    lots = random.Random(seed)
    position = opening(find_game(game), BOARDS[game].size, lots)
    while position.ply < 26 and position.outcome() is None:
        position = position.play(lots.choice(list(position.legal_moves())))
    return position.board


def turned(topology, times, mirror):
    """Where each cell comes to lie."""
    where = {point: cell for cell, point in enumerate(topology.points)}
    cells = []
    for point in topology.points:
        x, y = point
        for _ in range(times):
            x, y = (-y, x + y) if topology.shape == "hexhex" else (topology.size - 1 - y, x)
        cells.append(where[(y, x) if mirror else (x, y)])
    return cells


def seen(game, black, white, to_move):
    """What is seen around every empty cell, by its number."""
    topology = BOARDS[game]
    black, white = ([topology.names[cell] for cell in cells] for cells in (black, white))
    options = {"size": topology.size}
    position = setup(game, options, black=black, white=white, to_move=to_move)
    return {
        cell: sorted(
            (kind.name, kind.spell(kind.least(int(code))))
            for kind, code in zip(kinds(AROUND[game]), codes_of(position, cell), strict=False)
        )
        for cell in bits(position.board.empty)
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", BOARDS)
def test_a_cell_looks_the_same_on_a_turned_or_mirrored_board_and_for_the_other_colour(game, seed):
    board = middle_game(game, seed)
    black, white = (list(bits(stones)) for stones in board.stones)
    before = seen(game, black, white, "black")
    assert len({str(around) for around in before.values()}) > 5
    for times in range(6 if game == "lifeline" else 4):
        for mirror in (False, True):
            to = turned(BOARDS[game], times, mirror)
            ours, theirs = [to[cell] for cell in black], [to[cell] for cell in white]
            same = {to[cell]: around for cell, around in before.items()}
            assert seen(game, ours, theirs, "black") == same
            assert seen(game, theirs, ours, "white") == same


def codes_of(position, cell):
    desk, codes = boards.load(position), np.zeros(CODES, np.int64)
    compiled.describe(desk, boards.geometry(position.topology).cells[cell], codes)
    return codes


def written(position, name):
    codes = codes_of(position, position.topology.cell(name))
    return [
        kind.spell(int(code))
        for kind, code in zip(kinds(AROUND[position.game]), codes, strict=False)
    ]


def test_codes_say_what_stands_around_a_cell():
    stones = {"black": ["b2", "d3"], "white": ["e3", "c5"]}
    position = setup("lifeline", {"size": 3}, **stones, to_move="white")
    ring, groups, *beyond = written(position, "c3")
    assert sorted(ring) == list("....OO")
    assert groups == "open-0-2"
    assert sorted(one[0] for one in beyond) == list("....OO")
    assert "O..X.." in beyond  # behind d3 stands a stone of the side to move
    assert written(position, "a1")[2:].count("#.....") == 3


def test_codes_of_a_square_board_leave_out_what_lies_beside_and_behind():
    stones = {"black": ["c4", "d4"], "white": ["c5", "e1"]}
    position = setup("asli", {"size": 5}, **stones, to_move="black")
    ring, groups, *beyond = written(position, "c3")
    assert sorted(ring) == list("......XX")
    assert groups == "open-1-0"
    # d4 is beside what is seen through c4 and through d3; e1 is too far.
    assert sorted(beyond) == ["......", "......", ".....X", "XX.O.."]


@pytest.mark.parametrize(
    "kind", [kind for game in BOARDS for kind in KINDS[game]], ids=lambda kind: kind.name
)
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


@pytest.mark.parametrize("game", ["lifeline", "cornered", "asli"])
def test_the_bot_knows_patterns_of_all_kinds(game):
    weights = patterns.learned(game)
    assert all(
        np.count_nonzero(weights[kind.row]) > min(kind.size, 4096) / 100
        for kind in kinds(AROUND[game])
    )
    assert not patterns.unknown(game).any()


def test_half_the_insight_likes_a_cell_half_as_well():
    position = opening(find_game("lifeline"), 5, random.Random(3))
    cell = boards.geometry(position.topology).cells[position.topology.cell("e5")]
    worth = [
        compiled.worth(boards.load(position), patterns.learned("lifeline", insight), cell)
        for insight in (1.0, 0.5, 0.0)
    ]
    codes = codes_of(position, position.topology.cell("e5"))
    rows = [kind.row for kind in kinds(AROUND["lifeline"])]
    assert worth[0] == pytest.approx(patterns.learned("lifeline")[rows, codes].sum())
    assert worth[0] != 0
    assert worth == pytest.approx([worth[0], worth[0] / 2, 0.0])
