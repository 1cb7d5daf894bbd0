"""Proved results of the search and the endgame solver agree with exhaustive search."""

import random
from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="numba is not installed: the search cannot run")

from rules.colour import Colour
from rules.moves import Hold, Place, parse_move
from rules.position import Phase
from rules.record import Record, positions
from rules.registry import find_game
from rules.topology import bits
from sparring import analysis
from sparring.analysis import analyse_game
from sparring.conversion import load_position, to_kernel_move
from sparring.endgame_solver import EndgameSolver, count_empty_cells, solve_endgame
from sparring.jit import entry_point
from sparring.kernel import entry_points, proof_expansion
from sparring.kernel.layout import (
    ATTACKER,
    EMPTY_COUNT,
    HAD_TWO_GROUPS,
    HEADER,
    PRISON,
    SCRATCH,
    STONE_TO_CHECK,
    TO_MOVE,
    VISIT_MARK,
    VISITED,
)
from sparring.kernel.moves import make_placement
from sparring.kernel.proof_expansion import apply_to_header, changes_only_its_cell
from sparring.kernel.proof_search import find_cycle_depth
from sparring.kernel.transposition_table import find_result, store_result
from sparring.kernel.zobrist import PATH_ROW
from sparring.patterns.weights import learned_weights
from sparring.review import pack_review, unpack_review
from sparring.search import search_position
from sparring.time_slices import run_to_end
from sparring.tuning.matches import random_opening

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
MAX_POSITIONS = 1500  # positions that an exhaustive search may visit
GAMES = 8
DRILLED_GAMES = pytest.param(100, marks=[pytest.mark.drill, pytest.mark.timeout(900)])


@pytest.fixture
def quick_adviser(monkeypatch):
    """Adviser that solves and searches less, for tests of reviews that need no strong one."""
    adviser = replace(analysis.ADVISER, max_solver_cells=6, playouts=300)
    monkeypatch.setattr(analysis, "ADVISER", adviser)


class TooLongError(Exception):
    pass


def solve_exhaustively(position, left):
    """Return 1 if the side to move wins, 0 for a draw, -1 for a loss, by exhaustive search."""
    left[0] -= 1
    if left[0] < 0:
        raise TooLongError
    outcome = position.outcome()
    if outcome is not None:
        return _points(outcome.winner, position)
    best = -1
    for move in position.legal_moves():
        after = position.play(move)
        value = solve_exhaustively(after, left)
        best = max(best, value if after.to_move is position.to_move else -value)
        if best == 1:
            break
    return best


def _points(winner, position):
    return 0 if winner is None else 1 if winner is position.to_move else -1


def solves_truly(position, truth):
    """Check the solver's winner and its move; return whether it has solved the position."""
    solution = solve_endgame(position, 50_000)
    if solution is None:
        return False
    assert _points(solution.winner, position) == truth, position.diagram()
    if truth < 1:
        assert solution.move is None, position.diagram()
    else:
        after = position.play(solution.move)
        found = after.outcome() or solve_endgame(after, 50_000)
        assert found.winner is position.to_move, position.diagram()
    return True


def searches_truly(position, truth, seed):
    """Check the winner that the search has proved; return whether it has proved one."""
    result = search_position(position, learned_weights(position.game), seed, 600)
    assert not result.proved or _points(result.winner, position) == truth, position.diagram()
    return result.proved


def play_until(key, options, empty, rng):
    game = find_game(key)
    position = game.start(game.ruleset(options))
    while position.outcome() is None:
        if position.phase is Phase.PLAY and count_empty_cells(position) <= empty:
            return position
        position = position.play(rng.choice(list(position.legal_moves())))
    return None


@pytest.mark.parametrize("games", [GAMES, DRILLED_GAMES])
@pytest.mark.parametrize(("key", "options", "empty"), STARTS)
def test_proved_results_are_true(key, options, empty, games):
    proved = 0
    for number in range(games):
        position = play_until(key, options, empty, random.Random(f"{key}/{number}"))
        if position is None:
            continue
        try:
            truth = solve_exhaustively(position, [MAX_POSITIONS])
        except TooLongError:
            continue
        proved += solves_truly(position, truth) + searches_truly(position, truth, number)
    assert proved >= 2


def with_boards_that_have_occurred(position, rng):
    """Return the position after a game in which some boards that can follow have occurred.

    A placement must not repeat them; a hold may.
    """
    seen = {}
    for move in position.legal_moves():
        after = position.play(move)
        replies = [] if after.outcome() else map(after.play, after.legal_moves())
        for each in (after, *replies):
            held = each.last_turn.moves == (Hold(),)
            if each.outcome() is None and (held or rng.random() < 0.4):
                seen[*each.stones, each.to_move] = 0
    return replace(position, history={**position.history, **seen})


@pytest.mark.parametrize(
    ("key", "options", "empty"), [each for each in STARTS if each[0] in ("asli", "liflina")]
)
def test_proved_results_are_true_where_moves_repeat_boards(key, options, empty):
    proved = 0
    for number in range(2 * GAMES):
        rng = random.Random(f"repeated {key}/{number}")
        position = play_until(key, options, empty, rng)
        if position is None:
            continue
        position = with_boards_that_have_occurred(position, rng)
        try:
            truth = solve_exhaustively(position, [MAX_POSITIONS])
        except TooLongError:
            continue
        proved += solves_truly(position, truth) + searches_truly(position, truth, number)
    assert proved >= 2


@pytest.mark.parametrize("attacker", Colour)
def test_a_win_holds_for_more_prisoners_and_a_failure_for_fewer(attacker):
    game = find_game("asli")
    solver = EndgameSolver(random_opening(game, 5, random.Random(1)))
    state, board = solver.state, solver.hashes[PATH_ROW, 0]
    state[SCRATCH, ATTACKER] = attacker + 1
    more = 1 if attacker is Colour.WHITE else -1  # the prison counts Black's stones

    def known(prisoners):
        state[HEADER, PRISON] = prisoners * more
        return entry_point(find_result)(state, solver.table, board)

    for prisoners, result in ((2, 1), (-1, -1)):
        state[HEADER, PRISON] = prisoners * more
        entry_point(store_result)(state, solver.table, board, result, 1)

    assert [known(each) for each in range(-3, 5)] == [-1, -1, -1, 0, 0, 1, 1, 1]


def wins_by_holding(position, colour, left):
    """Return whether a colour wins by holding alone, against all replies."""
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
def test_a_side_without_missing_holds_wins_by_holding(size, komi):
    claimed = 0
    for number in range(60):
        rng = random.Random(f"safe regions/{size}/{komi}/{number}")
        position = play_until("liflina", {"size": size, "komi": komi}, rng.randint(3, 7), rng)
        if position is None:
            continue
        state = load_position(position)
        entry_points.find_region_owners(state)
        winner = entry_points.find_holding_side(state)
        if not winner or entry_points.count_missing_holds(state, winner):
            continue
        try:
            assert wins_by_holding(position, Colour(winner - 1), [MAX_POSITIONS])
        except TooLongError:
            continue
        claimed += 1
    assert claimed >= 2


@pytest.mark.parametrize("colour", Colour)
def test_a_win_by_holding_needs_one_more_prisoner_on_ones_own_turn(colour):
    us, sign = colour + 1, 1 if colour is Colour.WHITE else -1
    compared = 0
    for number in range(20):
        rng = random.Random(f"missing holds/{number}")
        position = play_until("liflina", {"size": 5, "komi": 6}, rng.randint(3, 7), rng)
        if position is None:
            continue
        state = load_position(position)
        entry_points.find_region_owners(state)

        def missing(to_move, prisoners, state=state):
            state[HEADER, TO_MOVE], state[HEADER, PRISON] = to_move, prisoners * sign
            return entry_points.count_missing_holds(state, us)

        needed = next(each for each in range(99) if not missing(3 - us, each))
        if needed:
            near = (needed - 1, needed, needed + 1)
            assert [missing(3 - us, each) for each in near] == [1, 0, 0]
            assert [missing(us, each) for each in near] == [2, 1, 0]
            compared += 1
    assert compared > 5


def compared_header(state):
    header = state[HEADER]
    counts = header[EMPTY_COUNT : EMPTY_COUNT + 3].sum()  # playing may forget the owner of a cell
    return [*header[1:EMPTY_COUNT], counts, *header[HAD_TWO_GROUPS + 1 : STONE_TO_CHECK]]


@pytest.mark.parametrize(
    ("key", "options", "changes"),
    [
        ("lifeline", {"size": 4, "start": "none"}, {}),
        ("cornered", {"size": 4, "start": "none"}, {}),
        ("asli", {"size": 5, "komi": 4}, {}),
        ("asli", {"size": 5, "komi": 4}, {"minimal_incursion": True}),
    ],
)
def test_a_placement_without_side_effects_gives_the_header_of_the_played_one(key, options, changes):
    compared = 0
    for number in range(30):
        rng = random.Random(f"header {key}/{number}")
        position = play_until(key, options, rng.randint(4, 16), rng)
        if position is None:
            continue
        position = replace(position, **changes)
        state = load_position(position)
        entry_points.find_region_owners(state)
        for cell in bits(position.board.empty):
            x = to_kernel_move(position, Place(cell))
            if entry_point(changes_only_its_cell)(state, x):
                simple, played = state.copy(), state.copy()
                entry_point(apply_to_header)(simple, x)
                assert entry_point(make_placement)(played, x) == 0
                assert compared_header(simple) == compared_header(played)
                compared += 1
    assert compared > 20


def test_an_overflow_of_visit_marks_does_not_change_the_solution():
    rng = random.Random("liflina1")
    position = random_opening(find_game("liflina"), 5, rng)
    while count_empty_cells(position) > 10:
        position = position.play(rng.choice(list(position.legal_moves())))
    solvers = [EndgameSolver(position) for _ in range(2)]
    solvers[1].state[SCRATCH, VISIT_MARK] = 2**31 - 100_000  # close to the limit of 32 bits
    marks = solvers[1].state[VISITED]
    marks[:] = range(1, len(marks) + 1)  # of earlier flood fills
    for solver in solvers:
        while solver.solution is None:
            solver.run()
    fresh, used = solvers
    assert used.solution == fresh.solution
    assert used.nodes_visited == fresh.nodes_visited


def test_the_solver_gives_up_on_a_long_endgame():
    game = find_game("lifeline")
    position = game.start(game.ruleset({"size": 5, "start": "none"}))
    rng = random.Random(1)
    for _ in range(6):
        position = position.play(rng.choice(list(position.legal_moves())))
    assert solve_endgame(position, 3_000) is None


@pytest.mark.usefixtures("quick_adviser")
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
def test_a_forced_move_does_not_change_the_winning_chance(game, options, moves):
    ruleset = find_game(game).ruleset(options)
    board = find_game(game).start(ruleset).topology
    record = Record(ruleset, tuple(parse_move(text, board) for text in moves.split()))
    *_, before = positions(replace(record, moves=record.moves[:-1]))
    assert list(before.legal_moves()) == [record.moves[-1]]

    forced, after = run_to_end(analyse_game(record, seed=1, playouts=200)).points[-2:]

    assert (forced.chance, forced.proved) == (after.chance, after.proved)


@pytest.mark.usefixtures("quick_adviser")
def test_a_review_survives_json():
    game = find_game("lifeline")
    ruleset = game.ruleset({"size": 3, "start": "none"})
    position, moves, rng = game.start(ruleset), [], random.Random(5)
    while position.outcome() is None:
        moves.append(rng.choice(list(position.legal_moves())))
        position = position.play(moves[-1])
    record = Record(ruleset, tuple(moves))
    review = run_to_end(analyse_game(record, seed=1, playouts=60))
    assert [point.ply for point in review.points] == list(range(len(moves) + 1))
    assert review.points[-1].proved
    assert review.points[-1].chance == float(position.outcome().winner == 0)
    assert 1 <= len(review.turning_points) <= 3
    for turn in review.turning_points:
        assert turn.played == moves[turn.ply] != turn.better
        assert turn.before > turn.after
        for ply, chance in ((turn.ply, turn.before), (turn.ply + 1, turn.after)):
            shown = review.points[ply].chance
            assert chance == (shown if turn.by is Colour.BLACK else 1 - shown)
    board = position.topology
    assert unpack_review(pack_review(review, board), board) == review


@pytest.mark.parametrize(
    ("proof_of_move", "expected"),
    [(proof_expansion.NO_CYCLE, 1), (0, proof_expansion.NO_CYCLE)],
    ids=["a loss rests on every move", "a win rests on its own move"],
)
def test_only_a_loss_rests_on_a_move_that_repetition_forbids(proof_of_move, expected):
    solver = EndgameSolver(random_opening(find_game("liflina"), 5, random.Random(1)))
    depth, ancestor = 3, 1
    block = depth * proof_expansion.DEPTH_ROWS
    solver.stack[block + HEADER, TO_MOVE] = solver.state[SCRATCH, ATTACKER]
    summary = solver.stack[block + proof_expansion.SUMMARY]
    summary[proof_expansion.MOVE_COUNT] = 1
    summary[proof_expansion.ILLEGAL_CYCLE_DEPTH] = ancestor
    solver.stack[block + proof_expansion.CYCLE_DEPTHS, 0] = proof_expansion.NO_CYCLE
    solver.stack[block + proof_expansion.PROOF, 0] = proof_of_move

    assert entry_point(find_cycle_depth)(solver.state, solver.stack, depth) == expected
