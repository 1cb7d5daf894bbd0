"""Small values that describe a position: phase, ending, outcome, last turn, dangers and links."""

from dataclasses import dataclass
from enum import Enum

from rules.colour import Colour
from rules.moves import Move
from rules.sentences import Sentence
from rules.topology import Bitboard, Cell


class Phase(Enum):
    """Phase of a game: komi offer, choice of a colour, first stones, play.

    Positions store it, because the board alone does not show it.
    """

    OFFER = "offer"
    CHOOSE = "choose"
    SETUP = "setup"
    PLAY = "play"


KOMI_PHASES = frozenset({Phase.OFFER, Phase.CHOOSE})
"""The phases of the komi offer: the seats have no colours yet, and the board is empty."""


class Ending(Enum):
    """Way in which the rules end a game. Resignations and clocks are outside the rules."""

    NO_STONES = "no-stones"
    NO_MOVES = "no-moves"
    REPETITION = "repetition"

    @property
    def sentence(self) -> Sentence:
        """The ending as a sentence that names no player."""
        match self:
            case Ending.NO_STONES:
                return Sentence(
                    "The player to move has no stones left. The last player to place a stone wins."
                )
            case Ending.NO_MOVES:
                return Sentence(
                    "The player to move has no legal move left. The last player to move wins."
                )
            case Ending.REPETITION:
                return Sentence("This position has occurred before, with the same player to move.")

    def of(self, loser: str) -> Sentence:
        """Return the ending as a sentence that names the player who has lost.

        :param loser: the name or colour of the player to move.
        """
        match self:
            case Ending.NO_STONES:
                # true, too, when the last stone has wiped out both sides
                return Sentence(
                    "{loser} has no stones left. The last player to place a stone wins.",
                    loser=loser,
                )
            case Ending.NO_MOVES:
                return Sentence(
                    "{loser} has no legal move left. The last player to move wins.", loser=loser
                )
            case Ending.REPETITION:
                return self.sentence


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a finished game: the winner, None for a draw, and the ending."""

    winner: Colour | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class Link:
    """Path of empty cells that keeps a group alive.

    ``start`` is a stone of ``group`` next to the first cell of ``path``. ``end`` is the friendly
    stone next to the last cell and ``friend`` its group. For a line to the edge (Liflina), ``end``
    is None and ``friend`` 0.
    """

    group: Bitboard
    friend: Bitboard
    start: Cell
    path: tuple[Cell, ...]
    end: Cell | None


@dataclass(frozen=True, slots=True)
class CutLifeline:
    """Last lifeline of a captured group, and the cell of the stone that cut it."""

    link: Link
    cell: Cell


@dataclass(frozen=True, slots=True)
class LastTurn:
    """Effects of the last turn, or of the part of the current turn already played.

    ``number`` is the turn's number, ``placed`` the cells that got stones, and ``removed`` the
    captured stones of Black and of White. In a turn of two placements a cell can be in both.
    ``cuts`` has the last lifelines of captured groups, in the order in which they were cut.
    """

    number: int
    by: Colour
    moves: tuple[Move, ...]
    placed: Bitboard = 0
    removed: tuple[Bitboard, Bitboard] = (0, 0)
    cuts: tuple[CutLifeline, ...] = ()


@dataclass(frozen=True, slots=True)
class Danger:
    """Group that one enemy move would capture, and the cells of such moves."""

    group: Bitboard
    cells: Bitboard
