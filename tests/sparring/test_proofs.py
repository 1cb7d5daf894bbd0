"""What a search or the endgame solver calls proved is so by the rules, tried out to the end."""

import random
from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="numba is not installed: the search cannot run")

from rules.colour import Colour
from rules.moves import Hold, parse_move
from rules.position import Phase
from rules.record import Record, positions
from rules.registry import find_game
from sparring import children, compiled, patterns
from sparring.analysis import analysing
from sparring.boards import load
from sparring.endgame import Solver, empty_cells, solve
from sparring.jit import entry
from sparring.layout import CLAIMANT, HEAD, MOVER, STAMP, WORK
from sparring.match import opening
from sparring.proof import taint_of
from sparring.review import pack_review, unpack_review
from sparring.search import search
from sparring.slices import in_one_go

STARTS = [
    ("lifeline", {"size": 3, "start": "none"}, 5),
    ("cornered", {"size": 3, "start": "none"}, 6),
    ("cornered", {"size": 3, "start": "twelve-star", "komi": 1}, 6),
    ("asli", {"size": 4, "komi": 0}, 5),
    ("asli", {"size": 4, "komi": 4}, 4),
    ("liflina", {"size": 5, "komi": 1}, 5),
    ("liflina", {"size": 5, "komi": 6}, 4),
    ("liflina", {"size": 5, "komi": 12}, 3),
]
MOST = 1500  # positions that a proof by hand may look at


class TooLongError(Exception):
    pass


def worth(position, left):
    """1 when the side to move wins, 0 for a draw, -1: by the rules package alone."""
    left[0] -= 1
    if left[0] < 0:
        raise TooLongError
    outcome = position.outcome()
    if outcome is not None:
        return _points(outcome.winner, position)
    best = -1
    for move in position.legal_moves():
        after = position.play(move)
        value = worth(after, left)
        best = max(best, value if after.to_move is position.to_move else -value)
        if best == 1:
            break
    return best


def _points(winner, position):
    return 0 if winner is None else 1 if winner is position.to_move else -1


def late(key, options, empty, lots):
    game = find_game(key)
    position = game.start(game.ruleset(options))
    while position.outcome() is None:
        if position.phase is Phase.PLAY and empty_cells(position) <= empty:
            return position
        position = position.play(lots.choice(list(position.legal_moves())))
    return None


@pytest.mark.parametrize(("key", "options", "empty"), STARTS)
def test_what_is_proved_is_true(key, options, empty):
    proved = 0
    for number in range(14):
        position = late(key, options, empty, random.Random(f"{key}/{number}"))
        if position is None:
            continue
        try:
            truth = worth(position, [MOST])
        except TooLongError:
            continue
        verdict = search(position, patterns.learned(key), number, 600)
        if verdict.proved:
            assert _points(verdict.winner, position) == truth, position.diagram()
            proved += 1
        answer = solve(position, 50_000)
        if answer is not None:
            assert _points(answer.winner, position) == truth, position.diagram()
            proved += 1
    assert proved >= 2


def wins_by_holding(position, colour, left):
    """Whether a colour wins if it does nothing but hold, whatever the other does."""
    left[0] -= 1
    if left[0] < 0:
        raise TooLongError
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is colour
    if position.to_move is not colour:
        moves = position.legal_moves()
        return all(wins_by_holding(position.play(move), colour, left) for move in moves)
    return Hold() in position.legal_moves() and wins_by_holding(position.play(Hold()), colour, left)


@pytest.mark.parametrize(("size", "komi"), [(5, 3), (5, 12), (6, 8)])
def test_who_is_said_to_outlast_the_enemy_wins_by_holding(size, komi):
    claimed = 0
    for number in range(60):
        lots = random.Random(f"outlast/{size}/{komi}/{number}")
        position = late("liflina", {"size": size, "komi": komi}, lots.randint(3, 7), lots)
        if position is None:
            continue
        desk = load(position)
        compiled.learn_owners(desk)
        winner = compiled.may_outlast(desk)
        if not winner or compiled.holds_missing(desk, winner):
            continue
        try:
            assert wins_by_holding(position, Colour(winner - 1), [MOST])
        except TooLongError:
            continue
        claimed += 1
    assert claimed >= 2


def test_however_many_walks_were_made_before_an_endgame_is_solved_alike():
    lots = random.Random("liflina1")
    position = opening(find_game("liflina"), 5, lots)
    while empty_cells(position) > 10:
        position = position.play(lots.choice(list(position.legal_moves())))
    solvers = [Solver(position) for _ in range(2)]
    solvers[1].desk[WORK, STAMP] = 2**31 - 100_000  # so few are left to be counted
    for solver in solvers:
        while solver.answer is None:
            solver.run()
    fresh, tired = solvers
    assert tired.answer == fresh.answer
    assert tired.looked_at == fresh.looked_at


def test_an_endgame_that_is_too_long_is_not_guessed():
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 5, "start": "none"}))
    lots = random.Random(1)
    for _ in range(6):
        position = position.play(lots.choice(list(position.legal_moves())))
    assert solve(position, 3_000) is None


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        (
            "lifeline",
            {"size": 4, "start": "none"},
            "b5 c5 a1 d4 f5 g6 f4 g4 c2 d2 a2 c4 f3 b4 f6 e2 g7 d3 b2 g5",
        ),
        ("asli", {"size": 5, "komi": 0}, "d3 d5 d4 e4 e2 c4 c5 e3"),
    ],
)
def test_the_chance_before_the_only_legal_move_is_that_after_it(game, options, moves):
    ruleset = find_game(game).ruleset(options)
    board = find_game(game).start(ruleset).topology
    record = Record(ruleset, tuple(parse_move(text, board) for text in moves.split()))
    *_, before = positions(replace(record, moves=record.moves[:-1]))
    assert list(before.legal_moves()) == [record.moves[-1]]

    forced, after = in_one_go(analysing(record, seed=1, playouts=200)).points[-2:]

    assert (forced.chance, forced.proved) == (after.chance, after.proved)


def test_a_finished_game_is_looked_back_on_and_travels_as_json():
    game = find_game("lifeline")
    ruleset = game.ruleset({"size": 3, "start": "none"})
    position, moves, lots = game.start(ruleset), [], random.Random(5)
    while position.outcome() is None:
        moves.append(lots.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    record = Record(ruleset, tuple(moves))
    review = in_one_go(analysing(record, seed=1, playouts=60))
    assert [point.ply for point in review.points] == list(range(len(moves) + 1))
    assert review.points[-1].proved
    assert review.points[-1].chance == float(position.outcome().winner == 0)
    assert 1 <= len(review.turning_points) <= 3
    for turn in review.turning_points:
        assert turn.played == moves[turn.ply] != turn.better
        assert turn.before > turn.after
    board = position.topology
    assert unpack_review(pack_review(review, board), board) == review


@pytest.mark.parametrize(
    ("proof_of_move", "expected"),
    [(children.UNTAINTED, 1), (0, children.UNTAINTED)],
    ids=["a loss rests on every move", "a win rests on its own move"],
)
def test_only_a_loss_rests_on_a_move_that_repetition_forbids(proof_of_move, expected):
    solver = Solver(opening(find_game("liflina"), 5, random.Random(1)))
    depth, ancestor = 3, 1
    block = depth * children.BLOCK
    solver.lab[block + HEAD, MOVER] = solver.desk[WORK, CLAIMANT]
    facts = solver.lab[block + children.FACTS]
    facts[children.COUNT], facts[children.REFUSED] = 1, ancestor
    solver.lab[block + children.TAINTS, 0] = children.UNTAINTED
    solver.lab[block + children.PROOF, 0] = proof_of_move

    assert entry(taint_of)(solver.desk, solver.lab, depth) == expected
