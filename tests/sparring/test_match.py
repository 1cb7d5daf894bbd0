"""The match tool: players by name, fair openings, a table with confidence intervals."""

import random
import re
import time
from itertools import count, islice

import pytest

from rules.position import Phase
from rules.registry import GAMES, find_game
from sparring import jit
from sparring.__main__ import contestant, main
from sparring.match import Contestant, opening, series, wilson

needs_numba = pytest.mark.skipif(not jit.available(), reason="numba is not installed")


def first_legal(position, _seed):
    return next(iter(position.legal_moves()))


def test_every_opening_is_played_by_both_with_both_colours():
    seen = []

    def remember(name):
        def choose(position, seed):
            seen.append((name, seed // 1000, position.to_move, position.stones))
            return first_legal(position, seed)

        return Contestant(name, choose)

    players = remember("one"), remember("other")
    *_, score = islice(series(find_game("lifeline"), 3, players, seed=4), 4)
    first = {}
    for name, number, colour, stones in seen:
        first.setdefault(number, (name, colour, stones))
    assert score.games == 4
    for even, odd in ((0, 1), (2, 3)):
        assert first[even][1:] == first[odd][1:]
        assert first[even][0] != first[odd][0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_match_game_may_have_komi_from_the_start(game):
    position = opening(game, 5, random.Random(2), komi=3)
    assert position.komi == 3
    assert position.phase is Phase.PLAY


def test_the_interval_holds_the_share_and_narrows_with_games():
    few, many = wilson(0.75, 20), wilson(0.75, 500)
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    assert wilson(0.0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("strong", "is no player"),
        pytest.param("800,exakt=12", "exakt” is no option", marks=needs_numba),
        pytest.param("uct,exact=12", "exact” is no option", marks=needs_numba),
        pytest.param("800,exact=all", "exact=all” is no whole number", marks=needs_numba),
        pytest.param("800,exact=12.7", "exact=12.7” is no whole number", marks=needs_numba),
        pytest.param("uct,seconds=nan", "seconds=nan” is no number", marks=needs_numba),
        pytest.param("800,patterns=nowhere", "no file “nowhere” with", marks=needs_numba),
    ],
)
def test_a_player_that_cannot_be_read_is_refused_with_a_sentence(text, says):
    with pytest.raises(ValueError, match=says):
        contestant(text)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("match strong 1", "“strong” is no player: type a level"),
        ("match 2 1 --size 99", "Size must be a whole number from 3 to 12."),
        ("match 2 1 --komi 999", "must be a whole number from 0 to 397."),
        ("match 2 1 --games -1", "“-1” is no number of games"),
        ("ladder --games 0", "“0” is no number of games: type 1 or more."),
    ],
)
def test_the_tool_refuses_with_a_sentence(capsys, arguments, says):
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_the_tool_prints_a_standing(capsys):
    assert main(["match", "2", "1", "--games", "4", "--size", "3"]) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    name, wins, losses = re.match(r"(.+?)  +(\d+)-0-(\d+) ", row).groups()
    assert name == "level 2 - level 1, lifeline 3"
    assert int(wins) + int(losses) == 4


@pytest.mark.parametrize(("each", "rows"), [(0.0, 4), (3600.0, 1)])
def test_a_long_match_says_how_it_stands(capsys, monkeypatch, each, rows):
    monkeypatch.setattr("sparring.__main__.STANDING_EACH", each)
    main(["match", "2", "1", "--games", "4", "--size", "3"])
    assert len(capsys.readouterr().out.splitlines()) == rows


@needs_numba
def test_playouts_patterns_and_exact_endgames_make_a_player(tmp_path):
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 3, "start": "none"}))
    file = tmp_path / "patterns.txt"
    file.write_text("ring ###... +1.000 50\n", encoding="ascii")
    chosen = {
        text: contestant(text).choose(position, 1)
        for text in ("60", "60,patterns=none", f"60,patterns={file},exact=12", "60,seconds=9")
    }
    assert all(position.is_legal(move) for move in chosen.values())


@needs_numba
@pytest.mark.parametrize(("text", "least"), [("400,seconds=30", 200), ("4", 500)])
def test_what_else_the_machine_does_costs_no_player_playouts(monkeypatch, text, least):
    from sparring.search import Search  # noqa: PLC0415 - needs numba

    run, spent = Search.run, []

    def counted(search, playouts):
        spent.append(playouts)
        run(search, playouts)

    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 4, "start": "none"}))
    player = contestant(text)
    monkeypatch.setattr(Search, "run", counted)
    monkeypatch.setattr(time, "perf_counter", count(step=1000.0).__next__)
    player.choose(position, 1)
    assert sum(spent) >= least
