"""Proofs for puzzles: the only winning turn of a position, and the line that follows.

Imports numba. Every turn must be a single move, as in all games except 12* and the first turns.
"""

import math
from dataclasses import dataclass
from typing import Final

from rules.colour import Colour
from rules.moves import Move, format_move, parse_move
from rules.position import Position
from sparring.endgame_solver import EndgameSolver
from sparring.puzzles.puzzle import Step
from sparring.puzzles.symmetry import Key, canonical_key
from sparring.time_slices import TimeSliced

MAX_NODES: Final = 8_000  # positions visited for one proof
MAX_TURNS: Final = 5  # solver's turns of a line


class UnprovedError(Exception):
    """Error for a puzzle whose proof would need to visit too many positions."""


@dataclass(slots=True)
class Prover:
    """Prover of puzzles in time slices; `nodes` counts the positions visited in finished proofs.

    :ivar most_nodes: the limit of `nodes`; each proof is also limited to `MAX_NODES`.
    """

    nodes: int = 0
    most_nodes: float = math.inf

    def solve(self, position: Position) -> "TimeSliced[_Result]":
        """Return the winner of a position, None for a draw, and a winning move.

        The move is None unless the side to move wins.

        :raises UnprovedError: the proof takes too long.
        """
        outcome = position.outcome()
        if outcome is not None:
            return _Result(outcome.winner, None)
        solver = EndgameSolver(position)
        while solver.solution is None:
            if solver.nodes_visited >= min(MAX_NODES, self.most_nodes - self.nodes):
                raise UnprovedError
            solver.run()
            yield
        self.nodes += solver.nodes_visited
        return _Result(solver.solution.winner, solver.solution.move)

    def find_step(self, position: Position) -> TimeSliced[Step | None]:
        """Return the solution step of a position; None unless one move wins and all others lose.

        :raises UnprovedError: the proof takes too long.
        """
        mover, topology = position.to_move, position.topology
        root = yield from self.solve(position)
        if root.winner is not mover or root.move is None:
            return None
        refutations: dict[str, str] = {}
        for move in position.legal_moves():
            if move == root.move:
                continue
            result = yield from self.solve(position.play(move))
            if result.winner is not mover.other:
                return None
            answer = "" if result.move is None else format_move(result.move, topology)
            refutations[format_move(move, topology)] = answer
        return Step(format_move(root.move, topology), "", refutations)

    def find_line(self, position: Position, turns: int = MAX_TURNS) -> TimeSliced[tuple[Step, ...]]:
        """Return the longest line of solution steps from a position, up to `turns`; empty if none.

        The opponent replies so that the line becomes as long as possible.

        :raises UnprovedError: a proof takes too long.
        """
        step = yield from self.find_step(position)
        if step is None:
            return ()
        after = position.play(parse_move(step.answer, position.topology))
        best: tuple[Step, ...] = (step,)
        if turns == 1 or after.outcome() is not None:
            return best
        seen: set[Key] = set()
        for reply in after.legal_moves():
            next_position = after.play(reply)
            key = canonical_key(next_position)
            if key in seen or next_position.outcome() is not None:
                continue
            seen.add(key)
            rest = yield from self.find_line(next_position, turns - 1)
            if len(rest) >= len(best):
                notation = format_move(reply, position.topology)
                best = (Step(step.answer, notation, step.refutations), *rest)
        return best


@dataclass(frozen=True, slots=True)
class _Result:
    winner: Colour | None
    move: Move | None
