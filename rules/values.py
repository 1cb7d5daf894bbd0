"""Small values that a position gives out: its phase, its end, its last turn, threats and links."""

from dataclasses import dataclass
from enum import Enum

from rules.colour import Colour
from rules.moves import Move
from rules.topology import Bitboard, Cell


class Phase(Enum):
    """The stage of a game; stated, never inferred from the board."""

    OFFER = "offer"
    CHOOSE = "choose"
    SETUP = "setup"
    PLAY = "play"


BARGAINING = frozenset({Phase.OFFER, Phase.CHOOSE})
"""Before play: nobody has a colour, and the board shows nothing."""


class Ending(Enum):
    """How the rules ended a game; resignations and clocks are not the rules' business."""

    NO_STONES = "no-stones"
    NO_MOVES = "no-moves"
    REPETITION = "repetition"

    @property
    def sentence(self) -> str:
        """The ending in words, where nobody is named."""
        return self.of("The player to move")

    def of(self, loser: str) -> str:
        """Return the ending in words; `loser` is the player to move, by name or by colour."""
        return _ENDINGS[self].format(loser)


_ENDINGS = {
    Ending.NO_STONES: "{} has no stone left on the board.",
    Ending.NO_MOVES: "{} has no legal move.",
    Ending.REPETITION: "The same position with the same player to move stood before.",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winner, None for a draw, and how it came about."""

    winner: Colour | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What the last turn changed, or the part already played of the present one.

    ``number`` is the turn's number, ``placed`` the cells that got stones, ``removed`` the stones
    of Black and of White that left the board. In a turn of two placements a cell can be in both.
    """

    number: int
    by: Colour
    moves: tuple[Move, ...]
    placed: Bitboard = 0
    removed: tuple[Bitboard, Bitboard] = (0, 0)


@dataclass(frozen=True, slots=True)
class Danger:
    """A group that one enemy move would remove, and the cells of such moves."""

    group: Bitboard
    cells: Bitboard


@dataclass(frozen=True, slots=True)
class Link:
    """One line of life: empty cells, in order, from a stone of a group to a stone of a friend.

    ``start`` is a stone of ``group`` next to the first cell of ``path``. ``end`` is the friendly
    stone next to the last cell and ``friend`` its group; for a line to the edge (Liflina) they
    are None and 0.
    """

    group: Bitboard
    friend: Bitboard
    start: Cell
    path: tuple[Cell, ...]
    end: Cell | None
