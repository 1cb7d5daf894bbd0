"""The match command: players by name, fair openings, scores with confidence intervals."""

import random
import re
import time
from itertools import count, islice

import pytest

from rules.position import Phase
from rules.registry import GAMES, find_game
from sparring import jit
from sparring.__main__ import main, parse_player
from sparring.tuning.matches import Player, play_games, random_opening, wilson_interval

needs_numba = pytest.mark.skipif(not jit.is_available(), reason="numba is not installed")


def first_legal(position, _seed):
    return next(iter(position.legal_moves()))


def test_each_opening_is_played_twice_with_the_colours_exchanged():
    seen = []

    def recording_player(name):
        def choose(position, seed):
            seen.append((name, seed // 1000, position.to_move, position.stones))
            return first_legal(position, seed)

        return Player(name, choose)

    players = recording_player("one"), recording_player("other")
    *_, score = islice(play_games(find_game("lifeline"), 3, players, seed=4), 4)
    first = {}
    for name, number, colour, stones in seen:
        first.setdefault(number, (name, colour, stones))
    assert score.games == 4
    for even, odd in ((0, 1), (2, 3)):
        assert first[even][1:] == first[odd][1:]
        assert first[even][0] != first[odd][0]


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if any(each.name == "komi" for each in game.options)],
    ids=lambda game: game.key,
)
def test_a_game_of_a_match_can_start_with_komi(game):
    position = random_opening(game, 5, random.Random(2), komi=3)
    assert position.komi == 3
    assert position.phase is Phase.PLAY


def test_the_interval_contains_the_share_and_narrows_with_more_games():
    few, many = wilson_interval(0.75, 20), wilson_interval(0.75, 500)
    assert few[0] < many[0] < 0.75 < many[1] < few[1]
    assert wilson_interval(0.0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strong", "is not a player"),
        pytest.param("800,exakt=12", "exakt” is not an option", marks=needs_numba),
        pytest.param("uct,exact=12", "exact” is not an option", marks=needs_numba),
        pytest.param("800,exact=all", "exact=all” is not a whole number", marks=needs_numba),
        pytest.param("800,exact=12.7", "exact=12.7” is not a whole number", marks=needs_numba),
        pytest.param("uct,seconds=nan", "seconds=nan” is not a number", marks=needs_numba),
        pytest.param("800,patterns=nowhere", "no file “nowhere” with", marks=needs_numba),
    ],
)
def test_an_invalid_player_is_rejected(text, message):
    with pytest.raises(ValueError, match=message):
        parse_player(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("match strong 1", "“strong” is not a player: type a level"),
        ("match 2 1 --size 99", "Size must be a whole number from 3 to 12."),
        ("match 2 1 --komi 999", "must be a whole number from 0 to 397."),
        ("match 2 1 --games -1", "“-1” is not a number of games"),
        ("ladder --games 0", "“0” is not a number of games: type 1 or more."),
    ],
)
def test_invalid_arguments_are_rejected(capsys, arguments, message):
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_the_score_is_printed(capsys):
    assert main(["match", "2", "1", "--games", "4", "--size", "3"]) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    name, wins, losses = re.match(r"(.+?)  +(\d+)-0-(\d+) ", row).groups()
    assert name == "level 2 - level 1, lifeline 3"
    assert int(wins) + int(losses) == 4


@pytest.mark.parametrize(("each", "rows"), [(0.0, 4), (3600.0, 1)])
def test_a_long_match_prints_intermediate_scores(capsys, monkeypatch, each, rows):
    monkeypatch.setattr("sparring.__main__.PROGRESS_SECONDS", each)
    main(["match", "2", "1", "--games", "4", "--size", "3"])
    assert len(capsys.readouterr().out.splitlines()) == rows


@needs_numba
def test_options_of_a_search_player(tmp_path):
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 3, "start": "none"}))
    file = tmp_path / "patterns.txt"
    file.write_text("near ###... +1.000 50\n", encoding="ascii")
    chosen = {
        text: parse_player(text).choose(position, 1)
        for text in ("60", "60,patterns=none", f"60,patterns={file},exact=12", "60,seconds=9")
    }
    assert all(position.is_legal(move) for move in chosen.values())


@needs_numba
@pytest.mark.parametrize(("text", "least"), [("400,seconds=30", 200), ("4", 500)])
def test_time_limits_count_cpu_time(monkeypatch, text, least):
    from sparring.search import TreeSearch  # noqa: PLC0415 - needs numba

    run, spent = TreeSearch.run, []

    def counting_run(search, playouts):
        spent.append(playouts)
        run(search, playouts)

    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 4, "start": "none"}))
    player = parse_player(text)
    monkeypatch.setattr(TreeSearch, "run", counting_run)
    monkeypatch.setattr(time, "perf_counter", count(step=1000.0).__next__)
    player.choose(position, 1)
    assert sum(spent) >= least
