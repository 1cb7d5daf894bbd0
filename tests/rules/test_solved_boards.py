"""Exact results on small boards, found by exhaustive search with `rules`."""

import time
from itertools import combinations

import pytest

from rules.moves import Place, Swap
from rules.position import Colour
from rules.topology import hexhex
from tests.rules.helpers import after, start
from tests.rules.solver import AsliSolver, LifelineSolver

# With tracing, the search would take several times as long.
pytestmark = pytest.mark.no_cover

# The losing openings, up to symmetry, each with a winning reply. The search still proves that the
# reply wins; trying it first saves half the time.
REFUTED = {"a1 c2": "b4 e4", "a1 d3": "d2 d5", "a1 d4": "b4 d2", "b2 d4": "b4 d2"}


def drilled(komi):
    """Return a komi for the drills: it follows from the result of the komi beside it."""
    return pytest.param(komi, marks=pytest.mark.drill)


def openings():
    """Return Black's legal first turns on size 3, as pairs of cells."""
    position, pairs = start("lifeline", size=3), set()
    for first in position.legal_moves():
        for second in position.play(first).legal_moves():
            pairs.add(tuple(sorted((first.cell, second.cell))))
    return sorted(pairs)


def beats(solver, position, pair):
    """Return whether Black wins after both first turns, where White's is this pair."""
    for cell in pair:
        position = position.play(Place(cell))
    return solver.wins(position)


def opening_wins(solver, position, hint=None):
    """Return whether Black wins against every first turn of White other than the swap."""
    replies = [pair for pair in openings() if not any(is_taken(position, cell) for cell in pair)]
    if hint is not None:
        replies.sort(key=lambda pair: pair != hint)
    return all(beats(solver, position, pair) for pair in replies)


def is_taken(position, cell):
    return not position.board.empty >> cell & 1


def pair_of(names):
    return tuple(sorted(hexhex(3).cell(name) for name in names.split()))


def test_size_3_has_129_openings():
    apart = [
        pair
        for pair in combinations(range(19), 2)
        if not hexhex(3).neighbours[pair[0]] >> pair[1] & 1
    ]
    assert openings() == apart
    assert len(apart) == 129


def test_white_beats_some_answers_after_the_opening_b2_d4_on_size_3():
    """Prove the cheap part of the drill's proof for every answer."""
    reply = after(start("lifeline", size=3), "b2", "d4", *REFUTED["b2 d4"].split())
    solver = LifelineSolver(hexhex(3))
    for name in ("b3", "c2", "c3"):
        assert solver.wins(after(reply, name)), name


@pytest.mark.drill
def test_white_beats_the_opening_b2_d4_on_size_3():
    position = after(start("lifeline", size=3), "b2", "d4")
    assert not opening_wins(LifelineSolver(hexhex(3)), position, pair_of(REFUTED["b2 d4"]))


@pytest.mark.drill
def test_black_wins_from_two_opposite_corners_on_size_3():
    position = after(start("lifeline", size=3), "a1", "e5")
    assert opening_wins(LifelineSolver(hexhex(3)), position)


@pytest.mark.parametrize("komi", [*map(drilled, (0, 1)), 2])
def test_black_wins_asli_3_with_a_komi_of_2_or_less(komi):
    assert AsliSolver(Colour.BLACK).wins(start("asli", size=3, komi=komi))


@pytest.mark.parametrize("komi", [3, drilled(4)])
def test_white_wins_asli_3_with_a_komi_of_3_or_more(komi):
    assert AsliSolver(Colour.WHITE).wins(start("asli", size=3, komi=komi))


def weak_pie_wins(solver, first, winning):
    """Return whether Black wins from a first stone; each side then places a stone."""
    position = start("lifeline", size=3, start="weak-pie").play(Place(first))
    return all(
        any(
            all(solver.wins(third.play(last)) for last in third.legal_moves())
            for third in promising(position.play(reply), first, winning)
        )
        for reply in position.legal_moves()
        if reply != Swap()
    )


def promising(position, first, winning):
    """Return the positions after Black's second stones, winning openings first."""
    moves = sorted(
        position.legal_moves(), key=lambda move: tuple(sorted((first, move.cell))) not in winning
    )
    return (position.play(move) for move in moves)


@pytest.mark.drill
@pytest.mark.timeout(1800)
def test_black_wins_96_strong_pie_openings_of_size_3_and_all_weak_pie_ones():
    began = time.process_time()
    solver, results = LifelineSolver(hexhex(3)), {}
    hints = {pair_of(opening): pair_of(reply) for opening, reply in REFUTED.items()}
    winning = set()
    for pair in sorted(openings(), key=lambda pair: pair not in hints):
        position = start("lifeline", size=3).play(Place(pair[0])).play(Place(pair[1]))
        key = solver.key_of(position)
        if key not in results:
            results[key] = opening_wins(solver, position, hints.get(pair))
        if results[key]:
            winning.add(pair)
    assert (len(winning), len(openings()) - len(winning)) == (96, 33)
    assert all(weak_pie_wins(solver, first, winning) for first in range(19))
    seconds = time.process_time() - began
    print(f"size 3 solved: {len(solver.known)} positions in {seconds:.0f} s of CPU time")  # noqa: T201 - what the drill is for
