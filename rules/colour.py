"""The two colours of stones. Positions record which seat plays which colour."""

from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Colour(IntEnum):
    """Colour of stones; its value is an index into pairs such as ``position.stones``.

    Black moves first in every game.
    """

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Colour":
        """The opponent's colour."""
        return _OTHER[self]

    @property
    def label(self) -> str:
        """The name shown to players, "Black" or "White"."""
        return self.name.capitalize()

    def pair(self, own: T, others: T) -> tuple[T, T]:
        """Return this colour's value and the opponent's value as a pair (Black's, White's).

        :param own: the value of this colour.
        :param others: the value of the opponent's colour.
        """
        return (others, own) if self else (own, others)


_OTHER = (Colour.WHITE, Colour.BLACK)
