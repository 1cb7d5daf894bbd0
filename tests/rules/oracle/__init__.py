"""Slow literal programs of the four games, written from the rules' text alone.

They share no code with `rules`: sets of coordinate pairs, every rule tried out on every cell.
Moves are texts ("c3", "swap", "offer 5"), so that the two sides share nothing but words.
"""

from tests.rules.oracle.asli import Asli
from tests.rules.oracle.cornered import Cornered
from tests.rules.oracle.lifeline import Lifeline
from tests.rules.oracle.liflina import Liflina

__all__ = ["Asli", "Cornered", "Lifeline", "Liflina"]
