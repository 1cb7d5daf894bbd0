"""What was learned of the worth of a cell: the files that `learn` wrote, for the kernel.

A line of a file has a kind of code (see `codes`), a code, up to turning and mirroring, its weight
(a natural logarithm; 0 is average) and how often it was met. What no line names is average.
"""

import math
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from sparring.arrays import Weights
from sparring.patterns.codes import AROUND, kinds
from sparring.taste import FACTS, TOP, WIDE

ALWAYS: Final = math.log(2.5)  # cells of this worth and above are always taken when drawn
ROWS: Final = FACTS + 1


@cache
def uniform(around: int) -> Weights:
    """Treat all cells of a board with rings of so many cells alike: float32 [4, codes], zeros."""
    return np.zeros((ROWS, 4**around), np.float32)


@cache
def learned(game: str, insight: float = 1.0) -> Weights:
    """Load what was learned for a game; uniform when nothing was.

    :param insight: how much of it counts, from 0, which treats all cells alike, to 1.
    """
    file = Path(__file__).with_name(f"{game}.txt")
    if not insight or not file.is_file():
        return unknown(game)
    weights = read(game, file) * np.float32(insight)
    weights[FACTS, WIDE] = 1
    return weights


def unknown(game: str) -> Weights:
    """Treat all cells alike, on the boards of a game."""
    return uniform(AROUND[game])


@cache
def read(game: str, file: Path) -> Weights:
    """Load a file that `learn` wrote for a game: float32 [4, codes].

    :raises ValueError: the file is none of that.
    """
    weights = uniform(AROUND[game]).copy()
    known = {kind.name: kind for kind in kinds(AROUND[game])}
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), start=1):
        try:
            name, text, weight, _ = line.split()
            kind = known[name]
            weights[kind.row, list(kind.alike(kind.parse(text)))] = float(weight)
        except (ValueError, LookupError) as error:
            raise ValueError(f"Line {number} of {file} is no pattern of {game}: {line}") from error
    weights[FACTS, TOP] = ALWAYS
    weights[FACTS, WIDE] = 1
    return weights
