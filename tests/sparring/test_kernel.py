"""The kernel agrees with the rules package."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed: the kernel cannot run")

import numpy as np

from rules.registry import find_game
from rules.setup import setup
from sparring import conversion
from sparring.kernel import entry_points, layout
from sparring.patterns.codes import NEIGHBOUR_COUNTS
from sparring.patterns.weights import uniform_weights
from tests.sparring import rules_comparison
from tests.sparring.rules_comparison import STARTS


@pytest.mark.parametrize(("key", "options"), STARTS)
def test_random_games_have_the_legal_moves_and_results_of_the_rules(key, options):
    assert sum(rules_comparison.play(key, options, seed) for seed in range(6)) > 50


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("lifeline", {"size": 9}),
        ("cornered", {"size": 8, "start": "twelve-star"}),
        ("asli", {"size": 13, "komi": 4}),
        ("liflina", {"size": 10, "komi": 4}),
    ],
)
def test_games_on_large_boards_agree_with_the_rules(key, options):
    assert rules_comparison.play(key, options, seed=5) > 100


def test_games_searches_and_endgames_stay_within_array_bounds_uncompiled():
    # plain Python checks the bounds of every array, and needs no second compilation
    overflows = "ignore:overflow encountered:RuntimeWarning"  # hashes depend on them
    compare(games=1, playouts=2, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS=overflows)


@pytest.mark.drill
@pytest.mark.timeout(900)  # the first run compiles the kernel
def test_games_searches_and_endgames_stay_within_array_bounds_compiled(cache):
    # Code with bounds checks has its own cache, which lasts until the kernel changes.
    folder = cache.mkdir("kernel-within-bounds")
    compare(games=60, playouts=60, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(folder))


def compare(games, playouts, **variables):
    env = {**os.environ, **variables}
    env["PYTHONPATH"] = os.pathsep.join([str(Path.cwd()), *sys.path])
    command = [sys.executable, "-m", rules_comparison.__name__, str(games), str(playouts)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "moves compared" in done.stdout
    assert "positions visited" in done.stdout


def test_an_illegal_move_leaves_the_position_unchanged():
    position = setup("cornered", {"size": 3}, black=["a1", "c1"], white=["c5", "e5"])
    state = conversion.load_position(position)
    before = state[: layout.POSITION_ROWS].copy()
    joining = conversion.geometry(position.topology).cells[position.topology.cell("b1")]
    assert entry_points.make_move(state, joining) == layout.ILLEGAL
    assert (state[: layout.POSITION_ROWS] == before).all()


def test_an_offer_cannot_be_loaded():
    game = find_game("asli")
    with pytest.raises(ValueError, match="an offer or a choice"):
        conversion.load_position(game.start(game.ruleset({"size": 5})))


def random_games(key, options, games, number=1):
    game = find_game(key)
    position = game.start(game.ruleset(options))
    board, state = conversion.geometry(position.topology), conversion.load_position(position)
    entry_points.seed_random(state, number)
    counts = np.zeros(4, np.int64)
    entry_points.play_random_games(
        state, uniform_weights(NEIGHBOUR_COUNTS[key]), games, board.move_limit, counts
    )
    return list(counts)


@pytest.mark.parametrize(("key", "options"), STARTS)
def test_random_games_end_and_both_colours_win_some(key, options):
    black, white, cut_off, moves = random_games(key, options, 300)
    assert black > 10
    assert white > 10
    assert cut_off <= 3
    assert moves > 300 * 5


def test_only_equal_seeds_give_equal_games():
    games = [random_games("asli", {"size": 7, "komi": 0}, 20, number) for number in (3, 3, 4)]
    assert games[0] == games[1] != games[2]
