"""Learned move priors of a game, loaded from the files written by `tuning.learn_patterns`.

A line has the kind of code (see `codes`), a code that represents all equivalent ones, its weight (a
natural logarithm; 0 is average) and its number of occurrences. Other codes are average.
"""

import math
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from sparring.kernel.layout import Weights
from sparring.kernel.move_priors import ACCEPT_ABOVE, SETTINGS, USE_ALL_ROWS
from sparring.patterns.codes import NEIGHBOUR_COUNTS, code_kinds

ACCEPT_PRIOR: Final = math.log(2.5)  # drawn cells with at least this prior are always accepted
WEIGHT_ROWS: Final = SETTINGS + 1


@cache
def uniform_weights(neighbour_count: int) -> Weights:
    """Return zero weights, float32 [4, codes], for cells with this number of neighbours."""
    return np.zeros((WEIGHT_ROWS, 4**neighbour_count), np.float32)


@cache
def learned_weights(game: str, insight: float = 1.0) -> Weights:
    """Return the learned weights of a game; uniform weights if none were learned.

    :param insight: the factor of the weights, from 0, which makes all cells equal, to 1.
    """
    file = Path(__file__).with_name(f"{game}.txt")
    if not insight or not file.is_file():
        return unlearned_weights(game)
    weights = read_weights(game, file) * np.float32(insight)
    weights[SETTINGS, USE_ALL_ROWS] = 1
    return weights


def unlearned_weights(game: str) -> Weights:
    """Return weights for a game that make all its cells equal, as if no patterns were learned."""
    return uniform_weights(NEIGHBOUR_COUNTS[game])


@cache
def read_weights(game: str, file: Path) -> Weights:
    """Read a file of weights for a game: float32 [4, codes].

    :raises ValueError: the file has another format.
    """
    weights = uniform_weights(NEIGHBOUR_COUNTS[game]).copy()
    kinds = {kind.name: kind for kind in code_kinds(NEIGHBOUR_COUNTS[game])}
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), start=1):
        try:
            name, text, weight, _ = line.split()
            kind = kinds[name]
            weights[kind.row, list(kind.equivalent(kind.parse(text)))] = float(weight)
        except (ValueError, LookupError) as error:
            raise ValueError(f"Line {number} of {file} is no pattern of {game}: {line}") from error
    weights[SETTINGS, ACCEPT_ABOVE] = ACCEPT_PRIOR
    weights[SETTINGS, USE_ALL_ROWS] = 1
    return weights
