"""The cache of replayed games: how much memory it takes, and what it keeps."""

import gc
import random
import tracemalloc
from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace

import pytest

from bot.services.games.replay_cache import ReplayCache, initial_game
from rules.moves import Place
from rules.registry import find_game

MOST = 500_000  # bytes
BEGUN = datetime(2030, 1, 2, tzinfo=UTC)


def row(game_id):
    """Return what the cache reads of a stored game."""
    return SimpleNamespace(id=game_id, created_at=BEGUN, undone=0)


@cache
def random_game(key, size, plies):
    """Return a position before any move, and moves that can be played from there."""
    lots, start = random.Random(size), initial_game(find_game(key).ruleset({"size": size}))
    line = start
    while len(line.record.moves) < plies and line.position.outcome() is None:
        moves = list(line.position.legal_moves())
        places = [move for move in moves if isinstance(move, Place)]
        line = line.play(lots.choice(places or moves))
    return start, line.record.moves


def latest_lines(key, size, plies):
    """Return a random game as it was after each of its last moves."""
    line, moves = random_game(key, size, plies)
    found = [line := line.play(move) for move in moves]
    return found[-4:]


@pytest.mark.parametrize(
    ("key", "size", "games"), [("lifeline", 7, 60), ("asli", 9, 30), ("liflina", 9, 30)]
)
def test_many_long_games_stay_within_the_memory_limit(key, size, games):
    latest_lines(key, size, 100)  # what all games of a board share
    lines = ReplayCache(MOST)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for game_id in range(games):
            for line in latest_lines(key, size, 100):
                lines.keep(row(game_id), line)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert MOST / 2 < after - before < MOST * 1.1
    assert games - 1 in lines
    assert 0 not in lines


def test_keeps_the_last_used_game_of_any_size():
    lines = ReplayCache(1)
    for game_id in (1, 2):
        for line in latest_lines("lifeline", 4, 5):
            lines.keep(row(game_id), line)
    assert 1 not in lines
    assert 2 in lines
