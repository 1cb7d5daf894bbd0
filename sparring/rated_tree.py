"""Search trees for the kernel's states: one led by a network, one by random games.

Both keep their arrays from search to search, for the many short searches of self-play.
"""

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from sparring.kernel import entry_points, network_entry_points, search_tree
from sparring.kernel.layout import (
    HEADER,
    MOVE_LIST,
    TO_MOVE,
    Hashes,
    NetworkWeights,
    Row,
    State,
    TreeEdges,
    TreeNodes,
    Weights,
)
from sparring.kernel.network_search import EDGE_PRIOR, EDGE_VALUE, UNIT
from sparring.networks.weights import make_sums

EDGES_PER_PLAYOUT: Final = 60  # the moves of a new node at most, on the boards of networks
SPARE_EDGES: Final = 1000

Reals = npt.NDArray[np.float64]


class Tree(Protocol):
    """Interface of a search tree for a kernel's state; call `start` before `run`."""

    state: State
    nodes: TreeNodes
    edges: TreeEdges

    def start(self, state: State) -> None: ...

    def run(self, count: int) -> int: ...

    def shares(self, edges: TreeEdges) -> Reals:
        """Return each edge's share of wins, 0 to 1, for the side that plays its move."""


class RatedTree:
    """Search tree of positions in which a network rates each leaf and its moves."""

    def __init__(self, network: NetworkWeights, budget: int, max_edges: int = 1 << 30) -> None:
        """Allocate arrays for trees of at most `budget` rated leaves and `max_edges` edges."""
        self.network = network
        self.sums = make_sums(network)
        edges = min(max_edges, EDGES_PER_PLAYOUT * budget + SPARE_EDGES)
        self.nodes: TreeNodes = np.zeros((budget + 10, search_tree.NODE_FIELDS), np.int32)
        self.edges: TreeEdges = np.zeros((edges, search_tree.EDGE_FIELDS), np.int32)
        self.state: State

    def start(self, state: State) -> None:
        """Start a new tree at the position of a state, which must be Lifeline after the set-up."""
        self.state = state
        network_entry_points.start_rated_tree(
            state, self.nodes, self.edges, self.network, self.sums
        )

    def mix_priors(self, noise: Reals, weight: float) -> None:
        """Mix the priors of the root's moves with noise, whose sum is 1, and sort the moves again.

        :param weight: the share of the noise, 0 to 1.
        """
        edges = root_edges(self)
        priors = (1 - weight) * edges[:, EDGE_PRIOR] + weight * UNIT * noise[: len(edges)]
        edges[:, EDGE_PRIOR] = priors
        edges[:] = edges[np.argsort(-priors, kind="stable")]  # as the kernel expects

    def run(self, count: int) -> int:
        """Rate up to `count` leaves; return their number, smaller if the root is proved."""
        done: int = network_entry_points.run_evaluations(
            self.state, self.nodes, self.edges, self.network, self.sums, count
        )
        return done

    def shares(self, edges: TreeEdges) -> Reals:
        """Return each edge's mean value, 0 to 1, for the side that plays its move."""
        shares: Reals = edges[:, EDGE_VALUE] / UNIT
        return shares


class PlayoutTree:
    """Search tree led by random games and learned patterns of stones."""

    def __init__(self, weights: Weights, hashes: Hashes, budget: int) -> None:
        """Allocate arrays for trees of at most `budget` playouts."""
        self.weights, self.hashes = weights, hashes
        edges = EDGES_PER_PLAYOUT * budget + SPARE_EDGES
        self.nodes: TreeNodes = np.zeros((budget + 10, search_tree.NODE_FIELDS), np.int32)
        self.edges: TreeEdges = np.zeros((edges, search_tree.EDGE_FIELDS), np.int32)
        self.state: State

    def start(self, state: State) -> None:
        """Start a new tree at the position of a state, with an edge for each legal move."""
        self.state = state
        count = entry_points.list_moves(state)
        moves = state[MOVE_LIST, :count].tolist()
        entry_points.start_tree(state, self.nodes)
        for move in moves:
            entry_points.add_edge(state, self.edges, self.weights, move)
        self.nodes[0, search_tree.EDGE_COUNT] = count

    def run(self, count: int) -> int:
        """Run up to `count` playouts; return their number, smaller if the root is proved."""
        done: int = entry_points.run_playouts(
            self.state, self.nodes, self.edges, self.weights, self.hashes, count
        )
        return done

    def shares(self, edges: TreeEdges) -> Reals:
        """Return each edge's share of playouts won, 0 to 1, for the side that plays its move."""
        visits = np.maximum(1, edges[:, search_tree.EDGE_VISITS])
        shares: Reals = edges[:, search_tree.EDGE_WINS] / (2 * visits)
        return shares


def node_edges(tree: Tree, node: int) -> TreeEdges:
    """Return the edges of a node, as a view of the tree's array."""
    first, count = tree.nodes[node, [search_tree.FIRST_EDGE, search_tree.EDGE_COUNT]]
    return tree.edges[first : first + count]


def root_edges(tree: Tree) -> TreeEdges:
    """Return the edges of the root node, as a view of the tree's array."""
    return node_edges(tree, 0)


def best_edge(edges: TreeEdges, us: int) -> Row:
    """Return the edge to play: a proved win, else the most visited that is not a proved loss.

    :param us: the side to move as the kernel's constant BLACK or WHITE.
    """
    winner, visits = edges[:, search_tree.EDGE_WINNER], edges[:, search_tree.EDGE_VISITS]
    rank = visits + np.where(winner == us, 1 << 28, np.where(winner == 3 - us, -(1 << 28), 0))
    best: Row = edges[int(np.argmax(rank))]
    return best


def side_to_move(state: State) -> int:
    """Return the colour to move as the kernel's constant BLACK or WHITE."""
    return int(state[HEADER, TO_MOVE])
