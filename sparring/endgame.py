"""Solves endgames: who wins, and by which move. Exact, or no answer within the effort allowed."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.colour import Colour
from rules.moves import Move
from rules.position import Phase, Position
from sparring import children, compiled
from sparring.arrays import Desk
from sparring.boards import RULES, load, move_of
from sparring.layout import (
    ASLI,
    CLAIMANT,
    LIFLINA,
    NODES_LEFT,
    SEEN,
    STAMP,
    STATE_ROWS,
    TAINT,
    WORK,
)
from sparring.memory import DEPTHS, INFINITE, PROBES
from sparring.past import words_of
from sparring.patterns import learned

SLOTS: Final = 1 << 20  # of the table, 16 bytes each
# Positions looked at between two looks at the clock: 10 to 80 ms. A number of positions and not a
# time, because the winning move that is found depends on it.
SLICE: Final = 3_000
LIFLINA_SLICE: Final = 1_000  # they take longer to look at: every stone of a group has runs
# Walks are counted in 32 bits, up to a thousand for a position; a slice makes far fewer than are
# left above this.
MOST_WALKS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Answer:
    """A solved position: the winner, None for a draw, and a winning move if the mover has one."""

    winner: Colour | None
    move: Move | None


class Solver:
    """One endgame being solved, slice by slice; `answer` is None until it is."""

    def __init__(self, position: Position) -> None:
        """Prepare to solve a position of the game proper.

        :raises ValueError: the game is not in the game proper.
        """
        if position.phase is not Phase.PLAY:
            raise ValueError("Only the game proper has endgames.")
        self.position = position
        self.answer: Answer | None = None
        self.looked_at = 0
        self.root = load(position)
        columns = self.root.shape[1]
        self.lab = np.zeros((DEPTHS * children.BLOCK, columns), np.int32)
        self.words = words_of(position, columns)
        self.table = np.zeros((SLOTS + PROBES, 2), np.uint64)
        self.weights = learned(position.game)
        self.slice = LIFLINA_SLICE if RULES[position.game] == LIFLINA else SLICE
        self._claim(position.to_move)

    def _claim(self, colour: Colour) -> None:
        """Ask whether a colour wins."""
        self.claimant = colour
        self.desk: Desk = self.root.copy()
        self.desk[WORK, CLAIMANT] = colour + 1

    def run(self) -> None:
        """Look at another slice of positions."""
        self.desk[:STATE_ROWS] = self.root[:STATE_ROWS]
        self.desk[WORK, NODES_LEFT] = self.slice
        self.desk[WORK, TAINT] = children.UNTAINTED
        if self.desk[WORK, STAMP] > MOST_WALKS:
            self.desk[SEEN] = self.desk[WORK, STAMP] = 0
        facts = self.lab[children.FACTS]
        facts[children.PROOF_LIMIT] = facts[children.DISPROOF_LIMIT] = INFINITE
        compiled.prove(self.desk, self.lab, self.words, self.table, self.weights, 0)
        self.looked_at += self.slice - int(self.desk[WORK, NODES_LEFT])
        if facts[children.PROOF_FOUND] == 0:
            self.answer = Answer(self.claimant, self._winning_move())
        elif facts[children.DISPROOF_FOUND] == 0:
            self._not_won()

    def _not_won(self) -> None:
        mover = self.position.to_move
        if RULES[self.position.game] < ASLI:
            self.answer = Answer(mover.other, None)
        elif self.claimant is mover:
            self._claim(mover.other)
        else:
            self.answer = Answer(None, None)

    def _winning_move(self) -> Move | None:
        if self.claimant is not self.position.to_move:
            return None
        count = self.lab[children.FACTS, children.COUNT]
        index = int(np.flatnonzero(self.lab[children.PROOF, :count] == 0)[0])
        return move_of(self.position, int(self.lab[children.MOVES_ROW, index]))


def empty_cells(position: Position) -> int:
    """Count the empty cells."""
    return position.board.empty.bit_count()


def solve(position: Position, most: int) -> Answer | None:
    """Solve a position, looking at no more than so many positions; None: not solved."""
    solver = Solver(position)
    while solver.answer is None and solver.looked_at < most:
        solver.run()
    return solver.answer
