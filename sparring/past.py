"""The boards of a game so far, as the compiled modules compare them. See `memory` for `words`."""

import numpy as np

from rules.games.asli import Asli
from rules.games.liflina import Liflina
from rules.position import Position
from rules.topology import bits
from sparring.arrays import Desk, Words
from sparring.boards import geometry
from sparring.layout import PAST, WORK
from sparring.memory import DEPTHS, GAME, WORD_ROWS


def words_of(position: Position, desk: Desk) -> Words:
    """Make the words of a position; the desk is told how many boards stood before."""
    columns = max(desk.shape[1], DEPTHS)
    lots = np.random.default_rng(20240229)
    words = np.zeros((WORD_ROWS, columns), np.uint64)
    words[1:3] = lots.integers(1, 2**63, size=(2, columns), dtype=np.uint64)
    if isinstance(position, Asli | Liflina):
        desk[WORK, PAST] = _write_history(position, words)
    return words


def _write_history(position: Asli | Liflina, words: Words) -> int:
    """Write down the boards of the game so far; how many fit, the latest first."""
    cells = np.array(geometry(position.topology).cells)
    rows = words[GAME:].reshape(-1)
    boards = list(position.history)[-len(rows) :]
    for i, (black, white, mover) in enumerate(boards):
        key = np.uint64(mover + 1)
        for colour, stones in ((1, black), (2, white)):
            chosen = cells[list(bits(stones))]
            key ^= np.bitwise_xor.reduce(words[colour, chosen], initial=np.uint64(0))
        rows[i] = key
    return len(boards)
