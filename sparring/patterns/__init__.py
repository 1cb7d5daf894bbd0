"""Learned worth of a stone by the colours around it: what `learn` wrote, for the kernel.

A file has a line for each ring that was met often, up to turning and mirroring: the ring's cells in
order (`.` empty, `X` own, `O` enemy, `#` rim), the weight (1 is average), how often it was offered.
"""

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from sparring.arrays import Weights
from sparring.playout import EXPECT, TAKE

SIGNS: Final = ".XO#"
TOP: Final = 2.5  # cells of this weight and above are always taken when drawn
TRUST: Final = 0.1  # how far a pattern moves the made-up wins of a new child from even
BOUNDS: Final = (0.2, 0.8)
AROUND: Final = {"lifeline": 6, "cornered": 6, "asli": 8, "liflina": 8}


@cache
def uniform(around: int) -> Weights:
    """Treat all cells of a board with rings of so many cells alike."""
    weights = np.ones((2, 4**around), np.float32)
    weights[EXPECT] = 0.5
    return weights


def learned(game: str) -> Weights:
    """Load what was learned for a game; uniform when nothing was."""
    file = Path(__file__).with_name(f"{game}.txt")
    return read(game, file) if file.is_file() else unknown(game)


def unknown(game: str) -> Weights:
    """Treat all cells alike, on the boards of a game."""
    return uniform(AROUND[game])


@cache
def read(game: str, file: Path) -> Weights:
    """Load a file that `learn` wrote for a game."""
    raw = np.ones(4 ** AROUND[game], np.float32)
    for line in file.read_text(encoding="ascii").splitlines():
        ring, log, _ = line.split()
        for code in alike(ring):
            raw[code] = math.exp(float(log))
    return shaped(raw)


def shaped(raw: "np.ndarray[tuple[int], np.dtype[np.float32]]") -> Weights:
    """Turn raw weights, 1 for average, into what playouts and new children need."""
    weights = np.empty((2, len(raw)), np.float32)
    weights[TAKE] = np.minimum(1.0, raw / TOP)
    weights[EXPECT] = np.clip(0.5 + TRUST * np.log(raw), *BOUNDS)
    return weights


def alike(ring: str) -> Iterator[int]:
    """List the codes of a ring, turned and mirrored in all ways that the board has."""
    step = 1 if len(ring) == 6 else 2
    for way in (ring, ring[0] + ring[:0:-1]):
        for turn in range(0, len(ring), step):
            yield code(way[turn:] + way[:turn])


def code(ring: str) -> int:
    """Give the kernel's number of a ring: the first cell is in the lowest bits."""
    return sum(SIGNS.index(sign) << (2 * place) for place, sign in enumerate(ring))


def spelled(number: int, around: int) -> str:
    """Write the ring of a code."""
    return "".join(SIGNS[number >> (2 * place) & 3] for place in range(around))


@cache
def canonical(number: int, around: int) -> int:
    """Choose the least code among those alike."""
    return min(alike(spelled(number, around)))
