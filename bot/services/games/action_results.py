"""What playing and taking back return: values, for those who show them."""

from dataclasses import dataclass

from bot.services.views import GameView
from rules.moves import Move


@dataclass(frozen=True, slots=True)
class Played:
    """What a move did. `repeated`: the interaction had been handled before, nothing was done."""

    game: GameView
    moves: tuple[Move, ...]
    turn_complete: bool
    repeated: bool


@dataclass(frozen=True, slots=True)
class Undone:
    """What a wish to take moves back did: they are gone, or else the opponent has been asked.

    `moves` are those taken back or to be taken back, as text, in the order they were played.
    """

    game: GameView
    moves: tuple[str, ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class Undoable:
    """What the wish to take one's last turn back would come to.

    `unseen`: the turn is half played; `answered`: the opponent has moved since; `asks`: the
    opponent would be asked.
    """

    game: GameView
    unseen: bool
    answered: bool
    asks: bool
