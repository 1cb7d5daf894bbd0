"""The boards of a game are found again by their names, and no others."""

import random

import pytest

pytest.importorskip("numba", reason="numba is not installed: the search cannot run")

from rules.registry import find_game
from sparring import memory, past
from sparring.boards import load
from sparring.memory import board_key
from sparring.past import words_of

stood = memory.stood_in_game.py_func
name = board_key.py_func
LONG = 120


def long_game(key):
    game, lots = find_game(key), random.Random(key)
    position = game.start(game.ruleset({"size": 9, "komi": 0}))
    line = [position]
    while position.ply < LONG and position.outcome() is None:
        position = position.play(lots.choice(list(position.legal_moves())))
        line.append(position)
    return line


@pytest.mark.parametrize("key", ["asli", "liflina"])
def test_each_board_of_the_game_is_found_and_no_other(key):
    *before, last = long_game(key)
    desk = load(last)
    words = words_of(last, desk.shape[1])
    for position in before[1:]:
        assert stood(words, name(load(position), words))
    for move in last.legal_moves():
        assert not stood(words, name(load(last.play(move)), words))


def test_of_more_boards_than_half_the_room_the_latest_are_kept(monkeypatch):
    monkeypatch.setattr(past, "WORD_ROWS", memory.GAME + 1)
    monkeypatch.setattr(memory, "GAME_ROWS", 1)
    *before, last = long_game("asli")
    words = words_of(last, load(last).shape[1])
    room = words[memory.GAME :].size // 2
    assert 0 < room < len(before) - 1
    assert [stood(words, name(load(position), words)) for position in before[1:]] == [
        index > len(before) - room for index in range(1, len(before))
    ]
