"""Exact solvers for small boards, based only on the legal moves of `rules`.

In Lifeline, the winner depends only on the stones and the side to move. Results are therefore
cached by the stones as the side to move sees them, normalized over rotations and reflections.
"""

from collections.abc import Iterable, Iterator

from rules.board import Board
from rules.colour import Colour
from rules.games.asli import Asli
from rules.life_by_region import cells_in_reach
from rules.position import Position
from rules.topology import Bitboard, Cell, Topology

LOW_CELLS = 10
LOW = (1 << LOW_CELLS) - 1
# weight of one group relative to one open cell in the move ordering; found by experiment
GROUP = 6


def symmetries(topology: Topology) -> Iterator[tuple[Cell, ...]]:
    """Yield the rotations and reflections of a hexhex board, as the image of each cell."""
    cells = {point: cell for cell, point in enumerate(topology.points)}
    for mirrored in (False, True):
        image = [(r, q) if mirrored else (q, r) for q, r in topology.points]
        for _ in range(6):
            image = [(-r, q + r) for q, r in image]
            yield tuple(cells[point] for point in image)


def tables(image: tuple[Cell, ...]) -> tuple[list[int], ...]:
    """Return the images of all sets of low and of high cells, for each half of a key."""
    parts = spread(image[:LOW_CELLS]), spread(image[LOW_CELLS:])
    return tuple([each << shift for each in part] for shift in (len(image), 0) for part in parts)


def spread(images: Iterable[Cell]) -> list[Bitboard]:
    """Return the image of every subset of cells."""
    sets = [0]
    for cell in images:
        sets += [each | 1 << cell for each in sets]
    return sets


class LifelineSolver:
    """Solver for the phase PLAY of Lifeline on one board, with a cache of results."""

    def __init__(self, topology: Topology) -> None:
        self.known: dict[int, bool] = {}
        self.images = [tables(image) for image in symmetries(topology)]

    def key(self, mine: Bitboard, theirs: Bitboard) -> int:
        a, b, c, d = mine & LOW, mine >> LOW_CELLS, theirs & LOW, theirs >> LOW_CELLS
        return min([w[a] | x[b] | y[c] | z[d] for w, x, y, z in self.images])

    def wins(self, position: Position) -> bool:
        """Return whether the side to move wins with best play."""
        return self._known(position, self.key_of(position))

    def key_of(self, position: Position) -> int:
        mover = position.to_move
        return self.key(position.stones[mover], position.stones[mover.other])

    def _known(self, position: Position, key: int) -> bool:
        if key not in self.known:
            self.known[key] = self._wins(position)
        return self.known[key]

    def _wins(self, position: Position) -> bool:
        """Search the moves: first those with a known result, then the most promising ones."""
        mover = position.to_move
        mine, theirs = position.stones[mover], position.stones[mover.other]
        unknown = {}
        for move in position.legal_moves():
            # All groups of a known position are alive. If this stone captured a group, the board
            # without the capture would contain a dead group and could not be known.
            key = self.key(theirs, mine | 1 << move.cell)
            if key not in self.known:
                unknown.setdefault(key, move)
            elif not self.known[key]:
                return True
        replies = []
        for quiet, move in unknown.items():
            after = position.play(move)
            if after.outcome() is not None:
                return True
            key = self.key_of(after) if any(after.last_turn.removed) else quiet
            if self.known.get(key) is False:
                return True
            replies.append((promise(after.board, mover), move.cell, key, after))
        return any(not self._known(after, key) for _, _, key, after in sorted(replies))


def promise(board: Board, mover: Colour) -> int:
    """Return the sort key of a move that leads to this board; lower keys are tried first."""
    enemy = mover.other
    groups = len(board.groups[enemy]) - len(board.groups[mover])
    cells = cells_in_reach(board, enemy).bit_count() - cells_in_reach(board, mover).bit_count()
    return GROUP * groups + cells


class AsliSolver:
    """Solver that finds whether a colour can force a win in Asli, where a draw is not a win.

    It is suitable only for boards of a few points.
    """

    def __init__(self, hero: Colour) -> None:
        self.hero = hero
        self.known: dict[object, bool] = {}

    def wins(self, position: Asli) -> bool:
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner is self.hero
        # All state on which later play depends, including the earlier positions.
        key = (
            *(position.stones, position.to_move, position.prison, position.minimal_incursion),
            *(position.ever_two_groups, frozenset(position.history)),
        )
        if key not in self.known:
            afters = sorted(
                (position.play(move) for move in position.legal_moves()),
                key=lambda after: sum(1 for _ in after.legal_moves()),
            )
            decided = any if position.to_move is self.hero else all
            self.known[key] = decided(map(self.wins, afters))
        return self.known[key]
