"""Compiled: names of positions, which stood before, and a table of what proofs have found.

``words`` is uint64 [WORD_ROWS, cells or DEPTHS, whichever is more]: rows 1 and 2 have a random word
for a stone of each colour on each cell, PATH the names of the boards on the path from the root, the
rows from GAME on those of the game so far, each in the slot its name says, or the next free one.
``table`` is uint64 [slots, 2]: a key, and effort, proof and disproof number in one word.
"""

import numpy as np

from sparring.arrays import Desk, Table, Word, Words
from sparring.jit import njit
from sparring.layout import (
    ASLI,
    CLAIMANT,
    COLOUR,
    DOUBT,
    HEAD,
    INCURSION,
    KOMI,
    MOVER,
    OWED,
    PRISON,
    RIM,
    RULE,
    SPLIT,
    TAINT,
    WHITE,
    WORK,
)

INFINITE = 1 << 20  # the largest number; both fit in 21 bits
PATH, GAME = 3, 4  # rows of the words
DEPTHS = 160  # of a way from the root; the row PATH has room for as many
GAME_ROWS = 8
WORD_ROWS = GAME + GAME_ROWS
PROBES = 4  # slots of the table in which a key may be


@njit
def mix(word: Word) -> Word:
    """Scatter a number over 64 bits (splitmix64, Steele and others 2014)."""
    word += np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit
def board_key(desk: Desk, words: Words) -> Word:
    """Name the stones and the side to move: what repetition compares."""
    key = np.uint64(desk[HEAD, MOVER])
    for x in range(desk.shape[1]):
        colour = desk[COLOUR, x]
        if 0 < colour < RIM:
            key ^= words[colour, x]
    return key


@njit
def full_key(desk: Desk, board: Word) -> Word:
    """Name everything that the rest of the game depends on, but for repetition."""
    return stripped_key(desk, board) ^ mix(np.uint64(desk[HEAD, PRISON] + 2048)) | np.uint64(1)


@njit
def stripped_key(desk: Desk, board: Word) -> Word:
    """Name the same without the prison."""
    rest = desk[HEAD, OWED] | desk[HEAD, INCURSION] << 4 | desk[WORK, CLAIMANT] - 1 << 7
    rest |= desk[HEAD, DOUBT] << 8 | desk[HEAD, KOMI] << 20
    if desk[HEAD, RULE] == ASLI:
        rest |= desk[HEAD, SPLIT + 1] << 5 | desk[HEAD, SPLIT + 2] << 6
    return board ^ mix(np.uint64(rest)) | np.uint64(1)


@njit
def stood_in_game(words: Words, board: Word) -> bool:
    """Whether a board stood before the root, from its slot on to the first free one."""
    columns = words.shape[1]
    slots = GAME_ROWS * columns
    i = np.int64(board % np.uint64(slots))
    while words[GAME + i // columns, i % columns]:
        if words[GAME + i // columns, i % columns] == board:
            return True
        i = (i + 1) % slots
    return False


@njit
def repeats(desk: Desk, words: Words, depth: int, board: Word) -> bool:
    """Whether a board stood before, in the game or on the path; then notes on which ancestor."""
    if desk[HEAD, RULE] < ASLI:
        return False
    if stood_in_game(words, board):
        return True
    for d in range(depth + 1):
        if words[PATH, d] == board:
            desk[WORK, TAINT] = min(desk[WORK, TAINT], d)
            return True
    return False


@njit
def first_slot(table: Table, key: Word) -> int:
    """Find the first of the slots in which a key may be; a power of two, and PROBES, there are."""
    return int(np.int64(key >> np.uint64(20) & np.uint64(table.shape[0] - PROBES - 1)))


@njit
def look_up(table: Table, key: Word) -> int:
    """Find the slot of a key; -1 when it is not there."""
    slot = first_slot(table, key)
    for i in range(slot, slot + PROBES):
        if table[i, 0] == key:
            return i
    return -1


@njit
def numbers_at(table: Table, slot: int) -> tuple[int, int]:
    """Read the proof and the disproof number of a slot."""
    packed = int(table[slot, 1] & np.uint64((1 << 42) - 1))
    return packed >> 21, packed & ((1 << 21) - 1)


@njit
def remember(table: Table, key: Word, proof: int, disproof: int, effort: int) -> None:
    """Keep the numbers of a position, at the cost of the one that took the least effort."""
    slot = first_slot(table, key)
    best, least = slot, np.uint64(1) << np.uint64(63)
    for i in range(slot, slot + PROBES):
        if table[i, 0] == key:
            best = i
            break
        if table[i, 1] >> np.uint64(42) < least:
            best, least = i, table[i, 1] >> np.uint64(42)
    table[best, 0] = key
    packed = np.uint64(min(effort, (1 << 21) - 1)) << np.uint64(42)
    table[best, 1] = packed | np.uint64(proof) << np.uint64(21) | np.uint64(disproof)


@njit
def holds_of_claimant(desk: Desk) -> int:
    """Count the enemy stones in prison as the claimant sees it, plus what keeps it above 0."""
    return int(
        2048 + (desk[HEAD, PRISON] if desk[WORK, CLAIMANT] == WHITE else -desk[HEAD, PRISON])
    )


@njit
def look_up_result(desk: Desk, table: Table, board: Word) -> int:
    """Tell whether the claimant is known to win (1) or not to (-1); 0: it is not known.

    Who wins with some prisoners wins with more of them: the same moves are open to him, and no
    more to the enemy; boards, and so repetition, are the same. In the hexhex games there are none,
    and the numbers of the full key say it.
    """
    if desk[HEAD, RULE] < ASLI:
        return 0
    slot = look_up(table, stripped_key(desk, board))
    if slot < 0:
        return 0
    holds = holds_of_claimant(desk)
    fewest, most = numbers_at(table, slot)
    if holds >= fewest:
        return 1
    return -1 if holds <= most else 0


@njit
def remember_result(desk: Desk, table: Table, board: Word, result: int, effort: int) -> None:
    """Keep whether the claimant wins (1) or not (-1), with so many prisoners or more, or fewer."""
    if desk[HEAD, RULE] < ASLI:
        won = result > 0
        remember(
            table, full_key(desk, board), 0 if won else INFINITE, INFINITE if won else 0, effort
        )
        return
    key = stripped_key(desk, board)
    slot, fewest, most = look_up(table, key), INFINITE, 0
    if slot >= 0:
        fewest, most = numbers_at(table, slot)
    if result > 0:
        fewest = min(fewest, holds_of_claimant(desk))
    else:
        most = max(most, holds_of_claimant(desk))
    remember(table, key, fewest, most, effort)
