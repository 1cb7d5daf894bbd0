"""Memory limit and eviction of the cache of replayed games."""

import gc
import random
import tracemalloc
from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace

import pytest

from bot.services.values.games.replay_cache import ReplayCache, initial_game
from rules.moves import Place
from rules.registry import find_game

MOST = 150_000  # bytes
BEGUN = datetime(2030, 1, 2, tzinfo=UTC)


def row(game_id):
    """Return a stored game with the columns that the cache reads."""
    return SimpleNamespace(id=game_id, created_at=BEGUN, undone=0)


@cache
def random_game(key, size, plies):
    """Return the start of a random game and its moves."""
    rng, start = random.Random(size), initial_game(find_game(key).ruleset({"size": size}))
    replayed = start
    while len(replayed.record.moves) < plies and replayed.position.outcome() is None:
        moves = list(replayed.position.legal_moves())
        places = [move for move in moves if isinstance(move, Place)]
        replayed = replayed.play(rng.choice(places or moves))
    return start, replayed.record.moves


def latest_positions(key, size, plies):
    """Return a random game after each of its last four moves."""
    replayed, moves = random_game(key, size, plies)
    found = [replayed := replayed.play(move) for move in moves]
    return found[-4:]


@pytest.mark.parametrize(
    ("key", "size", "games"), [("lifeline", 7, 18), ("asli", 9, 9), ("liflina", 9, 9)]
)
def test_many_long_games_stay_within_the_memory_limit(key, size, games):
    latest_positions(key, size, 100)  # creates the objects that all games on a board share
    replay_cache = ReplayCache(MOST)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for game_id in range(games):
            for replayed in latest_positions(key, size, 100):
                replay_cache.keep(row(game_id), replayed)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert MOST / 2 < after - before < MOST * 1.1
    assert games - 1 in replay_cache
    assert 0 not in replay_cache


def test_keeps_the_last_used_game_of_any_size():
    replay_cache = ReplayCache(1)
    for game_id in (1, 2):
        for replayed in latest_positions("lifeline", 4, 5):
            replay_cache.keep(row(game_id), replayed)
    assert 1 not in replay_cache
    assert 2 in replay_cache
