"""Why a move is refused: a sentence for the player and the cells that show it."""

from dataclasses import dataclass
from enum import Enum

from rules.topology import Bitboard


class ReasonKind(Enum):
    """One for each refusal of the rules; the value is a stable key for texts and pictures."""

    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    ADJACENT_FIRST_STONES = "adjacent-first-stones"
    NOTHING_CHANGES = "nothing-changes"
    NO_FRIEND_IN_REGION = "no-friend-in-region"
    OWN_GROUP_CORNERED = "own-group-cornered"
    OWN_GROUP_DEAD = "own-group-dead"
    OWN_GROUP_WITHOUT_LIFELINE = "own-group-without-lifeline"
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


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is illegal.

    ``cells`` shows it on the board: the doomed group, the region without a friend, the stones
    of the enemy's minimal incursion. ``ply`` is the number of moves after which the position
    stood that the move would repeat, None for every other reason.
    """

    kind: ReasonKind
    sentence: str
    cells: Bitboard = 0
    ply: int | None = None

    def __str__(self) -> str:
        return self.sentence


class InvalidMove(ValueError):  # noqa: N818 - the name says what was wrong, as in python-chess
    """The text is no move; raised by parsing. Its sentence says what to type.

    ``reason`` is set when the text was read and names a cell off the board.
    """

    def __init__(self, sentence: str, reason: Reason | None = None) -> None:
        """Keep the sentence for the player."""
        super().__init__(sentence)
        self.reason = reason


class IllegalMove(ValueError):  # noqa: N818 - see InvalidMove
    """The rules do not allow the move; raised by `Position.play`. ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason; its sentence becomes the message."""
        super().__init__(reason.sentence)
        self.reason = reason
