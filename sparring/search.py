"""A search from one position, in slices: what to play, how good it looks, what is proved.

The kernel knows neither swaps nor repetition, so the moves at the root come from the rules package
and a move that draws there is not searched.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.colour import Colour
from rules.moves import Move, Swap
from rules.position import Position
from sparring import compiled, tree
from sparring.arrays import Desk, Weights
from sparring.boards import cell_of, geometry, load, move_of

MOST_CHILDREN: Final = 2_000_000  # 56 MB; when they are used up the tree grows no further
CHILDREN_A_PLAYOUT: Final = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was searched: its visits, its share of wins, and who wins after it if proved."""

    move: Move
    visits: int
    share: float
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search found, for the side to move.

    ``share`` is the best move's share of wins in random games, no probability; 1.0 or 0.0 when
    ``winner`` says that the game is decided. ``candidates`` are in the order of their visits.
    """

    move: Move
    share: float
    winner: Colour | None
    candidates: tuple[Candidate, ...]
    playouts: int


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
        self.nodes = np.zeros((budget + 10, tree.NODE_FIELDS), np.int32)
        self.kids = np.zeros((children, tree.KID_FIELDS), np.int32)
        self.cap = geometry(position.topology).cap
        compiled.sow(self.desk, seed)
        self.drawing = drawing_moves(position)
        self._plant([move for move in position.legal_moves() if not isinstance(move, Swap)])

    def _plant(self, moves: list[Move]) -> None:
        if not moves:
            raise ValueError("There is no move to search: the game is over.")
        compiled.plant(self.desk, self.nodes)
        searched = [move for move in moves if move not in self.drawing] or moves
        for move in searched:
            compiled.add_kid(self.desk, self.kids, self.weights, cell_of(self.position, move))
        self.nodes[0, tree.COUNT] = len(searched)

    def run(self, playouts: int) -> None:
        """Search on by so many playouts; less when there is nothing left to find out."""
        wanted = min(playouts, self.budget - self.playouts)
        self.playouts += compiled.search_on(
            self.desk, self.nodes, self.kids, self.weights, wanted, self.cap
        )

    @property
    def finished(self) -> bool:
        """Whether more playouts would not change the move."""
        left = self.budget - self.playouts
        if left <= 0 or self.nodes[0, tree.PROVED] or self.nodes[0, tree.COUNT] == 1:
            return True
        tried = np.sort(self._root()[:, tree.TRIED])
        return bool(tried[-1] - tried[-2] > left)

    def verdict(self) -> Verdict:
        """Say what has been found so far."""
        candidates = sorted(map(self._candidate, self._root()), key=_visits, reverse=True)
        mover = self.position.to_move
        best = next(
            (one for one in candidates if one.winner is mover),
            next((one for one in candidates if one.winner is None), candidates[0]),
        )
        winner = best.winner
        share = best.share if winner is None else float(winner is mover)
        move = best.move
        if self.drawing and share < 0.5 and winner is not mover:
            move, share, winner = self.drawing[0], 0.5, None
        return Verdict(move, share, winner, tuple(candidates), self.playouts)

    def _root(self) -> Desk:
        return self.kids[: self.nodes[0, tree.COUNT]]

    def _candidate(self, kid: Desk) -> Candidate:
        tried, sure = int(kid[tree.TRIED]), int(kid[tree.SURE])
        won, games = (
            (kid[tree.WINS], tried) if tried else (kid[tree.RAVE_WINS], kid[tree.RAVE_TRIED])
        )
        share = won / (2 * games)
        winner = Colour(sure - 1) if sure else None
        return Candidate(move_of(self.position, kid[tree.MOVE]), tried, float(share), winner)


def _visits(candidate: Candidate) -> tuple[int, float]:
    return candidate.visits, candidate.share


def drawing_moves(position: Position) -> tuple[Move, ...]:
    """List the moves that draw at once, by repetition (Asli)."""
    if position.game != "asli":
        return ()
    return tuple(move for move in position.legal_moves() if _draws(position, move))


def _draws(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is None


def search(position: Position, weights: Weights, seed: int, budget: int) -> Verdict:
    """Search a position to the end of a budget of playouts."""
    one = Search(position, weights, seed, budget)
    while not one.finished:
        one.run(500)
    return one.verdict()
