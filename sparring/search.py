"""Tree search, and a player that combines it with the endgame solver. Imports numba.

The kernel does not know the swap, so the moves at the root come from the rules package. Before the
set-up ends, no result counts as proved.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from rules.colour import Colour
from rules.moves import Move, Swap
from rules.position import Phase, Position
from sparring.conversion import geometry, load_position, make_hashes, to_kernel_move, to_rules_move
from sparring.endgame_solver import EndgameSolver, Solution, count_empty_cells
from sparring.kernel import entry_points, search_tree
from sparring.kernel.layout import (
    DRAW,
    MOVE_LIMIT,
    SCRATCH,
    Row,
    State,
    TreeEdges,
    Weights,
)
from sparring.patterns.weights import learned_weights
from sparring.time_slices import TimeSliced, run_to_end

MAX_EDGES: Final = 2_000_000  # 56 MB; without free edges the tree stops growing
EDGES_PER_PLAYOUT: Final = 60
SLICE_SECONDS: Final = 0.03
FIRST_SLICE_PLAYOUTS: Final = 10  # playouts of the first slice
MIN_LINE_VISITS: Final = 10  # visits of a move that the search expects; fewer say little
MAX_SOLVER_NODES: Final = 400_000  # positions visited before the solver gives up

Clock = Callable[[], float]  # seconds since an arbitrary time


@dataclass(frozen=True, slots=True)
class Candidate:
    """Searched move, with its visits and share of wins.

    If `proved`, `winner` is the colour that wins after it; None is a draw.
    """

    move: Move
    visits: int
    share: float
    proved: bool
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Result of a search, for the side to move.

    `share` is the best move's share of wins in random games, which is not a probability. If the
    result is `proved`, it is 1.0, 0.5 or 0.0, and `winner` is the colour that wins, or None for a
    draw. `candidates` are sorted by visits. `line` are the moves that the search expects after the
    best one, to the end of the mover's next turn; it is empty if the search did not look that far.
    """

    move: Move
    share: float
    winner: Colour | None
    candidates: tuple[Candidate, ...]
    playouts: int
    proved: bool
    line: tuple[Move, ...] = ()


class TreeSearch:
    """Tree search in progress: call `run` repeatedly, then `result`."""

    def __init__(self, position: Position, weights: Weights, seed: int, budget: int) -> None:
        """Prepare a search of at most `budget` playouts.

        :raises ValueError: the game is over, or an offer or a choice of colour is due.
        """
        self.position = position
        self.weights = weights
        self.budget = budget
        self.playouts = 0
        self.state: State = load_position(position)
        edges = min(MAX_EDGES, EDGES_PER_PLAYOUT * budget + 1000)
        self.tree_nodes = np.zeros((budget + 10, search_tree.NODE_FIELDS), np.int32)
        self.tree_edges = np.zeros((edges, search_tree.EDGE_FIELDS), np.int32)
        self.state[SCRATCH, MOVE_LIMIT] = geometry(position.topology).move_limit
        entry_points.seed_random(self.state, seed)
        self.hashes = make_hashes(position, self.state.shape[1])
        self._start_tree([move for move in position.legal_moves() if not isinstance(move, Swap)])

    def _start_tree(self, moves: list[Move]) -> None:
        if not moves:
            raise ValueError("There is no move to search: the game is over.")
        entry_points.start_tree(self.state, self.tree_nodes)
        for move in moves:
            entry_points.add_edge(
                self.state, self.tree_edges, self.weights, to_kernel_move(self.position, move)
            )
        self.tree_nodes[0, search_tree.EDGE_COUNT] = len(moves)

    def run(self, playouts: int) -> None:
        """Run up to `playouts` playouts; fewer if the budget ends or the root is proved."""
        count = min(playouts, self.budget - self.playouts)
        self.playouts += entry_points.run_playouts(
            self.state, self.tree_nodes, self.tree_edges, self.weights, self.hashes, count
        )

    @property
    def is_finished(self) -> bool:
        """Whether the search can end: the rest of the budget would not change the best move."""
        left = self.budget - self.playouts
        if (
            left <= 0
            or self.tree_nodes[0, search_tree.NODE_WINNER]
            or self.tree_nodes[0, search_tree.EDGE_COUNT] == 1
        ):
            return True
        visits = np.sort(self.root_edges()[:, search_tree.EDGE_VISITS])
        return bool(visits[-1] - visits[-2] > left)

    def result(self) -> SearchResult:
        """Return the result of the search so far."""
        to_move = self.position.to_move
        candidates = sorted(
            map(self._make_candidate, self.root_edges()), key=_visits_key, reverse=True
        )
        best = max(candidates, key=lambda candidate: _rank(candidate, to_move))
        proved = all(candidate.proved for candidate in candidates) or (
            best.proved and best.winner is to_move
        )
        if self.position.phase is not Phase.PLAY:
            proved = False
        winner = best.winner if proved else None
        line = self._expected_after(best.move)
        return SearchResult(
            best.move, best.share, winner, tuple(candidates), self.playouts, proved, line
        )

    def _expected_after(self, move: Move) -> tuple[Move, ...]:
        """Return the moves expected after a move of the root, to the end of the mover's next turn.

        Return no moves if a node on the way is missing or has too few visits.
        """
        position, moves = self.position.play(move), list[Move]()
        last_turn = self.position.turn + 2
        edge = self._edge_of(move)
        while position.turn <= last_turn and position.outcome() is None:
            edges = self._edges_of(int(edge[search_tree.CHILD_NODE]))
            if not len(edges):
                return ()
            edge = max(edges, key=lambda each: _expected_key(each, position.to_move))
            expected = to_rules_move(position, int(edge[search_tree.MOVE]))
            # a move that repeats a board is illegal in Liflina, and a loss for the search
            if edge[search_tree.EDGE_VISITS] < MIN_LINE_VISITS or not position.is_legal(expected):
                return ()
            moves.append(expected)
            position = position.play(expected)
        return tuple(moves) if position.turn > last_turn else ()

    def _edge_of(self, move: Move) -> Row:
        code = to_kernel_move(self.position, move)
        return next(edge for edge in self.root_edges() if edge[search_tree.MOVE] == code)

    def _edges_of(self, node: int) -> TreeEdges:
        """Return the edges of a node; node 0 stands for a missing node and has no edges here."""
        first, count = self.tree_nodes[node, : search_tree.EDGE_COUNT + 1] if node else (0, 0)
        return self.tree_edges[first : first + count]

    def root_edges(self) -> TreeEdges:
        """Return the edges of the root node, as a view of the tree's array."""
        return self.tree_edges[: self.tree_nodes[0, search_tree.EDGE_COUNT]]

    def edge_share(self, edge: Row) -> float:
        """Return the share of wins of an edge, 0 to 1; RAVE's share for an edge without visits."""
        if edge[search_tree.EDGE_VISITS]:
            return float(edge[search_tree.EDGE_WINS] / (2 * edge[search_tree.EDGE_VISITS]))
        return float(edge[search_tree.RAVE_WINS] / (2 * edge[search_tree.RAVE_VISITS]))

    def _make_candidate(self, edge: Row) -> Candidate:
        visits, winner_code = int(edge[search_tree.EDGE_VISITS]), int(edge[search_tree.EDGE_WINNER])
        share = self.edge_share(edge)
        winner = Colour(winner_code - 1) if 0 < winner_code < DRAW else None
        if winner_code:
            share = 0.5 if winner is None else float(winner is self.position.to_move)
        return Candidate(
            to_rules_move(self.position, edge[search_tree.MOVE]),
            visits,
            share,
            winner_code > 0,
            winner,
        )


def _rank(candidate: Candidate, to_move: Colour) -> tuple[int, int, float]:
    """Return a sort key, which is highest for proved wins and lowest for proved losses.

    Among moves of one kind, it grows with visits.
    """
    if candidate.proved and candidate.winner is not None:
        return (2 if candidate.winner is to_move else 0), candidate.visits, candidate.share
    return 1, candidate.visits, candidate.share


def _expected_key(edge: Row, to_move: Colour) -> tuple[int, int]:
    """Return a sort key for an edge of any node, to find the move that the search expects.

    As in `_rank`, proved wins come highest and proved losses lowest, each ordered by visits.
    """
    winner, visits = int(edge[search_tree.EDGE_WINNER]), int(edge[search_tree.EDGE_VISITS])
    if not 0 < winner < DRAW:
        return 1, visits
    return (2 if winner - 1 == to_move else 0), visits


def _visits_key(candidate: Candidate) -> tuple[int, float]:
    return candidate.visits, candidate.share


def search_position(position: Position, weights: Weights, seed: int, budget: int) -> SearchResult:
    """Search a position with at most `budget` playouts, without a time limit or a solver."""
    tree_search = TreeSearch(position, weights, seed, budget)
    while not tree_search.is_finished:
        tree_search.run(500)
    return tree_search.result()


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Player that searches each move with a budget of playouts.

    `patterns` loads the learned move priors of a game. Positions with at most `max_solver_cells`
    empty cells go to the endgame solver first. After `seconds` by the `clock`, the player uses its
    findings so far; its move then depends on the speed of the machine. `start_rated`, if given,
    starts the search of a position after the set-up in place of `TreeSearch`; see
    `network_search.rated_by`.
    """

    playouts: int
    patterns: Callable[[str], Weights] = learned_weights
    max_solver_cells: int = 0
    seconds: float = 3600.0
    clock: Clock = time.perf_counter
    start_rated: Callable[[Position, int], TreeSearch] | None = None

    def search_in_slices(self, position: Position, seed: int) -> TimeSliced[SearchResult]:
        """Solve or search a position in time slices, up to the budget or the time limit.

        :raises ValueError: the game is over, or an offer or a choice of colour is due.
        """
        end = self.clock() + self.seconds
        solution: Solution | None = None
        if position.phase is Phase.PLAY and count_empty_cells(position) <= self.max_solver_cells:
            solution = yield from self._solve_endgame(EndgameSolver(position))
        if solution is not None and solution.move is not None:
            return SearchResult(solution.move, 1.0, solution.winner, (), 0, proved=True)
        tree_search = self._make_search(position, seed)
        yield from self._search_tree(tree_search, end)
        result = tree_search.result()
        if solution is None or solution.winner is None:
            return result
        # The position is lost, so play the move that looks best.
        return replace(result, share=0.0, proved=True, winner=solution.winner)

    def _make_search(self, position: Position, seed: int) -> TreeSearch:
        if self.start_rated is not None and position.phase is Phase.PLAY:
            return self.start_rated(position, seed)
        return TreeSearch(position, self.patterns(position.game), seed, self.playouts)

    def _solve_endgame(self, solver: EndgameSolver) -> TimeSliced[Solution | None]:
        end = self.clock() + self.seconds / 2
        while solver.solution is None and solver.nodes_visited < MAX_SOLVER_NODES:
            if self.clock() > end:
                break
            solver.run()
            yield
        return solver.solution

    def _search_tree(self, tree_search: TreeSearch, end: float) -> TimeSliced[None]:
        """Search until the budget or the time is used up, in slices of about `SLICE_SECONDS`."""
        count = FIRST_SLICE_PLAYOUTS
        while not tree_search.is_finished and (not tree_search.playouts or self.clock() < end):
            start = time.perf_counter()
            tree_search.run(count)
            took = time.perf_counter() - start
            count = max(1, min(4 * count, int(count * SLICE_SECONDS / max(took, 1e-6))))
            yield

    def search(self, position: Position, seed: int) -> SearchResult:
        """Return the result of `search_in_slices`, with all slices run at once.

        :raises ValueError: see `search_in_slices`.
        """
        return run_to_end(self.search_in_slices(position, seed))

    def move(self, position: Position, seed: int) -> Move:
        """Return the move found by `search`, in the set-up or after it."""
        return self.search(position, seed).move
