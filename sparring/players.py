"""A player that searches: from a position to a verdict, in slices. Needs numba."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rules.moves import Move
from rules.position import Phase, Position
from sparring.arrays import Weights
from sparring.endgame import Answer, Solver, empty_cells
from sparring.patterns import learned
from sparring.search import Search, Verdict
from sparring.slices import Sliced, in_one_go

SLICE_SECONDS: Final = 0.03
FIRST_CHUNK: Final = 10  # playouts of the first slice
MOST_LOOKED_AT: Final = 400_000  # positions of an endgame before the search has to do

Clock = Callable[[], float]  # seconds since whenever


@dataclass(frozen=True, slots=True)
class Searcher:
    """A player with a budget of playouts.

    ``patterns``: what it knows of the rings of a game. ``exact_below``: with so many empty cells
    or fewer it first tries to solve the position. ``seconds``: time by the ``clock`` after which it
    makes do with what it has; a move then depends on the machine.
    """

    playouts: int
    patterns: Callable[[str], Weights] = learned
    exact_below: int = 0
    seconds: float = 3600.0
    clock: Clock = time.perf_counter

    def thinking(self, position: Position, seed: int) -> Sliced[Verdict]:
        """Search a position, a slice at a time.

        :raises ValueError: the game is over, or a bargain is due.
        """
        end = self.clock() + self.seconds
        answer: Answer | None = None
        if position.phase is Phase.PLAY and empty_cells(position) <= self.exact_below:
            answer = yield from self._solving(Solver(position))
        if answer is not None and answer.move is not None:
            return Verdict(answer.move, 1.0, answer.winner, (), 0, proved=True)
        one = Search(position, self.patterns(position.game), seed, self.playouts)
        yield from self._searching(one, end)
        verdict = one.verdict()
        if answer is None or answer.winner is None:
            return verdict
        # It is lost: resist with the move that looks best.
        return replace(verdict, share=0.0, proved=True, winner=answer.winner)

    def _solving(self, solver: Solver) -> Sliced[Answer | None]:
        end = self.clock() + self.seconds / 2
        while solver.answer is None and solver.looked_at < MOST_LOOKED_AT:
            if self.clock() > end:
                break
            solver.run()
            yield
        return solver.answer

    def _searching(self, one: Search, end: float) -> Sliced[None]:
        """Spend a budget, or the time until then, in slices of about `SLICE_SECONDS`."""
        chunk = FIRST_CHUNK
        while not one.finished and (not one.playouts or self.clock() < end):
            start = time.perf_counter()
            one.run(chunk)
            took = time.perf_counter() - start
            chunk = max(1, min(4 * chunk, int(chunk * SLICE_SECONDS / max(took, 1e-6))))
            yield

    def think(self, position: Position, seed: int) -> Verdict:
        """Search a position in one go."""
        return in_one_go(self.thinking(position, seed))

    def move(self, position: Position, seed: int) -> Move:
        """Choose a move of the set-up or of the game proper."""
        return self.think(position, seed).move
