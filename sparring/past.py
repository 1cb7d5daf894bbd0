"""The boards of a game so far, as the compiled modules compare them. See `memory` for `words`."""

import numpy as np

from rules.games.asli import Asli
from rules.games.liflina import Liflina
from rules.position import Position
from rules.topology import bits
from sparring.arrays import Words
from sparring.boards import geometry
from sparring.memory import DEPTHS, GAME, WORD_ROWS


def words_of(position: Position, columns: int) -> Words:
    """Make the words of a position on a desk of so many columns."""
    columns = max(columns, DEPTHS)
    lots = np.random.default_rng(20240229)
    words = np.zeros((WORD_ROWS, columns), np.uint64)
    words[1:3] = lots.integers(1, 2**63, size=(2, columns), dtype=np.uint64)
    if isinstance(position, Asli | Liflina):
        _write_history(position, words)
    return words


def _write_history(position: Asli | Liflina, words: Words) -> None:
    """Put the boards of the game so far into their slots, the latest as many as half of them."""
    cells = np.array(geometry(position.topology).cells)
    slots = words[GAME:].reshape(-1)
    for black, white, mover in list(position.history)[-len(slots) // 2 :]:
        key = np.uint64(mover + 1)
        for colour, stones in ((1, black), (2, white)):
            chosen = cells[list(bits(stones))]
            key ^= np.bitwise_xor.reduce(words[colour, chosen], initial=np.uint64(0))
        i = int(key) % len(slots)
        while slots[i]:
            i = (i + 1) % len(slots)
        slots[i] = key
