"""Training samples: searched positions with their inputs, shares of visits and values."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from sparring.kernel import network_entry_points, search_tree
from sparring.kernel.layout import CELL_INDEX, PASS, State, TreeEdges
from sparring.kernel.network import COUNTS
from sparring.kernel.network_search import result_value
from sparring.rated_tree import Tree, best_edge, node_edges, side_to_move

Bytes = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float32]

MIN_VISITS: Final = 30  # fewest visits of a node that is a sample
FULL_SHARE: Final = 254  # the byte of a move is 0 if it is not searched, else 1 + this times share
RESULT_WEIGHT: Final = 0.5  # of the game's result; the rest is the search's share of wins


@dataclass(frozen=True, slots=True)
class Samples:
    """Training samples as arrays, with one row for each sample.

    `inputs`: see `kernel.network.list_inputs`. `moves`: shares of visits by cell, then of the pass,
    see FULL_SHARE. `values`: chance of the side to move to win. `results`: the result of the game
    for the side to move; NaN for positions that were searched but did not occur in the game.
    """

    inputs: Bytes
    moves: Bytes
    values: Reals
    results: Reals

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        """Return the samples of several parts, joined in order."""
        every = list(parts)
        return cls(
            np.concatenate([each.inputs for each in every]),
            np.concatenate([each.moves for each in every]),
            np.concatenate([each.values for each in every]),
            np.concatenate([each.results for each in every]),
        )

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read the samples that `write` has stored in a file."""
        with np.load(file, allow_pickle=False) as arrays:
            return cls(arrays["inputs"], arrays["moves"], arrays["values"], arrays["results"])

    def write(self, file: Path) -> None:
        """Write the samples to a file, which appears only when it is complete."""
        part = file.with_suffix(".writing")
        with part.open("wb") as stream:
            np.savez(
                stream,
                inputs=self.inputs,
                moves=self.moves,
                values=self.values,
                results=self.results,
            )
        part.replace(file)


@dataclass(slots=True)
class Recorder:
    """Collector of samples: of the game in progress, and of all games that have ended."""

    inputs: list[Bytes] = field(default_factory=list)
    moves: list[Bytes] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    exact: list[bool] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)  # 0 off the game
    results: list[float] = field(default_factory=list)

    def add_tree(self, tree: Tree) -> None:
        """Add the root of a search tree, and each node with enough visits, as samples."""
        self._add_node(tree, 0, [])
        network_entry_points.follow_line(tree.state, np.zeros(0, np.int64))

    def _add_node(self, tree: Tree, node: int, line: list[int]) -> None:
        edges = node_edges(tree, node)
        visits = edges[:, search_tree.EDGE_VISITS]
        if visits.sum() >= (MIN_VISITS if node else 1):
            network_entry_points.follow_line(tree.state, np.array(line, np.int64))
            self._add(tree, edges, int(tree.nodes[node, search_tree.NODE_WINNER]), is_root=not node)
        for k in np.flatnonzero((edges[:, search_tree.CHILD_NODE] > 0) & (visits > MIN_VISITS)):
            move, child = edges[k, search_tree.MOVE], edges[k, search_tree.CHILD_NODE]
            self._add_node(tree, int(child), [*line, int(move)])

    def _add(self, tree: Tree, edges: TreeEdges, winner: int, *, is_root: bool) -> None:
        us = side_to_move(tree.state)
        best = best_edge(edges, us)
        winner = winner or (us if best[search_tree.EDGE_WINNER] == us else 0)
        value = result_value(winner, us) if winner else float(tree.shares(best[None])[0])
        self.inputs.append(read_inputs(tree.state))
        self.moves.append(_move_bytes(tree.state, edges, us))
        self.values.append(value)
        self.exact.append(winner > 0)
        self.movers.append(us if is_root else 0)

    def end_game(self, winner: int) -> None:
        """Store the result of the game in progress with its positions.

        :param winner: as in the kernel: BLACK, WHITE or DRAW.
        """
        for i in range(len(self.results), len(self.values)):
            mover = self.movers[i]
            result = result_value(winner, mover) if mover else float("nan")
            self.results.append(result)
            if mover and not self.exact[i]:
                self.values[i] += RESULT_WEIGHT * (result - self.values[i])

    def samples(self) -> Samples:
        """Return all samples of ended games."""
        return Samples(
            np.array(self.inputs),
            np.array(self.moves),
            np.array(self.values, np.float32),
            np.array(self.results, np.float32),
        )


def read_inputs(state: State) -> Bytes:
    """Return the network's inputs for the position of a state."""
    inputs = np.zeros(state[CELL_INDEX, PASS] + COUNTS, np.int64)
    network_entry_points.list_inputs(state, inputs)
    return inputs.astype(np.uint8)


def _move_bytes(state: State, edges: TreeEdges, us: int) -> Bytes:
    """Return the share of visits of each move as a byte: by cell, then of the pass.

    The byte is 0 for a move that was not searched, else 1 plus FULL_SHARE times the share. In a won
    position only the visits of winning moves count.
    """
    shares = np.zeros(state[CELL_INDEX, PASS] + 1, np.uint8)
    visits = edges[:, search_tree.EDGE_VISITS].astype(np.float64)
    wins = edges[:, search_tree.EDGE_WINNER] == us
    if wins.any():
        visits = visits * wins
    indices = state[CELL_INDEX, edges[:, search_tree.MOVE]]
    shares[indices] = 1 + np.round(FULL_SHARE * visits / visits.sum())
    return shares
