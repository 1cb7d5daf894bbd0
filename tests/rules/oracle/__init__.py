"""Slow literal programs of the four games, written from the rules' text alone.

They share no code with `rules`: sets of coordinate pairs, every rule tried out on every cell.
Moves are texts ("c3", "swap", "offer 5"), so that the two sides share nothing but words.
"""

from oracle.asli import Asli
from oracle.cornered import Cornered
from oracle.lifeline import Lifeline
from oracle.liflina import Liflina

__all__ = ["Asli", "Cornered", "Lifeline", "Liflina"]
