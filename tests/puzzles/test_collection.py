"""The shipped puzzles are sound by a second solver, free of duplicates, and small."""

import gzip
import json
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from rules.moves import format_move
from sparring.levels import SEARCHABLE
from sparring.puzzles import collection
from sparring.puzzles.command import without_duplicates
from sparring.puzzles.puzzle import Theme, from_line, to_line
from sparring.puzzles.themes import find_themes
from tests.puzzles import second_solver
from tests.puzzles.puzzle_check import Checker, fault_of, start_of

SAMPLE = 10
MAX_SAMPLE_NODES = 600  # visits of the first proof, so that the sample takes a few seconds
PUZZLES = collection.load()


def lines():
    return gzip.decompress(collection.FILE.read_bytes()).decode().splitlines()


def test_a_random_sample_is_sound():
    easy = [line for line in lines() if from_line(line).nodes <= MAX_SAMPLE_NODES]
    for line in random.sample(easy, SAMPLE):
        assert fault_of(line) == "", line


@pytest.mark.drill
@pytest.mark.timeout(0)
def test_every_puzzle_is_sound(capsys):
    faults = {line: fault for line in lines() if (fault := fault_of(line))}
    with capsys.disabled():
        sys.stdout.write(f"{len(lines())} puzzles checked, {len(faults)} not proved\n")
    assert faults == {}


@pytest.mark.parametrize(
    "change", ["answer", "refutation", "no refutation", "missing turn", "reply"]
)
def test_the_check_notices_a_wrong_puzzle(change):
    line = min((each for each in lines() if len(from_line(each).steps) == 2), key=len)
    answer, refutations = from_line(line).steps[0].answer, from_line(line).steps[0].refutations
    wrong = next(iter(refutations))
    told = f"{wrong}:{refutations[wrong]}"
    if change == "answer":  # another turn is claimed to win
        spoiled = line.replace(told, f"{answer}:{wrong}", 1)
        spoiled = spoiled.replace(f'[["{answer}"', f'[["{wrong}"', 1)
    elif change == "refutation":
        spoiled = line.replace(told, f"{wrong}:{wrong}", 1)
    elif change == "no refutation":
        spoiled = line.replace(told, f"{wrong}:", 1)
    elif change == "reply":
        reply = from_line(line).steps[0].reply
        spoiled = line.replace(f'"{answer}","{reply}"', f'"{answer}","{answer}"', 1)
    else:
        spoiled = line.replace(told, "", 1)
    assert spoiled != line
    assert fault_of(line) == ""
    assert fault_of(spoiled) != ""


def test_a_win_may_rest_on_a_board_that_the_opponent_must_not_make_again(monkeypatch):
    puzzle = next(each for each in map(json.loads, lines()) if each["id"] == "li03d9180a")
    checker = Checker(puzzle["game"], puzzle["size"])
    start = start_of(checker, puzzle)
    after = checker.moves(start)["a6"]
    assert not checker.searches[1].wins(after, 8)
    assert not checker.searches[0].forces(after, 8, frozenset({start[:3], after[:3]}))
    monkeypatch.setattr(second_solver, "LIMITS", (7,))
    assert not checker.proved(after, 1, (start,))
    monkeypatch.setattr(second_solver, "LIMITS", (8,))
    assert checker.proved(after, 1, (start,))


@pytest.mark.parametrize("game", [game.key for game in SEARCHABLE])
def test_the_second_rules_agree_with_the_rules(game):
    rng = random.Random(game)
    for puzzle in rng.sample([each for each in PUZZLES if each.game == game], 5):
        checker = Checker(game, puzzle.size)
        position = puzzle.start
        state, path = start_of(checker, _content(puzzle)), []
        for _ in range(12):
            moves = {format_move(m, position.topology): m for m in position.legal_moves()}
            after = checker.moves(state, path)
            assert set(after) == set(moves)
            if not moves:
                break
            name = rng.choice(sorted(moves))
            path.append(state)
            position, state = position.play(moves[name]), after[name]


def _content(puzzle):
    return json.loads(to_line(puzzle))


def test_puzzles_keep_their_lines():
    for puzzle in PUZZLES[:: len(PUZZLES) // 50]:
        assert from_line(to_line(puzzle)) == puzzle
        assert find_themes(puzzle) == puzzle.themes


def test_no_two_puzzles_are_the_same():
    assert len(without_duplicates(list(PUZZLES))) == len(PUZZLES)
    assert len({puzzle.number for puzzle in PUZZLES}) == len(PUZZLES)


def test_the_collection_has_enough_puzzles_of_every_game_and_is_small():
    assert len(PUZZLES) >= 3_000
    assert Path(collection.FILE).stat().st_size < 2_000_000
    assert set(Counter(puzzle.game for puzzle in PUZZLES)) == {game.key for game in SEARCHABLE}


def test_each_solution_has_two_own_turns_or_is_a_first_step():
    for puzzle in PUZZLES:
        assert (len(puzzle.steps) == 1) == (Theme.FIRST_STEPS in puzzle.themes)


def test_the_legal_turns_of_each_step_fit_in_four_rows_of_buttons():
    assert all(3 <= len(step.refutations) < 20 for puzzle in PUZZLES for step in puzzle.steps[:1])
    assert all(len(step.refutations) < 20 for puzzle in PUZZLES for step in puzzle.steps)
