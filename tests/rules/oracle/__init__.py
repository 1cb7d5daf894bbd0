"""Oracles: slow, literal implementations of the four games, written from the text of the rules.

They share no code with `rules`: positions are sets of coordinate pairs, and every rule is tried out
on every cell. Moves are text ("c3", "swap", "offer 5"), so that both share only the notation.
"""

from tests.rules.oracle.asli import Asli
from tests.rules.oracle.cornered import Cornered
from tests.rules.oracle.lifeline import Lifeline
from tests.rules.oracle.liflina import Liflina

__all__ = ["Asli", "Cornered", "Lifeline", "Liflina"]
