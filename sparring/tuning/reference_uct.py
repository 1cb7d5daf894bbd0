"""Plain UCT as a reference opponent: UCB1 and uniform random games, without learning or proofs.

It is the common algorithm of general game programs (Kocsis and Szepesvári 2006), on top of the
rules package and the kernel's random games. It shares no code with the search of the levels.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Self

import numpy as np

from rules.colour import Colour
from rules.moves import Move, Swap
from rules.position import Position
from sparring.conversion import geometry, load_position
from sparring.kernel import entry_points
from sparring.patterns.weights import unlearned_weights

EXPLORATION: Final = math.sqrt(2) / 2  # √2 is for results from -1 to 1; here they are 0 to 1


@dataclass(slots=True)
class _Node:
    """Node of the tree; `points` counts wins of the side that made `move`, a draw as half."""

    position: Position
    move: Move | None
    mover: Colour | None  # the side that made `move`
    untried: list[Move]
    children: list[Self] = field(default_factory=list)
    visits: int = 0
    points: float = 0.0

    def ucb1(self, log_visits: float) -> float:
        return self.points / self.visits + EXPLORATION * math.sqrt(log_visits / self.visits)


@dataclass(frozen=True, slots=True)
class ReferenceUct:
    """Player that searches with plain UCT, limited in seconds and in playouts for each move."""

    seconds: float
    playouts: int = 10_000_000
    clock: Callable[[], float] = time.perf_counter

    def move(self, position: Position, seed: int) -> Move:
        """Search a position, during or after the set-up, and return the most visited move."""
        end, rng = self.clock() + self.seconds, random.Random(seed)  # noqa: S311 - a game
        root = _make_node(position, None, None, rng)
        while not root.children or (self.clock() < end and root.visits < self.playouts):
            path = _select_leaf(root, rng)
            winner = _simulate(path[-1].position, rng)
            for node in path:
                node.visits += 1
                node.points += 0.5 if winner is None else float(winner is node.mover)
        best = max(root.children, key=lambda node: node.visits)
        assert best.move is not None
        return best.move


def _make_node(
    position: Position, move: Move | None, mover: Colour | None, rng: random.Random
) -> _Node:
    moves: list[Move] = []
    if position.outcome() is None:
        moves = [each for each in position.legal_moves() if not isinstance(each, Swap)]
        rng.shuffle(moves)
    return _Node(position, move, mover, moves)


def _select_leaf(root: _Node, rng: random.Random) -> list[_Node]:
    """Descend by UCB1 to a node with an untried move and try it; return the path."""
    path = [root]
    while not path[-1].untried and path[-1].children:
        log_visits = math.log(path[-1].visits)
        path.append(max(path[-1].children, key=lambda node: node.ucb1(log_visits)))
    last = path[-1]
    if last.untried:
        move = last.untried.pop()
        child = _make_node(last.position.play(move), move, last.position.to_move, rng)
        last.children.append(child)
        path.append(child)
    return path


def _simulate(position: Position, rng: random.Random) -> Colour | None:
    """Return the winner of a random game from a position; None for a draw."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner
    state, counts = load_position(position), np.zeros(4, np.int64)
    entry_points.seed_random(state, rng.getrandbits(30))
    entry_points.play_random_games(
        state, unlearned_weights(position.game), 1, geometry(position.topology).move_limit, counts
    )
    return next((colour for colour in Colour if counts[colour]), None)
