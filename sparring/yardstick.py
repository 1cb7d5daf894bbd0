"""UCT by the book, to measure against: UCB1 and uniform random games; nothing learned or proved.

What general game programs play every game with (Kocsis and Szepesvári 2006), here on the rules
package, with the kernel's random games. It shares no code with the search of the levels.
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
from sparring import compiled
from sparring.boards import geometry, load
from sparring.patterns import unknown

EXPLORE: Final = math.sqrt(2) / 2  # √2 where results are -1 to 1; here they are 0 to 1


@dataclass(slots=True)
class _Node:
    """A position of the tree; `gained` is what was won here by who made `move`, a draw half."""

    position: Position
    move: Move | None
    mover: Colour | None  # who made `move`
    untried: list[Move]
    children: list[Self] = field(default_factory=list)
    visits: int = 0
    gained: float = 0.0

    def promise(self, log_of_all: float) -> float:
        return self.gained / self.visits + EXPLORE * math.sqrt(log_of_all / self.visits)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A player with so many seconds a move, by the clock, or so many playouts."""

    seconds: float
    playouts: int = 10_000_000
    clock: Callable[[], float] = time.perf_counter

    def move(self, position: Position, seed: int) -> Move:
        """Choose a move of the set-up or of the game proper: the one tried most often."""
        end, lots = self.clock() + self.seconds, random.Random(seed)  # noqa: S311 - a game
        root = _node(position, None, None, lots)
        while not root.children or (self.clock() < end and root.visits < self.playouts):
            path = _descend(root, lots)
            won = _result(path[-1].position, lots)
            for node in path:
                node.visits += 1
                node.gained += 0.5 if won is None else float(won is node.mover)
        best = max(root.children, key=lambda node: node.visits)
        assert best.move is not None
        return best.move


def _node(
    position: Position, move: Move | None, mover: Colour | None, lots: random.Random
) -> _Node:
    moves: list[Move] = []
    if position.outcome() is None:
        moves = [each for each in position.legal_moves() if not isinstance(each, Swap)]
        lots.shuffle(moves)
    return _Node(position, move, mover, moves)


def _descend(root: _Node, lots: random.Random) -> list[_Node]:
    """Walk by UCB1 to a node with an untried move, and try it; the nodes on the way."""
    path = [root]
    while not path[-1].untried and path[-1].children:
        log_of_all = math.log(path[-1].visits)
        path.append(max(path[-1].children, key=lambda node: node.promise(log_of_all)))
    last = path[-1]
    if last.untried:
        move = last.untried.pop()
        child = _node(last.position.play(move), move, last.position.to_move, lots)
        last.children.append(child)
        path.append(child)
    return path


def _result(position: Position, lots: random.Random) -> Colour | None:
    """Say who wins, at the end of a random game from here; None for a draw."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner
    desk, counts = load(position), np.zeros(4, np.int64)
    compiled.sow(desk, lots.getrandbits(30))
    compiled.random_games(desk, unknown(position.game), 1, geometry(position.topology).cap, counts)
    return next((colour for colour in Colour if counts[colour]), None)
