"""Tree search led by a network. It imports numba, so import it only where a network is used."""

from collections.abc import Callable
from typing import Final

import numpy as np

from rules.position import Phase, Position
from sparring.conversion import load_position
from sparring.kernel import search_tree
from sparring.kernel.layout import NetworkWeights, Row, TreeEdges
from sparring.rated_tree import RatedTree, root_edges
from sparring.search import MAX_EDGES, TreeSearch

VARIETY: Final = 0.02  # weight of chance in the priors of the root


class NetworkSearch(TreeSearch):
    """Tree search led by a neural network; a playout is the network's rating of a leaf.

    The `share` of a candidate is its mean value, an estimated probability to win; 0 without visits.
    """

    def __init__(self, position: Position, network: NetworkWeights, seed: int, budget: int) -> None:
        """Prepare a search of at most `budget` rated leaves.

        :raises ValueError: the game is over, or the position is not in the phase PLAY.
        """
        if position.phase is not Phase.PLAY or position.outcome() is not None:
            raise ValueError("Only positions of the game proper can be rated.")
        self.position, self.budget, self.playouts = position, budget, 0
        self.tree = RatedTree(network, budget, MAX_EDGES)
        self.tree.start(load_position(position))
        self.tree_nodes, self.tree_edges = self.tree.nodes, self.tree.edges
        count = len(root_edges(self.tree))
        noise = np.random.default_rng(seed).random(count)
        self.tree.mix_priors(noise / noise.sum(), VARIETY)

    def run(self, playouts: int) -> None:
        """Rate up to `playouts` leaves; fewer if the budget ends or the root is proved."""
        self.playouts += self.tree.run(min(playouts, self.budget - self.playouts))

    def root_edges(self) -> TreeEdges:
        """Return the edges of the root node, as a view of the tree's array."""
        return root_edges(self.tree)

    def edge_share(self, edge: Row) -> float:
        """Return the mean value of an edge, from 0 to 1; 0 for an edge without visits."""
        return float(self.tree.shares(edge[None])[0]) if edge[search_tree.EDGE_VISITS] else 0.0


def rated_by(network: NetworkWeights, leaves: int) -> Callable[[Position, int], TreeSearch]:
    """Return a function with which a `SearchPlayer` starts searches led by a network.

    :param leaves: the number of rated leaves of a search.
    """
    return lambda position, seed: NetworkSearch(position, network, seed, leaves)
