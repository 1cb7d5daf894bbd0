"""Players that search: how a position becomes a turn. Needs numba; levels 1 and 2 do not come here."""

from dataclasses import dataclass
from typing import Protocol

from rules.moves import Move
from rules.position import Position
from sparring import patterns
from sparring.arrays import Weights
from sparring.search import Search, Verdict

CHUNK = 100  # playouts between two looks at the clock or at a request to stop


class Patience(Protocol):
    """Says whether a search may go on; asked every few hundredths of a second."""

    def __call__(self) -> bool:
        """Whether there is time left and nobody has cancelled."""
        ...


def endless() -> bool:
    """Go on to the end of the budget."""
    return True


@dataclass(frozen=True, slots=True)
class Searcher:
    """A player that searches with a budget of playouts.

    ``learned``: it uses the patterns. ``exact_below``: from so many empty cells on it first tries
    to solve the position.
    """

    playouts: int
    learned: bool = True
    exact_below: int = 0

    def weights(self, game: str) -> Weights:
        """Choose the patterns of a game."""
        return patterns.learned(game) if self.learned else patterns.uniform(patterns.AROUND[game])

    def think(self, position: Position, seed: int, patience: Patience = endless) -> Verdict:
        """Search a position.

        :raises ValueError: the game is over.
        """
        one = Search(position, self.weights(position.game), seed, self.playouts)
        while not one.finished and patience():
            one.run(CHUNK)
        return one.verdict()

    def move(self, position: Position, seed: int, patience: Patience = endless) -> Move:
        """Choose a move of the set-up or of the game proper."""
        return self.think(position, seed, patience).move
