"""Compiled functions of the transposition table, in which the proof search stores results.

`table` is uint64 [slots, 2]: a key, and effort, proof number and disproof number packed into one
number. In the square games it also has results by number of prisoners.
"""

import numpy as np

from sparring.jit import njit
from sparring.kernel.layout import (
    ASLI,
    ATTACKER,
    GAME,
    HEADER,
    PRISON,
    SCRATCH,
    WHITE,
    State,
    Table,
    UInt64,
)
from sparring.kernel.zobrist import hash_position, hash_without_prison

INFINITE = 1 << 20  # larger than any number; fits in 21 bits
PROBE_COUNT = 4  # slots in which a key may be


@njit
def first_slot(table: Table, key: UInt64) -> int:
    """Return the first slot that a key may be in; the table has 2^n + PROBE_COUNT slots."""
    return int(np.int64(key >> np.uint64(20) & np.uint64(table.shape[0] - PROBE_COUNT - 1)))


@njit
def find_slot(table: Table, key: UInt64) -> int:
    """Return the slot of a key; -1 if the table does not contain the key."""
    slot = first_slot(table, key)
    for i in range(slot, slot + PROBE_COUNT):
        if table[i, 0] == key:
            return i
    return -1


@njit
def read_numbers(table: Table, slot: int) -> tuple[int, int]:
    """Return the proof and disproof number in a slot."""
    packed = int(table[slot, 1] & np.uint64((1 << 42) - 1))
    return packed >> 21, packed & ((1 << 21) - 1)


@njit
def store_numbers(table: Table, key: UInt64, proof: int, disproof: int, effort: int) -> None:
    """Store the numbers of a position in place of the entry with the least effort.

    :param effort: the number of positions visited for them.
    """
    slot = first_slot(table, key)
    best, least = slot, np.uint64(1) << np.uint64(63)
    for i in range(slot, slot + PROBE_COUNT):
        if table[i, 0] == key:
            best = i
            break
        if table[i, 1] >> np.uint64(42) < least:
            best, least = i, table[i, 1] >> np.uint64(42)
    table[best, 0] = key
    packed = np.uint64(min(effort, (1 << 21) - 1)) << np.uint64(42)
    table[best, 1] = packed | np.uint64(proof) << np.uint64(21) | np.uint64(disproof)


@njit
def count_attacker_holds(state: State) -> int:
    """Return the attacker's balance of prisoners, plus 2048 so that the number is positive.

    A positive balance is the number of holds that the attacker may still play.
    """
    return int(
        2048
        + (state[HEADER, PRISON] if state[SCRATCH, ATTACKER] == WHITE else -state[HEADER, PRISON])
    )


@njit
def find_result(state: State, table: Table, board: UInt64) -> int:
    """Return 1 if the attacker is known to win, -1 if known not to win, and 0 if unknown.

    A side that wins with some prisoners also wins with more: it has the same moves, the enemy gains
    none, and boards and repetition are the same. In the hexhex games, which have no prisoners, the
    numbers of the position give the result.
    """
    if state[HEADER, GAME] < ASLI:
        return 0
    slot = find_slot(table, hash_without_prison(state, board))
    if slot < 0:
        return 0
    holds = count_attacker_holds(state)
    fewest, most = read_numbers(table, slot)
    if holds >= fewest:
        return 1
    return -1 if holds <= most else 0


@njit
def store_result(state: State, table: Table, board: UInt64, result: int, effort: int) -> None:
    """Store in the table whether the attacker wins a position (result 1) or does not win (-1).

    A win also holds for more prisoners, a failure also for fewer.
    """
    if state[HEADER, GAME] < ASLI:
        won = result > 0
        store_numbers(
            table,
            hash_position(state, board),
            0 if won else INFINITE,
            INFINITE if won else 0,
            effort,
        )
        return
    key = hash_without_prison(state, board)
    slot, fewest, most = find_slot(table, key), INFINITE, 0
    if slot >= 0:
        fewest, most = read_numbers(table, slot)
    if result > 0:
        fewest = min(fewest, count_attacker_holds(state))
    else:
        most = max(most, count_attacker_holds(state))
    store_numbers(table, key, fewest, most, effort)
