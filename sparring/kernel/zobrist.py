"""Compiled functions that hash positions by Zobrist's method and detect repetition.

`hashes` is uint64 [HASH_ROWS, columns], with at least `MAX_DEPTH` columns: rows 1 and 2 have a
random number for a stone of each colour on each cell, PATH_ROW has the hashes of the boards on the
path from the root, and the rows from HISTORY_ROW are a hash set, with linear probing, of earlier
boards of the game.
"""

import numpy as np

from sparring.jit import njit
from sparring.kernel.layout import (
    ASLI,
    ATTACKER,
    COLOUR,
    CYCLE_DEPTH,
    GAME,
    HAD_TWO_GROUPS,
    HEADER,
    KOMI,
    MINIMAL_INCURSION,
    PLACEMENTS_LEFT,
    PRISON,
    RIM,
    SCRATCH,
    STONE_TO_CHECK,
    TO_MOVE,
    Hashes,
    State,
    UInt64,
)

PATH_ROW, HISTORY_ROW = 3, 4  # rows of `hashes`
MAX_DEPTH = 160  # length of a path from the root, and of PATH_ROW
HISTORY_ROWS = 8
HASH_ROWS = HISTORY_ROW + HISTORY_ROWS


@njit
def mix_bits(number: UInt64) -> UInt64:
    """Scatter a number over 64 bits (splitmix64, Steele and others 2014)."""
    number += np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@njit
def hash_board(state: State, hashes: Hashes) -> UInt64:
    """Return the hash of the stones and the side to move, by which repetition is recognised."""
    key = np.uint64(state[HEADER, TO_MOVE])
    for x in range(state.shape[1]):
        colour = state[COLOUR, x]
        if 0 < colour < RIM:
            key ^= hashes[colour, x]
    return key


@njit
def hash_position(state: State, board: UInt64) -> UInt64:
    """Return the hash of everything that the rest of the game depends on, except for repetition."""
    return hash_without_prison(state, board) ^ mix_bits(
        np.uint64(state[HEADER, PRISON] + 2048)
    ) | np.uint64(1)


@njit
def hash_without_prison(state: State, board: UInt64) -> UInt64:
    """Return the hash of a position like `hash_position`, but without the prisoners."""
    rest = (
        state[HEADER, PLACEMENTS_LEFT]
        | state[HEADER, MINIMAL_INCURSION] << 4
        | state[SCRATCH, ATTACKER] - 1 << 7
    )
    rest |= state[HEADER, STONE_TO_CHECK] << 8 | state[HEADER, KOMI] << 20
    if state[HEADER, GAME] == ASLI:
        rest |= state[HEADER, HAD_TWO_GROUPS + 1] << 5 | state[HEADER, HAD_TWO_GROUPS + 2] << 6
    return board ^ mix_bits(np.uint64(rest)) | np.uint64(1)


@njit
def is_in_history(hashes: Hashes, board: UInt64) -> bool:
    """Return whether a board occurred in the game before the root."""
    columns = hashes.shape[1]
    slots = HISTORY_ROWS * columns
    i = np.int64(board % np.uint64(slots))
    while hashes[HISTORY_ROW + i // columns, i % columns]:
        if hashes[HISTORY_ROW + i // columns, i % columns] == board:
            return True
        i = (i + 1) % slots
    return False


@njit
def is_repetition(state: State, hashes: Hashes, depth: int, board: UInt64) -> bool:
    """Return whether a board occurred before, in the game or on the path from the root.

    If it is on the path, CYCLE_DEPTH is lowered to the depth of that ancestor.
    """
    if state[HEADER, GAME] < ASLI:
        return False
    if is_in_history(hashes, board):
        return True
    for d in range(depth + 1):
        if hashes[PATH_ROW, d] == board:
            state[SCRATCH, CYCLE_DEPTH] = min(state[SCRATCH, CYCLE_DEPTH], d)
            return True
    return False
