"""A game as it is stored: the ruleset and the moves. Every position follows from them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.moves import Move
from rules.options import Ruleset
from rules.position import Position
from rules.registry import find_game


@dataclass(frozen=True, slots=True)
class Details:
    """What a record tells besides the moves; texts of one line, empty when not known.

    ``first`` and ``second`` are the persons in seats 0 and 1, whatever their colours became.
    """

    first: str = ""
    second: str = ""
    started: str = ""
    finished: str = ""
    result: str = ""

    def __post_init__(self) -> None:
        """Put each text on one line, so that a written record reads back as it was."""
        for name in self.__slots__:
            object.__setattr__(self, name, " ".join(getattr(self, name).split()))


@dataclass(frozen=True, slots=True)
class Record:
    """The whole truth of a game: its options and its moves, and for people some details."""

    ruleset: Ruleset
    moves: tuple[Move, ...] = ()
    details: Details = field(default_factory=Details)


def positions(record: Record) -> Iterator[Position]:
    """Replay a record position by position, from the start: one more than it has moves.

    :raises IllegalMove: a move is not legal where it stands.
    """
    ruleset = record.ruleset
    position = find_game(ruleset.game, ruleset.version).start(ruleset)
    yield position
    for move in record.moves:
        position = position.play(move)
        yield position


def replay(record: Record) -> Position:
    """Replay a record to its last position.

    :raises IllegalMove: a move is not legal where it stands.
    """
    *_, last = positions(record)
    return last
