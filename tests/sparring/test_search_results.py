"""Results of a search on made-up findings: the chosen move, and the proved results."""

import random
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed: the search cannot run")

from rules.colour import Colour
from rules.moves import Place, Swap
from rules.position import Phase
from rules.registry import find_game
from rules.setup import setup
from sparring import levels
from sparring.conversion import to_kernel_move
from sparring.endgame_solver import Solution
from sparring.jit import entry_point
from sparring.kernel import search_tree
from sparring.kernel.layout import DRAW
from sparring.levels import GAME_PLAYOUTS, LEVELS, make_search_player
from sparring.patterns.weights import learned_weights
from sparring.search import (
    MAX_SOLVER_NODES,
    MIN_LINE_VISITS,
    Candidate,
    SearchPlayer,
    SearchResult,
    TreeSearch,
)
from sparring.time_slices import run_to_end

BLACK, WHITE = Colour
OPEN, LOST, DRAWN, WON = (False, None), (True, WHITE), (True, None), (True, BLACK)


class FoundSearch(TreeSearch):
    """Finished search of Black with these findings: for each move visits, share and proof."""

    def __init__(self, findings, phase=Phase.PLAY):
        self.position = SimpleNamespace(to_move=BLACK, phase=phase)
        self.playouts = sum(visits for visits, _, _ in findings)
        self.found = [
            Candidate(Place(cell), visits, share, *proof)
            for cell, (visits, share, proof) in enumerate(findings)
        ]

    def root_edges(self):
        return self.found

    def _make_candidate(self, edge):
        return edge

    def _expected_after(self, move):
        return ()


@pytest.mark.parametrize(
    ("findings", "chosen"),
    [
        ([(90, 0.4, OPEN), (10, 0.9, OPEN)], 0),
        ([(10, 0.9, OPEN), (90, 0.4, OPEN)], 1),
        ([(50, 0.4, OPEN), (50, 0.6, OPEN)], 1),
        ([(90, 0.9, OPEN), (1, 1.0, WON)], 1),
        ([(90, 0.0, LOST), (1, 0.1, OPEN)], 1),
        ([(90, 0.0, LOST), (1, 0.5, DRAWN)], 1),
        ([(90, 0.4, OPEN), (10, 0.5, DRAWN)], 0),
        ([(90, 0.0, LOST), (10, 0.0, LOST)], 0),
    ],
)
def test_the_most_visited_move_is_chosen_but_for_proofs(findings, chosen):
    result = FoundSearch(findings).result()
    assert result.move == Place(chosen)
    assert [(each.visits, each.share) for each in result.candidates] == sorted(
        ((visits, share) for visits, share, _ in findings), reverse=True
    )


@pytest.mark.parametrize(
    ("proofs", "proved", "winner"),
    [
        ([WON, OPEN], True, BLACK),
        ([LOST, LOST], True, WHITE),
        ([LOST, DRAWN], True, None),
        ([LOST, OPEN], False, None),
        ([DRAWN, OPEN], False, None),
    ],
)
@pytest.mark.parametrize("phase", Phase)
def test_a_result_is_proved_by_one_winning_move_or_by_all_in_the_game_proper(
    proofs, proved, winner, phase
):
    result = FoundSearch([(50, 0.5, each) for each in proofs], phase).result()
    in_play = phase is Phase.PLAY
    assert result.proved is (proved and in_play)
    assert result.winner is (winner if in_play else None)


@pytest.mark.parametrize("mover", Colour)
@pytest.mark.parametrize("proof", [None, "win", "loss", "draw"])
def test_a_move_has_its_share_of_wins_or_the_proved_result(mover, proof):
    position = setup(
        "lifeline", {"size": 3}, black=["a1", "c2"], white=["b4", "d4"], to_move=mover.label.lower()
    )
    winner = {"win": mover, "loss": mover.other}.get(proof)
    search = TreeSearch(position, learned_weights("lifeline"), 1, 10)
    edge = search.root_edges()[0]
    edge[search_tree.EDGE_VISITS], edge[search_tree.EDGE_WINS] = 4, 6  # in halves of a win
    if proof:
        edge[search_tree.EDGE_WINNER] = DRAW if winner is None else winner + 1
    found = search._make_candidate(edge)
    shares = {None: 0.75, "win": 1.0, "loss": 0.0, "draw": 0.5}
    assert (found.visits, found.share) == (4, shares[proof])
    assert (found.proved, found.winner) == (proof is not None, winner)


def test_a_move_without_a_visit_has_its_share_in_games_in_which_it_was_played_later():
    position = setup("lifeline", {"size": 3}, black=["a1", "c2"], white=["b4", "d4"])
    search = TreeSearch(position, learned_weights("lifeline"), 1, 10)
    edge = search.root_edges()[0]
    edge[search_tree.RAVE_VISITS], edge[search_tree.RAVE_WINS] = 8, 4
    assert search.edge_share(edge) == 0.25
    edge[search_tree.EDGE_VISITS], edge[search_tree.EDGE_WINS] = 4, 6
    assert search.edge_share(edge) == 0.75


def test_a_search_looks_at_every_move_but_the_swap():
    game = find_game("cornered")
    position = game.start(game.ruleset({"size": 3}))
    position = position.play(next(iter(position.legal_moves())))
    moves = set(position.legal_moves())
    assert Swap() in moves
    search = TreeSearch(position, learned_weights("cornered"), 1, 10)
    found = {each.move for each in search.result().candidates}
    assert found == moves - {Swap()}
    with pytest.raises(ValueError, match="the game is over"):
        search._start_tree([])


@pytest.mark.parametrize(
    ("visits", "left", "winner", "is_finished"),
    [
        ([60, 10], 49, 0, True),
        ([10, 60], 50, 0, False),
        ([30, 30], 1, 0, False),
        ([30, 30], 0, 0, True),
        ([30, 30], 40, 1, True),
        ([60], 40, 0, True),
    ],
)
def test_a_search_ends_when_no_playout_can_change_its_move(visits, left, winner, is_finished):
    position = setup("lifeline", {"size": 3}, black=["a1", "c2"], white=["b4", "d4"])
    search = TreeSearch(position, learned_weights("lifeline"), 1, sum(visits) + left)
    search.playouts = sum(visits)
    search.tree_nodes[0, search_tree.EDGE_COUNT] = len(visits)
    search.tree_nodes[0, search_tree.NODE_WINNER] = winner
    search.root_edges()[:, search_tree.EDGE_VISITS] = visits
    assert search.is_finished is is_finished


@pytest.mark.parametrize("level", [each for each in LEVELS if each.searches])
def test_a_level_has_the_playouts_of_the_game_and_its_own_insight_and_solver(level):
    assert make_search_player(level, "lifeline").playouts == level.playouts
    more = GAME_PLAYOUTS["liflina"].get(level.number)
    assert make_search_player(level, "liflina").playouts == (more or level.playouts)
    player = make_search_player(level, "asli", 3.5, Watch())
    assert (player.max_solver_cells, player.seconds) == (level.max_solver_cells, 3.5)
    assert player.patterns("asli") is learned_weights("asli", insight=level.insight)
    assert isinstance(player.clock, Watch)
    assert make_search_player(level, "asli").seconds == levels.PLACEMENT_SECONDS


US, THEM, UNKNOWN = 1, 2, 0


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ([THEM, US, UNKNOWN], US),
        ([THEM, THEM], THEM),
        ([THEM, DRAW], DRAW),
        ([DRAW, THEM], DRAW),
        ([DRAW, UNKNOWN], UNKNOWN),
        ([UNKNOWN, DRAW], UNKNOWN),
        ([THEM, UNKNOWN, DRAW, THEM], UNKNOWN),
    ],
)
@pytest.mark.parametrize("exchanged", [False, True])
def test_a_node_is_proved_by_one_win_or_by_all_moves(winners, expected, exchanged):
    sides = {US: THEM, THEM: US} if exchanged else {}
    nodes = np.zeros((1, search_tree.NODE_FIELDS), np.int32)
    edges = np.zeros((len(winners), search_tree.EDGE_FIELDS), np.int32)
    nodes[0, search_tree.EDGE_COUNT] = len(winners)
    edges[:, search_tree.EDGE_WINNER] = [sides.get(each, each) for each in winners]
    proved = entry_point(search_tree.combine_results)(nodes, edges, 0, sides.get(US, US))
    assert proved == sides.get(expected, expected)


@pytest.mark.parametrize(
    ("edges", "followed"),
    [
        ([(THEM, 0.9), (UNKNOWN, 0.1)], 1),
        ([(UNKNOWN, 0.9), (US, 0.1)], 1),
        ([(UNKNOWN, 0.1), (DRAW, 0.0)], 1),
        ([(UNKNOWN, 0.9), (DRAW, 0.0)], 0),
        ([(THEM, 0.9), (DRAW, 0.0)], 1),
        ([(UNKNOWN, 0.4), (UNKNOWN, 0.6)], 1),
        ([(THEM, 0.9), (THEM, 0.9)], -1),
    ],
)
def test_a_proved_win_is_followed_before_the_best_share_and_a_loss_never(edges, followed):
    games, tree = 1_000_000, np.zeros((len(edges), search_tree.EDGE_FIELDS), np.int32)
    for edge, (winner, share) in zip(tree, edges, strict=True):
        edge[search_tree.EDGE_WINNER] = winner
        edge[search_tree.EDGE_VISITS] = edge[search_tree.RAVE_VISITS] = games
        edge[search_tree.EDGE_WINS] = edge[search_tree.RAVE_WINS] = round(2 * share * games)
    nodes = np.zeros((1, search_tree.NODE_FIELDS), np.int32)
    nodes[0, search_tree.EDGE_COUNT] = len(edges)
    nodes[0, search_tree.NODE_VISITS] = games
    assert entry_point(search_tree.select_edge)(nodes, tree, 0, US) == followed


@pytest.mark.parametrize("sign", [1, -1])
def test_a_prior_is_never_certain(sign):
    position = setup("lifeline", {"size": 3}, black=["a1", "c2"], white=["b4", "d4"])
    weights = np.full_like(learned_weights("lifeline"), 1000 * sign)
    priors = TreeSearch(position, weights, 1, 10).root_edges()[:, search_tree.RAVE_WINS]
    share = search_tree.MAX_PRIOR_SHARE if sign > 0 else 1 - search_tree.MAX_PRIOR_SHARE
    assert set(priors) == {round(2 * search_tree.PRIOR_GAMES * share)}


@pytest.mark.parametrize("missing", [0, 1])
def test_pruned_moves_are_added_if_all_of_them_have_room(missing):
    position = setup("lifeline", {"size": 4}, black=["a1", "c2"], white=["b4", "d4"])
    search = TreeSearch(position, learned_weights("lifeline"), 1, 50)
    count = len(list(position.legal_moves()))
    edges = search.tree_edges[: 2 * count - missing].copy()  # those of the root, then all again
    add = entry_point(search_tree.restore_pruned_moves)
    assert add(search.state, search.tree_nodes, edges, search.weights, 0) is not bool(missing)


@pytest.mark.parametrize("has_room", [False, True])
def test_a_pruned_node_is_lost_only_when_the_pruned_moves_are_known(has_room):
    position = setup("lifeline", {"size": 4}, black=["a1", "c2"], white=["b4", "d4"])
    search = TreeSearch(position, learned_weights("lifeline"), 1, 50)
    nodes, edges = search.tree_nodes, search.tree_edges
    count = len(search.root_edges()) // 2
    nodes[0, search_tree.EDGE_COUNT], nodes[0, search_tree.IS_PRUNED] = count, 1
    edges[:count, search_tree.EDGE_WINNER] = THEM  # Black, who is the first, is to move
    if not has_room:
        edges = edges[: len(search.root_edges()) * 2].copy()
    select = entry_point(search_tree.select_child)
    edge = select(search.state, nodes, edges, search.weights, 0, 0)
    assert (edge >= 0) is has_room
    assert nodes[0, search_tree.NODE_WINNER] == 0


@pytest.mark.parametrize("us", [US, THEM])
def test_a_win_counts_two_halves_and_a_draw_one(us):
    count = entry_point(search_tree.count_half_wins)
    assert [count(winner, us) for winner in (us, 3 - us, DRAW)] == [2, 0, 1]


def test_a_node_keeps_what_it_knows_when_its_pruned_moves_are_added():
    position = setup("lifeline", {"size": 4}, black=["a1", "c2"], white=["b4", "d4"])
    search = TreeSearch(position, learned_weights("lifeline"), 1, 50)
    known = search.root_edges()[3].copy()
    known[search_tree.EDGE_VISITS], known[search_tree.EDGE_WINS] = 40, 30
    search.root_edges()[3] = known
    search.tree_nodes[0, search_tree.EDGE_COUNT] = 5  # as if the others were pruned
    add = entry_point(search_tree.restore_pruned_moves)
    assert add(search.state, search.tree_nodes, search.tree_edges, search.weights, 0)
    first, count = search.tree_nodes[0, : search_tree.EDGE_COUNT + 1]
    edges = search.tree_edges[first : first + count]
    assert count == len(list(position.legal_moves()))
    kept = {int(each[search_tree.MOVE]): int(each[search_tree.EDGE_VISITS]) for each in edges}
    assert len(kept) == count, "each move has one edge"
    assert kept.pop(int(known[search_tree.MOVE])) == 40
    assert set(kept.values()) == {0}


@dataclass(frozen=True)
class SolvedPlayer(SearchPlayer):
    """Player whose solver and search have these results."""

    solution: Solution | None = None
    found: SearchResult | None = None

    def _solve_endgame(self, solver):
        yield
        return self.solution

    def _make_search(self, position, seed):
        return SimpleNamespace(result=lambda: self.found, is_finished=True)


@pytest.mark.parametrize(
    ("solution", "expected"),
    [
        (Solution(BLACK, Place(1)), (Place(1), 1.0, BLACK, True)),
        (Solution(WHITE, None), (Place(7), 0.0, WHITE, True)),
        (Solution(None, None), (Place(7), 0.6, None, False)),
        (None, (Place(7), 0.6, None, False)),
    ],
)
def test_a_solved_endgame_decides_unless_it_is_drawn(monkeypatch, solution, expected):
    monkeypatch.setattr("sparring.search.EndgameSolver", lambda position: None)
    monkeypatch.setattr("sparring.search.count_empty_cells", lambda position: 5)
    found = SearchResult(Place(7), 0.6, None, (), 9, proved=False)
    player = SolvedPlayer(9, max_solver_cells=5, solution=solution, found=found)
    result = run_to_end(player.search_in_slices(SimpleNamespace(phase=Phase.PLAY), 1))
    assert (result.move, result.share, result.winner, result.proved) == expected


FEW = MIN_LINE_VISITS - 1


def search_with_answers(mover, answers):
    """Return a search whose first move has two answers, each with one move after it.

    :param answers: visits and proved winner of each answer: "answerer", "mover", "draw" or None.
    :returns: the search and these four moves, the answers second and third.
    """
    position = setup(
        "lifeline", {"size": 4}, black=["a1", "c2"], white=["b4", "d4"], to_move=mover.label.lower()
    )
    search = TreeSearch(position, learned_weights("lifeline"), 1, 50)
    moves = list(position.legal_moves())[9:25:4]  # apart, so that each stays legal
    row = len(search.root_edges())
    winners = {None: 0, "answerer": mover.other + 1, "mover": mover + 1, "draw": DRAW}

    def add_node(node, edge, *edges):
        nonlocal row
        edge[search_tree.CHILD_NODE] = node
        search.tree_nodes[node, search_tree.FIRST_EDGE] = row
        search.tree_nodes[node, search_tree.EDGE_COUNT] = len(edges)
        for move, visits, winner in edges:
            new = search.tree_edges[row]
            new[search_tree.MOVE] = to_kernel_move(position, move)
            new[search_tree.EDGE_VISITS], new[search_tree.EDGE_WINNER] = visits, winners[winner]
            row += 1

    first = row
    pairs = zip(moves[1:3], answers, strict=True)
    add_node(1, search._edge_of(moves[0]), *((move, *answer) for move, answer in pairs))
    for number in (0, 1):
        add_node(2 + number, search.tree_edges[first + number], (moves[3], 20, None))
    return search, moves


@pytest.mark.parametrize("mover", Colour)
@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([(50, None), (40, None)], 1),
        ([(40, None), (50, None)], 2),
        ([(50, "mover"), (40, None)], 2),
        ([(50, None), (40, "answerer")], 2),
        ([(50, "draw"), (40, None)], 1),
        ([(40, "mover"), (50, "mover")], 2),
        ([(FEW + 1, None), (FEW, None)], 1),
        ([(FEW, None), (0, None)], None),
        ([(50, None), (FEW, "answerer")], None),
    ],
)
def test_the_expected_answer_is_the_one_that_a_search_would_choose(mover, answers, expected):
    search, moves = search_with_answers(mover, answers)
    line = () if expected is None else (moves[expected], moves[3])
    assert search._expected_after(moves[0]) == line


class Watch:
    """Clock that only work moves."""

    now = 0.0

    def __call__(self):
        return self.now


class SlowSolver:
    """Solver that finds nothing and needs a second for each slice."""

    solution, nodes_visited = None, 0

    def __init__(self, watch):
        self.watch = watch

    def run(self):
        self.watch.now += 1


class SlowSearch:
    """Search without end that needs a second for each slice."""

    is_finished = False

    def __init__(self, watch):
        self.watch, self.playouts = watch, 0
        self.began_at = watch.now

    def run(self, count):
        self.watch.now += 1
        self.playouts += count

    def result(self):
        return SearchResult(Place(7), 0.6, None, (), self.playouts, proved=False)


@pytest.mark.parametrize(("seconds", "began_at", "ended_at"), [(10, 6, 10), (1, 1, 2), (0, 1, 2)])
def test_the_solver_leaves_time_for_a_search_which_always_plays_out_games(
    monkeypatch, seconds, began_at, ended_at
):
    watch, searches = Watch(), []
    monkeypatch.setattr("sparring.search.EndgameSolver", lambda position: SlowSolver(watch))
    monkeypatch.setattr("sparring.search.count_empty_cells", lambda position: 5)

    def start(position, seed):
        searches.append(SlowSearch(watch))
        return searches[-1]

    player = SearchPlayer(9, max_solver_cells=5, seconds=seconds, clock=watch, start_rated=start)
    result = run_to_end(player.search_in_slices(SimpleNamespace(phase=Phase.PLAY), 1))
    assert result.playouts
    assert ([each.began_at for each in searches], watch.now) == ([began_at], ended_at)


@pytest.mark.parametrize("mover", Colour)
@pytest.mark.parametrize(("ours", "theirs"), [(0.8, 0.8), (0.7, 0.5), (0.2, 0.9)])
def test_an_estimate_is_the_mean_of_what_both_sides_find(mover, ours, theirs, monkeypatch):
    position = setup(
        "lifeline", {"size": 4}, black=["a1", "c2"], white=["b4", "d4"], to_move=mover.label.lower()
    )
    shares = {mover: ours, mover.other: theirs}

    def search_in_slices(player, position, seed):
        yield
        move = next(iter(position.legal_moves()))
        return SearchResult(move, shares[position.to_move], None, (), 9, proved=False)

    monkeypatch.setattr(SearchPlayer, "search_in_slices", search_in_slices)
    estimate = run_to_end(levels._make_estimator(random.Random(1))(position))
    assert estimate == pytest.approx((ours + 1 - theirs) / 2)


def test_a_search_plays_out_no_more_games_than_its_budget():
    position = setup("lifeline", {"size": 4}, black=["a1", "c2"], white=["b4", "d4"])
    search = TreeSearch(position, learned_weights("lifeline"), 1, 50)
    search.run(30)
    assert search.playouts == 30
    search.run(500)
    assert search.playouts == 50
    assert search.is_finished


def test_a_line_has_no_move_that_a_search_has_not_looked_at():
    search, moves = search_with_answers(BLACK, [(50, None), (40, None)])
    answer = search._edges_of(1)[0]
    answer[search_tree.CHILD_NODE] = 0  # not made yet
    assert search._expected_after(moves[0]) == ()
    search._edge_of(moves[0])[search_tree.CHILD_NODE] = 0
    assert search._expected_after(moves[0]) == ()


def test_a_line_that_ends_early_or_breaks_a_rule_is_not_expected(monkeypatch):
    search, moves = search_with_answers(BLACK, [(50, None), (40, None)])
    position_type = type(search.position)
    with monkeypatch.context() as patch:
        patch.setattr(position_type, "is_legal", lambda _position, move: move != moves[3])
        assert search._expected_after(moves[0]) == ()
    with monkeypatch.context() as patch:
        patch.setattr(position_type, "outcome", lambda position: position.ply > 1 or None)
        assert search._expected_after(moves[0]) == ()
    assert search._expected_after(moves[0]) == (moves[1], moves[3])


def test_the_solver_gives_up_after_a_number_of_positions(monkeypatch):
    visited = []

    class Solver:
        solution, nodes_visited = None, 0

        def __init__(self, position):
            visited.append(self)

        def run(self):
            self.nodes_visited += MAX_SOLVER_NODES // 2

    monkeypatch.setattr("sparring.search.EndgameSolver", Solver)
    monkeypatch.setattr("sparring.search.count_empty_cells", lambda position: 5)
    player = SearchPlayer(
        9,
        max_solver_cells=5,
        clock=Watch(),
        start_rated=lambda position, seed: SlowSearch(Watch()),
        seconds=3,
    )
    slices = player.search_in_slices(SimpleNamespace(phase=Phase.PLAY), 1)
    for _ in range(3):
        next(slices)
    assert [each.nodes_visited for each in visited] == [MAX_SOLVER_NODES]
