"""Fits weights of codes to what searches chose: softmax regression by gradient descent.

The chance of a move is taken to grow with the exponential of its worth, the sum of the weights of
its codes. Written out, because the numbers are few and a library for it would be large.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

STEPS: Final = 250
RATE: Final = 0.05
PRIOR: Final = 3.0  # pull of each weight towards 0, in positions
# Adam (Kingma and Ba 2015) with a quick second average.
KEEP, KEEP_SQUARE, TINY = 0.9, 0.99, 1e-3


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions with their moves, one below the other.

    ``codes``: int64 [moves, kinds]; ``chosen``: float64 [moves], the share of a move in its
    position, 1 in all; ``counts``: int64 [positions], how many moves each has.
    """

    codes: Integers
    chosen: Reals
    counts: Integers


def chances(samples: Samples, weights: Reals) -> Reals:
    """Give each move its chance in its position."""
    worth = weights[samples.codes].sum(axis=1)
    owner = np.repeat(np.arange(len(samples.counts)), samples.counts)
    first = np.concatenate(([0], np.cumsum(samples.counts)[:-1]))
    raw = np.exp(worth - np.maximum.reduceat(worth, first)[owner])
    shares: Reals = raw / np.bincount(owner, raw)[owner]
    return shares


def surprise(samples: Samples, weights: Reals) -> float:
    """Tell how badly weights foretell the choices: cross entropy in nats a position."""
    return float(-(samples.chosen * np.log(chances(samples, weights))).sum() / len(samples.counts))


def fit(samples: Samples, size: int) -> Reals:
    """Find weights, float64 [size], that foretell the choices; codes are below `size`."""
    weights, average, square = np.zeros(size), np.zeros(size), np.zeros(size)
    columns = samples.codes.shape[1]
    for step in range(1, STEPS + 1):
        excess = np.repeat(chances(samples, weights) - samples.chosen, columns)
        slope = np.bincount(samples.codes.ravel(), excess, size) + PRIOR * weights
        slope *= 100 / len(samples.counts)
        average += (1 - KEEP) * (slope - average)
        square += (1 - KEEP_SQUARE) * (slope**2 - square)
        size_of_step = np.sqrt(square / (1 - KEEP_SQUARE**step)) + TINY
        weights -= RATE * average / (1 - KEEP**step) / size_of_step
    return weights
