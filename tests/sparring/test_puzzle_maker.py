"""Which proved lines become puzzles, and which puzzles are the same; the proofs are made up."""

from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="numba is not installed: the maker cannot be imported")

from rules.setup import setup
from sparring.puzzles import collection, maker
from sparring.puzzles.command import without_duplicates
from sparring.puzzles.proof import MAX_NODES, UnprovedError
from sparring.puzzles.puzzle import MAX_CHOICES, Puzzle, Step
from sparring.puzzles.symmetry import canonical_key

START = next(each.start for each in collection.load() if len(each.steps[0].refutations) > 5)


@pytest.fixture
def made(monkeypatch):
    """Return a function that makes a puzzle of a line with these numbers of refutations."""
    monkeypatch.setattr(maker, "rate", lambda puzzle: (2, 1234))
    monkeypatch.setattr(maker, "find_themes", lambda puzzle: ())

    def make(*refutations: int, min_turns: int = 1, nodes: int = 9, proved: bool = True):
        steps = tuple(
            Step("a1", "b2", {str(each): "" for each in range(number)}) for number in refutations
        )

        class MadeProver:
            def __init__(self):
                self.nodes = nodes

            def find_line(self, position):
                yield
                if not proved:
                    raise UnprovedError
                return steps

        monkeypatch.setattr(maker, "Prover", MadeProver)
        return maker._make_puzzle(START, min_turns)

    return make


def test_a_puzzle_has_at_most_as_many_turns_as_buttons(made):
    most = MAX_CHOICES - 1  # beside the answer
    assert made(most, 3).steps[0].refutations
    assert made(most + 1, 3) is None
    assert made(3, most + 1) is None


def test_a_puzzle_has_at_least_the_wanted_turns(made):
    assert made(3, 3, min_turns=2).difficulty == 1234
    assert made(3, min_turns=2) is None
    assert made() is None


def test_a_puzzle_is_proved_within_the_limit(made):
    assert made(3, nodes=MAX_NODES).nodes == MAX_NODES
    assert made(3, nodes=MAX_NODES + 1) is None
    assert made(3, proved=False) is None


def test_a_position_with_few_turns_is_no_puzzle(made, monkeypatch):
    turns = len(list(START.legal_moves()))
    monkeypatch.setattr(maker, "MIN_TURNS", turns)
    assert made(3) is not None
    monkeypatch.setattr(maker, "MIN_TURNS", turns + 1)
    assert made(3) is None


def later(puzzle: Puzzle, number: int) -> Puzzle:
    """Return the puzzle that begins at a later step of another one."""
    black, white = (
        tuple(puzzle.start.topology.names[cell] for cell in range(99) if stones >> cell & 1)
        for stones in puzzle.positions[1].stones
    )
    return replace(
        puzzle,
        id=f"{puzzle.game[:2]}{number:x}",
        stones=(black, white),
        komi=puzzle.positions[1].komi,
        steps=puzzle.steps[1:],
    )


@pytest.mark.parametrize("newer_first", [False, True])
def test_of_two_puzzles_with_one_line_the_longer_remains(newer_first):
    found = [each for each in collection.load() if each.game == "lifeline" and len(each.steps) > 2]
    longer, other = found[:2]
    shorter = later(longer, 1 if newer_first else 0xFFFFFFFF)
    assert canonical_key(shorter.start) == canonical_key(longer.positions[1])
    for order in ([longer, shorter, other], [other, shorter, longer]):
        kept = without_duplicates(order)
        assert kept == sorted([longer, other], key=lambda each: each.id)


def test_puzzles_with_one_number_are_the_same():
    first, second = [each for each in collection.load() if each.game == "asli"][:2]
    same = replace(second, id=first.id)
    assert len(without_duplicates([first, same])) == 1


@pytest.mark.parametrize("key", ["lifeline", "cornered"])
@pytest.mark.parametrize("komi", [0, 2])
def test_colours_are_exchanged_only_without_komi(key, komi):
    sides = (["a1", "c2"], ["b4", "d4"])
    black, white = (
        setup(key, {"size": 4}, black=own, white=others, to_move=mover, komi=komi)
        for own, others, mover in ((*sides, "black"), (*reversed(sides), "white"))
    )
    assert (canonical_key(black) == canonical_key(white)) is (komi == 0)
