"""A search from one position, in slices: what to play, how good it looks, what is proved.

The kernel knows no swaps, so the moves at the root come from the rules package, and nothing is said
to be proved before the game proper.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.colour import Colour
from rules.moves import Move, Swap
from rules.position import Phase, Position
from sparring import compiled, nodes
from sparring.arrays import Desk, Kids, Row, Weights
from sparring.boards import cell_of, geometry, load, move_of
from sparring.layout import CAP, DRAW, WORK
from sparring.past import words_of

MOST_CHILDREN: Final = 2_000_000  # 56 MB; when they are used up the tree grows no further
CHILDREN_A_PLAYOUT: Final = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was searched: its visits, its share of wins.

    ``winner``: who wins after it, if that is ``proved``; None for a draw.
    """

    move: Move
    visits: int
    share: float
    proved: bool
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search found, for the side to move.

    ``share`` is the best move's share of wins in random games, no probability; 1.0, 0.5 or 0.0 when
    it is ``proved`` who wins, or, with the winner None, that the best play draws. ``candidates``
    are in the order of their visits.
    """

    move: Move
    share: float
    winner: Colour | None
    candidates: tuple[Candidate, ...]
    playouts: int
    proved: bool


class Search:
    """One search; `run` as often as wanted, then `verdict`."""

    def __init__(self, position: Position, weights: Weights, seed: int, budget: int) -> None:
        """Prepare a search of about `budget` playouts.

        :raises ValueError: there is no move to search: the game is over, or a bargain is due.
        """
        self.position = position
        self.weights = weights
        self.budget = budget
        self.playouts = 0
        self.desk: Desk = load(position)
        children = min(MOST_CHILDREN, CHILDREN_A_PLAYOUT * budget + 1000)
        self.nodes = np.zeros((budget + 10, nodes.NODE_FIELDS), np.int32)
        self.kids = np.zeros((children, nodes.KID_FIELDS), np.int32)
        self.desk[WORK, CAP] = geometry(position.topology).cap
        compiled.sow(self.desk, seed)
        self.words = words_of(position, self.desk.shape[1])
        self._plant([move for move in position.legal_moves() if not isinstance(move, Swap)])

    def _plant(self, moves: list[Move]) -> None:
        if not moves:
            raise ValueError("There is no move to search: the game is over.")
        compiled.plant(self.desk, self.nodes)
        for move in moves:
            compiled.add_kid(self.desk, self.kids, self.weights, cell_of(self.position, move))
        self.nodes[0, nodes.COUNT] = len(moves)

    def run(self, playouts: int) -> None:
        """Search on by so many playouts; less when there is nothing left to find out."""
        wanted = min(playouts, self.budget - self.playouts)
        self.playouts += compiled.search_on(
            self.desk, self.nodes, self.kids, self.weights, self.words, wanted
        )

    @property
    def finished(self) -> bool:
        """Whether more playouts would not change the move."""
        left = self.budget - self.playouts
        if left <= 0 or self.nodes[0, nodes.PROVED] or self.nodes[0, nodes.COUNT] == 1:
            return True
        tried = np.sort(self._root()[:, nodes.TRIED])
        return bool(tried[-1] - tried[-2] > left)

    def verdict(self) -> Verdict:
        """Say what has been found so far."""
        mover = self.position.to_move
        candidates = sorted(map(self._candidate, self._root()), key=_visits, reverse=True)
        best = max(candidates, key=lambda one: _worth(one, mover))
        proved = all(one.proved for one in candidates) or (best.proved and best.winner is mover)
        if self.position.phase is not Phase.PLAY:
            proved = False
        winner = best.winner if proved else None
        return Verdict(best.move, best.share, winner, tuple(candidates), self.playouts, proved)

    def _root(self) -> Kids:
        return self.kids[: self.nodes[0, nodes.COUNT]]

    def _candidate(self, kid: Row) -> Candidate:
        tried, sure = int(kid[nodes.TRIED]), int(kid[nodes.SURE])
        won, games = (
            (kid[nodes.WINS], tried) if tried else (kid[nodes.RAVE_WINS], kid[nodes.RAVE_TRIED])
        )
        share = float(won / (2 * games))
        winner = Colour(sure - 1) if 0 < sure < DRAW else None
        if sure:
            share = 0.5 if winner is None else float(winner is self.position.to_move)
        return Candidate(move_of(self.position, kid[nodes.MOVE]), tried, share, sure > 0, winner)


def _worth(candidate: Candidate, mover: Colour) -> tuple[int, int, float]:
    """Order moves: sure wins, then by visits, sure losses last."""
    if candidate.proved and candidate.winner is not None:
        return (2 if candidate.winner is mover else 0), candidate.visits, candidate.share
    return 1, candidate.visits, candidate.share


def _visits(candidate: Candidate) -> tuple[int, float]:
    return candidate.visits, candidate.share


def search(position: Position, weights: Weights, seed: int, budget: int) -> Verdict:
    """Search a position to the end of a budget of playouts."""
    one = Search(position, weights, seed, budget)
    while not one.finished:
        one.run(500)
    return one.verdict()
