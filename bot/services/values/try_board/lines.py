"""Lines of try-boards, played to positions, with a cache of recent lines."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from rules.moves import parse_move
from rules.position import LastTurn, Position

MOST_LINES = 24  # cached lines; a position of Liflina holds its history, up to 200 kB


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Position at the end of a line, and the line's turns.

    The first turn includes moves of the game if the line begins in the middle of a turn.

    :ivar seats: the seat that played each of the turns.
    """

    position: Position
    turns: tuple[LastTurn, ...] = ()
    seats: tuple[int, ...] = ()

    def play(self, move: str) -> "PlayedLine":
        """Return the line after one more move.

        :raises IllegalMove, InvalidMove: the move is illegal.
        """
        position = self.position.play(parse_move(move, self.position.topology))
        last = position.last_turn
        assert last is not None, "a move has been played"
        if self.turns and self.turns[-1].number == last.number:
            return PlayedLine(position, (*self.turns[:-1], last), self.seats)
        seats = (*self.seats, self.position.seat_to_move)
        return PlayedLine(position, (*self.turns, last), seats)

    @property
    def complete(self) -> bool:
        """Whether the last turn of the line is complete."""
        return not self.position.mid_turn or self.position.outcome() is not None


class LineCache:
    """Cache of played lines, so that a long line is not replayed for each further move.

    Several threads may use the cache at once.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[tuple[Hashable, tuple[str, ...]], PlayedLine] = OrderedDict()
        self._lock = threading.Lock()

    def play(self, base: Hashable, position: Position, moves: tuple[str, ...]) -> PlayedLine:
        """Return the line that plays moves from a position of a game; use the cache where possible.

        :param base: a key that only this position ever has.
        :raises IllegalMove, InvalidMove: a move is illegal.
        """
        known, line = self._longest_known(base, position, moves)
        for move in moves[known:]:
            line = line.play(move)
        with self._lock:
            self._lines[base, moves] = line
            self._lines.move_to_end((base, moves))
            if len(self._lines) > MOST_LINES:
                self._lines.popitem(last=False)
        return line

    def _longest_known(
        self, base: Hashable, position: Position, moves: tuple[str, ...]
    ) -> tuple[int, PlayedLine]:
        with self._lock:
            for known in range(len(moves), 0, -1):
                line = self._lines.get((base, moves[:known]))
                if line is not None:
                    return known, line
        return 0, PlayedLine(position)
