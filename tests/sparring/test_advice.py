"""Hints come from the search that confirms the turning points of reviews, and agree with it."""

import random
from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="numba is not installed: the search cannot run")

from rules.colour import Colour
from rules.moves import Swap, format_move, parse_move
from rules.record import Record, replay
from rules.registry import find_game
from rules.topology import hexhex
from sparring import analysis
from sparring.analysis import MIN_LOSS, advise, analyse_game
from sparring.endgame_solver import count_empty_cells, solve_endgame
from sparring.levels import choose_turn, find_level
from sparring.review import pack_advice, unpack_advice
from sparring.time_slices import run_to_end
from tests.rules.solver import LifelineSolver
from tests.sparring.test_proofs import MAX_POSITIONS, TooLongError, play_until, solve_exhaustively

# White is to move with 12 empty cells and loses with every move. The last move is White's.
LOST = "d5 a1 e5 a3 c3 e3 b1 d3"


def value_after(position, move, solve):
    """Return 1 if the mover of a position wins after a move, 0 for a draw, -1 for a loss."""
    after = position.play(move)
    value = solve(after)
    return value if after.to_move is position.to_move else -value


def solve_with_rules(position):
    return solve_exhaustively(position, [MAX_POSITIONS])


def check_hint(position, solve):
    """Check that no move has a better exact result than the hint; return whether it matters."""
    values = {move: value_after(position, move, solve) for move in position.legal_moves()}
    advice = run_to_end(advise(position, seed=1))
    hint = advice.moves[0]
    assert not advice.lost or max(values.values()) < 0
    assert values[hint] == max(values.values()), format_move(hint, position.topology)
    return len(set(values.values())) > 1


def test_a_hint_never_loses_a_won_position_of_size_3():
    solver, mattered = LifelineSolver(hexhex(3)), 0
    for seed in range(25):
        empty = 5 + seed % 6
        position = play_until("lifeline", {"size": 3}, empty, random.Random(seed))
        if position is not None:
            mattered += check_hint(position, lambda after: 1 if solver.wins(after) else -1)
    assert mattered >= 5


@pytest.mark.parametrize(
    ("key", "options", "empty"),
    [
        ("lifeline", {"size": 4}, 5),
        ("cornered", {"size": 3}, 6),
        ("asli", {"size": 4, "komi": 0}, 5),
    ],
)
def test_a_hint_is_never_worse_than_another_move_near_the_end(key, options, empty):
    mattered = 0
    for seed in range(40):
        position = play_until(key, options, empty, random.Random(seed))
        if position is None:
            continue
        try:
            mattered += check_hint(position, solve_with_rules)
        except TooLongError:
            continue
    assert mattered >= 3


DRILLED = [pytest.param(*each, marks=pytest.mark.drill) for each in ((3, 1), (3, 3), (4, 4))]


@pytest.mark.parametrize(("size", "seed"), [(3, 2), *DRILLED])
def test_a_review_calls_no_played_hint_a_mistake(size, seed):
    check_review_of_hints(size, seed)


@pytest.mark.parametrize(("size", "seed"), [(3, 1), (4, 4)])
def test_a_review_calls_no_hint_of_a_weaker_adviser_a_mistake(size, seed, monkeypatch):
    adviser = replace(analysis.ADVISER, max_solver_cells=10, playouts=600)
    monkeypatch.setattr(analysis, "ADVISER", adviser)
    check_review_of_hints(size, seed)


def check_review_of_hints(size, seed):
    """Play hints against level 1 and check that a review calls none of them a mistake."""
    game = find_game("lifeline")
    ruleset = game.ruleset({"size": size})
    record = Record(ruleset, ())
    position, advised = replay(record), set()
    while position.outcome() is None:
        if position.seat_to_move:
            turn = run_to_end(advise(position, seed)).moves
            advised |= set(range(position.ply, position.ply + len(turn)))
        else:
            turn = run_to_end(choose_turn(position, find_level(1), seed))
        record = replace(record, moves=record.moves + turn)
        position = replay(record)

    review = run_to_end(analyse_game(record, seed))

    assert advised
    assert not {point.ply for point in review.turning_points} & advised


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("lifeline", {"size": 4}),
        ("cornered", {"size": 4, "start": "twelve-star"}),
        ("asli", {"size": 5, "komi": 2}),
        ("liflina", {"size": 5, "komi": 1}),
    ],
)
def test_a_plan_is_the_answer_and_the_next_turn(key, options, monkeypatch):
    monkeypatch.setattr(analysis, "ADVISER", replace(analysis.ADVISER, playouts=1_500))
    planned = 0
    for seed in range(6):
        position = play_until(key, options, 20, random.Random(seed))
        if position is None or position.mid_turn:
            continue
        advice = run_to_end(advise(position, seed))
        after = position
        for move in (*advice.moves, *advice.plan):
            after = after.play(move)
        planned += bool(advice.plan)
        assert after.turn - position.turn == (3 if advice.plan else 1)
        assert not after.mid_turn
        assert unpack_advice(pack_advice(advice, position.topology), position.topology) == advice
    assert planned >= 3


def lost_record():
    ruleset = find_game("lifeline").ruleset({"size": 3})
    return Record(ruleset, tuple(parse_move(text, hexhex(3)) for text in LOST.split()))


def test_a_hint_in_a_lost_position_says_so_and_before_the_losing_move_it_does_not():
    before, after = lost_record(), lost_record()
    before = replace(before, moves=before.moves[:-1])

    lost, won = (run_to_end(advise(replay(each), seed=4)) for each in (before, after))
    assert (lost.lost, lost.won) == (True, False)
    assert (won.lost, won.won) == (False, True)


@pytest.mark.parametrize("cells", [11, 16])
def test_no_move_of_a_lost_position_is_a_mistake(cells, monkeypatch):
    """Also if the solver can prove only the position after the move."""
    adviser = replace(analysis.ADVISER, max_solver_cells=cells, playouts=300)
    monkeypatch.setattr(analysis, "ADVISER", adviser)
    record = lost_record()
    before = replay(replace(record, moves=record.moves[:-1]))
    assert count_empty_cells(before) == 12
    assert solve_endgame(before, 10**6).winner is Colour.BLACK

    review = run_to_end(analyse_game(record, seed=4))

    assert review.points[-1].proved
    assert review.points[-2].proved == (cells == 16)
    assert before.ply not in [point.ply for point in review.turning_points]


def test_a_first_turn_that_may_be_swapped_is_no_mistake():
    """Without the swap, Black should not have played so weakly."""
    ruleset = find_game("lifeline").ruleset({"size": 3})
    moves = tuple(parse_move(text, hexhex(3)) for text in ("b2", "b4", "swap"))
    assert replay(Record(ruleset, moves[:2])).is_legal(Swap())

    review = run_to_end(analyse_game(Record(ruleset, moves), seed=3))

    assert review.points[0].chance > review.points[2].chance + MIN_LOSS
    assert review.turning_points == ()
