"""Endgame solver: proves the winner and a winning move, or gives up after a limited effort."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.colour import Colour
from rules.moves import Move
from rules.position import Phase, Position
from sparring.conversion import GAME_CODES, load_position, make_hashes, to_rules_move
from sparring.kernel import entry_points, proof_expansion
from sparring.kernel.layout import (
    ASLI,
    ATTACKER,
    CYCLE_DEPTH,
    LIFLINA,
    NODE_BUDGET,
    POSITION_ROWS,
    SCRATCH,
    VISIT_MARK,
    VISITED,
    State,
)
from sparring.kernel.transposition_table import INFINITE, PROBE_COUNT
from sparring.kernel.zobrist import MAX_DEPTH
from sparring.patterns.weights import learned_weights

TABLE_SLOTS: Final = 1 << 20  # slots of the table, 16 bytes each
# Positions visited between two checks of the clock; this takes 10 to 80 ms. It is a number and not
# a time, because it affects which winning move is found.
SLICE_NODES: Final = 3_000
LIFLINA_SLICE_NODES: Final = 1_000  # positions are slower: every stone of a group has lines
# Marks of flood fills have 32 bits, and a position uses up to a thousand. A slice needs far fewer
# than remain above this limit.
MAX_VISIT_MARK: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Solution:
    """Solved position: its winner, None for a draw, and a winning move.

    The move is None unless the side to move wins.
    """

    winner: Colour | None
    move: Move | None


class EndgameSolver:
    """Solver that proves the result of an endgame; call `run` until `solution` is not None."""

    def __init__(self, position: Position) -> None:
        """Prepare to solve a position.

        :raises ValueError: the position is not in the phase PLAY.
        """
        if position.phase is not Phase.PLAY:
            raise ValueError("Only positions of the game proper can be solved.")
        self.position = position
        self.solution: Solution | None = None
        self.nodes_visited = 0
        self.root = load_position(position)
        columns = self.root.shape[1]
        self.stack = np.zeros((MAX_DEPTH * proof_expansion.DEPTH_ROWS, columns), np.int32)
        self.hashes = make_hashes(position, columns)
        self.table = np.zeros((TABLE_SLOTS + PROBE_COUNT, 2), np.uint64)
        self.weights = learned_weights(position.game)
        self.slice_nodes = (
            LIFLINA_SLICE_NODES if GAME_CODES[position.game] == LIFLINA else SLICE_NODES
        )
        self._set_attacker(position.to_move)

    def _set_attacker(self, colour: Colour) -> None:
        """Start the search for a proof that a colour, the attacker, wins."""
        self.attacker = colour
        self.state: State = self.root.copy()
        self.state[SCRATCH, ATTACKER] = colour + 1

    def run(self) -> None:
        """Search one more slice of positions; set `solution` once the result is proved."""
        self.state[:POSITION_ROWS] = self.root[:POSITION_ROWS]
        self.state[SCRATCH, NODE_BUDGET] = self.slice_nodes
        self.state[SCRATCH, CYCLE_DEPTH] = proof_expansion.NO_CYCLE
        if self.state[SCRATCH, VISIT_MARK] > MAX_VISIT_MARK:
            self.state[VISITED] = self.state[SCRATCH, VISIT_MARK] = 0
        summary = self.stack[proof_expansion.SUMMARY]
        summary[proof_expansion.PROOF_LIMIT] = summary[proof_expansion.DISPROOF_LIMIT] = INFINITE
        entry_points.prove(self.state, self.stack, self.hashes, self.table, self.weights, 0)
        self.nodes_visited += self.slice_nodes - int(self.state[SCRATCH, NODE_BUDGET])
        if summary[proof_expansion.PROOF_FOUND] == 0:
            self.solution = Solution(self.attacker, self._winning_move())
        elif summary[proof_expansion.DISPROOF_FOUND] == 0:
            self._continue_after_failure()

    def _continue_after_failure(self) -> None:
        to_move = self.position.to_move
        if GAME_CODES[self.position.game] < ASLI:
            self.solution = Solution(to_move.other, None)
        elif self.attacker is to_move:
            self._set_attacker(to_move.other)
        else:
            self.solution = Solution(None, None)

    def _winning_move(self) -> Move | None:
        if self.attacker is not self.position.to_move:
            return None
        count = self.stack[proof_expansion.SUMMARY, proof_expansion.MOVE_COUNT]
        index = int(np.flatnonzero(self.stack[proof_expansion.PROOF, :count] == 0)[0])
        return to_rules_move(self.position, int(self.stack[proof_expansion.MOVE_ROW, index]))


def count_empty_cells(position: Position) -> int:
    """Return the number of empty cells on the board of a position."""
    return position.board.empty.bit_count()


def solve_endgame(position: Position, max_nodes: int) -> Solution | None:
    """Solve a position; return None if about `max_nodes` visited positions do not suffice.

    :raises ValueError: the position is not in the phase PLAY.
    """
    solver = EndgameSolver(position)
    while solver.solution is None and solver.nodes_visited < max_nodes:
        solver.run()
    return solver.solution
