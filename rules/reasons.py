"""Reasons why a move is refused: a sentence for the player and the cells to highlight."""

from dataclasses import dataclass
from enum import Enum

from rules.sentences import Sentence
from rules.topology import Bitboard


class ReasonKind(Enum):
    """Kind of reason why a move is refused; the values are stable keys for texts and pictures."""

    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    FORBIDDEN_CELL = "forbidden-cell"
    NOTHING_CHANGES = "nothing-changes"
    NO_FRIEND_IN_REGION = "no-friend-in-region"
    OWN_GROUP_DIES = "own-group-dies"
    MINIMAL_INCURSION = "minimal-incursion"
    REPEATS_POSITION = "repeats-position"
    NO_PRISONER = "no-prisoner"
    NO_KOMI_LEFT = "no-komi-left"
    KOMI_IN_SETUP = "komi-in-setup"
    KOMI_WITHOUT_STONE = "komi-without-stone"
    SWAP_TOO_LATE = "swap-too-late"
    TURN_NOT_COMPLETABLE = "turn-not-completable"
    GAME_OVER = "game-over"
    NOT_IN_RANGE = "not-in-range"
    NOT_NOW = "not-now"


# Refusals of a stone that still explain why no stone can be placed when the game is over.
EXPLAIN_NO_MOVES = frozenset(
    {
        ReasonKind.FORBIDDEN_CELL,
        ReasonKind.NO_FRIEND_IN_REGION,
        ReasonKind.OWN_GROUP_DIES,
        ReasonKind.MINIMAL_INCURSION,
        ReasonKind.REPEATS_POSITION,
        ReasonKind.TURN_NOT_COMPLETABLE,
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """Reason why a move is illegal.

    ``cells`` are the cells to highlight: the doomed group, the region without a friend or the
    stones of the enemy's minimal incursion. ``ply`` is set only for a repetition: the number of
    moves after which the repeated position first occurred.
    """

    kind: ReasonKind
    sentence: Sentence
    cells: Bitboard = 0
    ply: int | None = None

    def __str__(self) -> str:
        return self.sentence


class InvalidMove(ValueError):  # noqa: N818 - the name says what was wrong, as in python-chess
    """Error for a text that is not a move; the message names valid input.

    ``reason`` is set if the text names a cell off the board, else None.
    """

    def __init__(self, sentence: Sentence, reason: Reason | None = None) -> None:
        """Store the reason, and the sentence for the player as the error's message."""
        super().__init__(sentence)
        self.sentence = sentence
        self.reason = reason


class IllegalMove(ValueError):  # noqa: N818 - see InvalidMove
    """Error for a move that the rules forbid; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        """Store the reason, and its sentence as the error's message."""
        super().__init__(reason.sentence)
        self.reason = reason
