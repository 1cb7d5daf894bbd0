"""The puzzle generator proves its puzzles, and generates the same ones from the same seed."""

import pytest

pytest.importorskip("numba", reason="numba is not installed: the maker cannot prove anything")

from rules.setup import setup
from sparring.__main__ import main
from sparring.levels import LEVELS, SEARCHABLE
from sparring.puzzles import collection
from sparring.puzzles.command import read_lines
from sparring.puzzles.difficulty import solves
from sparring.puzzles.proof import Prover
from sparring.puzzles.symmetry import canonical_key, symmetries
from sparring.time_slices import run_to_end
from tests.puzzles.puzzle_check import fault_of


def test_made_puzzles_are_sound_and_repeatable(tmp_path, monkeypatch):
    # the maker compares its puzzles with all of the collection, most of them of other games
    shipped = tuple(each for each in collection.load() if each.game == "cornered")
    monkeypatch.setattr(collection, "load", lambda: shipped)
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    for file in (first, second):
        assert (
            main(["puzzles", str(file), "--game", "cornered", "--count", "2", "--seed", "5"]) == 0
        )
    assert first.read_text() == second.read_text()
    assert len(read_lines(first)) == 2
    assert [fault_of(line) for line in first.read_text().splitlines()] == ["", ""]


def test_a_puzzle_is_proved_again():
    for game in SEARCHABLE:
        puzzle = min(
            (each for each in collection.load() if each.game == game.key),
            key=lambda each: each.nodes,
        )
        assert run_to_end(Prover().find_line(puzzle.start)) == puzzle.steps


def test_the_strongest_level_finds_an_easy_line():
    puzzle = min(collection.load(), key=lambda each: each.nodes)
    assert solves(puzzle, LEVELS[4], seed=1)


@pytest.mark.parametrize(("key", "size", "count"), [("lifeline", 4, 12), ("asli", 5, 8)])
def test_symmetric_positions_have_one_key(key, size, count):
    options = {"size": size}
    start = setup(key, options, black=["a1", "c2"], white=["b4", "d4"])
    images = symmetries(start.topology)
    assert len(set(images)) == count
    names = start.topology.names
    for image in images:
        black, white = (
            [names[image[start.topology.cell(name)]] for name in stones]
            for stones in (["a1", "c2"], ["b4", "d4"])
        )
        turned = setup(key, options, black=black, white=white)
        other = setup(key, options, black=white, white=black, to_move="white")
        assert canonical_key(turned) == canonical_key(other) == canonical_key(start)
    assert canonical_key(setup(key, options, black=white, white=black)) != canonical_key(start)
