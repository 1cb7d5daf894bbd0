"""Repetition: boards of the game are found in the history, and no others."""

import random
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed: the search cannot run")

from rules.moves import Place
from rules.registry import find_game
from sparring import conversion
from sparring.conversion import load_position, make_hashes
from sparring.kernel import layout, zobrist
from sparring.patterns.weights import learned_weights
from sparring.search import TreeSearch

is_in_history = zobrist.is_in_history.py_func
hash_board = zobrist.hash_board.py_func
MAX_MOVES = 120


def long_game(key):
    game, rng = find_game(key), random.Random(key)
    position = game.start(game.ruleset({"size": 9, "komi": 0}))
    positions = [position]
    while position.ply < MAX_MOVES and position.outcome() is None:
        position = position.play(rng.choice(list(position.legal_moves())))
        positions.append(position)
    return positions


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_only_boards_of_the_game_are_in_its_history(key):
    *before, last = long_game(key)
    state = load_position(last)
    hashes = make_hashes(last, state.shape[1])
    for position in before[1:]:
        assert is_in_history(hashes, hash_board(load_position(position), hashes))
    for move in last.legal_moves():
        assert not is_in_history(hashes, hash_board(load_position(last.play(move)), hashes))


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_a_search_records_the_boards_of_its_path(key):
    position = long_game(key)[20]
    search = TreeSearch(position, learned_weights(key), 1, 10)
    search.run(10)
    assert search.hashes[zobrist.PATH_ROW, 0] == hash_board(load_position(position), search.hashes)


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_a_search_knows_the_result_of_a_placement_that_repeats_a_board(key):
    position = long_game(key)[20]
    (most, *_) = searched(position, position)
    assert not most.proved
    assert isinstance(most.move, Place)
    after = position.play(most.move)
    board = {(*after.stones, after.to_move): 0}
    repeated = replace(position, history={**position.history, **board})
    # Liflina's rules forbid the placement; for the search it is a loss
    (found,) = (each for each in searched(position, repeated) if each.move == most.move)
    assert found.proved
    assert found.winner is (None if key == "asli" else position.to_move.other)


def searched(position, with_history):
    """Return the moves of a search that knows the history of another position."""
    search = TreeSearch(position, learned_weights(position.game), 1, 400)
    search.hashes[:] = make_hashes(with_history, load_position(position).shape[1])
    search.run(400)
    return search.result().candidates


def test_a_long_history_keeps_the_latest_boards(monkeypatch):
    monkeypatch.setattr(conversion, "HASH_ROWS", zobrist.HISTORY_ROW + 1)
    monkeypatch.setattr(zobrist, "HISTORY_ROWS", 1)
    *before, last = long_game("asli")
    hashes = make_hashes(last, load_position(last).shape[1])
    room = hashes[zobrist.HISTORY_ROW :].size // 2
    assert 0 < room < len(before) - 1
    assert [
        is_in_history(hashes, hash_board(load_position(position), hashes))
        for position in before[1:]
    ] == [index > len(before) - room for index in range(1, len(before))]


@pytest.mark.parametrize(
    ("key", "field", "changed"),
    [
        ("asli", layout.PLACEMENTS_LEFT, 1),
        ("asli", layout.MINIMAL_INCURSION, 1),
        ("liflina", layout.MINIMAL_INCURSION, 1),
        ("asli", layout.HAD_TWO_GROUPS + 1, 1),
        ("asli", layout.HAD_TWO_GROUPS + 2, 1),
        ("lifeline", layout.KOMI, 1),
        ("asli", layout.PRISON, 1),
    ],
)
def test_positions_with_other_rights_have_another_hash(key, field, changed):
    game = find_game(key)
    options = {"size": game.quick_size} | ({} if key == "lifeline" else {"komi": 0})
    position = game.start(game.ruleset(options))
    state, board = load_position(position), np.uint64(12345)
    state[layout.SCRATCH, layout.ATTACKER] = 1  # as in a proof
    before = zobrist.hash_position(state, board)
    state[layout.HEADER, field] ^= changed
    assert zobrist.hash_position(state, board) != before
