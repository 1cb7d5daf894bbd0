"""The two colours of stones. Who plays which colour is the position's business."""

from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Colour(IntEnum):
    """Black moves first in every game; the value indexes pairs such as ``position.stones``."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Colour":
        """The opponent's colour."""
        return _OTHER[self]

    @property
    def label(self) -> str:
        """The name for people, "Black" or "White"."""
        return self.name.capitalize()

    def pair(self, own: T, others: T) -> tuple[T, T]:
        """Order two values, this colour's and the opponent's, as (Black's, White's)."""
        return (others, own) if self else (own, others)


_OTHER = (Colour.WHITE, Colour.BLACK)
