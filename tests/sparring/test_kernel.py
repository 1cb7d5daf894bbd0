"""The kernel says what the rules package says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed: the kernel cannot run")

import numpy as np

from rules.registry import find_game
from rules.setup import setup
from sparring import boards, compiled, layout, patterns
from tests.sparring import side_by_side
from tests.sparring.side_by_side import STARTS


@pytest.mark.parametrize(("key", "options"), STARTS)
def test_random_games_have_the_legal_moves_and_results_of_the_rules(key, options):
    assert sum(side_by_side.play(key, options, seed) for seed in range(12)) > 100


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("lifeline", {"size": 9}),
        ("cornered", {"size": 8, "start": "twelve-star"}),
        ("asli", {"size": 13, "komi": 4}),
        ("liflina", {"size": 11, "komi": 4}),
    ],
)
def test_one_game_on_a_large_board_agrees_too(key, options):
    assert side_by_side.play(key, options, seed=5) > 100


@pytest.mark.timeout(900)  # the first time, everything is compiled anew
@pytest.mark.parametrize("games", [3, pytest.param(60, marks=pytest.mark.drill)])
def test_random_games_searches_and_endgames_stay_within_all_bounds(games, cache):
    # its code is kept apart from the other, as that is: until a module of the kernel changes
    kept = cache.mkdir("kernel-within-bounds")
    env = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(kept)}
    env["PYTHONPATH"] = os.pathsep.join([str(Path.cwd()), *sys.path])
    command = [sys.executable, "-m", side_by_side.__name__, str(games)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "moves compared" in done.stdout
    assert "positions looked at" in done.stdout


def test_an_illegal_move_leaves_the_state_as_it_was():
    position = setup("cornered", {"size": 3}, black=["a1", "c1"], white=["c5", "e5"])
    desk = boards.load(position)
    before = desk[: layout.STATE_ROWS].copy()
    joining = boards.geometry(position.topology).cells[position.topology.cell("b1")]
    assert compiled.attempt(desk, joining) == layout.ILLEGAL
    assert (desk[: layout.STATE_ROWS] == before).all()


def test_an_offer_cannot_be_loaded():
    game = find_game("asli")
    with pytest.raises(ValueError, match="bargain"):
        boards.load(game.start(game.ruleset({"size": 5})))


def random_games(key, options, games, number=1):
    game = find_game(key)
    position = game.start(game.ruleset(options))
    board, desk = boards.geometry(position.topology), boards.load(position)
    compiled.sow(desk, number)
    counts = np.zeros(4, np.int64)
    compiled.random_games(desk, patterns.uniform(patterns.AROUND[key]), games, board.cap, counts)
    return list(counts)


@pytest.mark.parametrize(("key", "options"), STARTS)
def test_random_games_end_and_neither_colour_wins_all(key, options):
    black, white, cut_short, moves = random_games(key, options, 300)
    assert black > 10
    assert white > 10
    assert cut_short <= 3
    assert moves > 300 * 5


def test_equal_seeds_give_equal_games_and_others_do_not():
    games = [random_games("asli", {"size": 7, "komi": 0}, 20, number) for number in (3, 3, 4)]
    assert games[0] == games[1] != games[2]
