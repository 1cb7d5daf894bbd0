"""Compiled: proves who wins an endgame, by depth-first proof-number search with a table.

The question is always whether one colour, the claimant, wins. ``lab`` is int32 [depths * BLOCK,
cells]: for each depth the state, its moves and their numbers. ``words`` is uint64: the random words
of stones, for each depth the keys of the moves, the boards of the path and of the game so far.
``table`` is uint64 [slots, 2]: a key, and the numbers packed. Nagai 2002; instead of the sum of
the children's numbers the largest is taken plus one for each other child, because most endgames
reach a position in many orders (Ueda and others 2008).
"""

import numpy as np

from sparring.arrays import Desk, Word, Words
from sparring.jit import njit
from sparring.kernel import attempt, list_moves
from sparring.layout import (
    ASLI,
    BOARD,
    CELLS,
    CLAIMANT,
    COLOUR,
    DOUBT,
    DRAW,
    GROUP,
    HEAD,
    INCURSION,
    KOMI,
    LIFLINA,
    MOVER,
    MOVES,
    NODES_LEFT,
    OWED,
    PASS,
    PAST,
    PRISON,
    RIM,
    RING,
    RULE,
    SIDES,
    SPLIT,
    STATE_ROWS,
    TAINT,
    WINNER,
    WORK,
)

# Rows of a depth's block in the lab, and fields of its row FACTS.
MOVES_ROW, PROOF, DISPROOF, FACTS = range(STATE_ROWS, STATE_ROWS + 4)
BLOCK = STATE_ROWS + 4
COUNT, PROOF_LIMIT, DISPROOF_LIMIT, PROOF_FOUND, DISPROOF_FOUND = range(5)
# Rows of the words: stones of Black and White; boards of the path; boards of the game; keys.
PATH, GAME = 3, 4
GAME_ROWS = 4
KEYS = GAME + GAME_ROWS

INFINITE = 1 << 20
PROBES = 4  # slots of the table in which a key may be
UNTAINTED = 1 << 20


@njit
def mix(word: Word) -> Word:
    """Scatter a number over 64 bits (splitmix64, Steele and others 2014)."""
    word += np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit
def board_key(m: Desk, words: Words) -> Word:
    """Name the stones and the side to move: what repetition compares."""
    key = np.uint64(m[HEAD, MOVER])
    for x in range(m.shape[1]):
        colour = m[COLOUR, x]
        if 0 < colour < RIM:
            key ^= words[colour, x]
    return key


@njit
def full_key(m: Desk, board: Word) -> Word:
    """Name everything that the rest of the game depends on, but for repetition."""
    rest = m[HEAD, OWED] | m[HEAD, INCURSION] << 4 | m[HEAD, SPLIT + 1] << 5
    rest |= (
        m[HEAD, SPLIT + 2] << 6
        | m[WORK, CLAIMANT] - 1 << 7
        | m[HEAD, DOUBT] << 8
        | m[HEAD, KOMI] << 20
    )
    rest |= (m[HEAD, PRISON] + 2048) << 32
    return board ^ mix(np.uint64(rest)) | np.uint64(1)


@njit
def look_up(table: Words, key: Word) -> int:
    """Find the slot of a key; -1 when it is not there."""
    slot = int(key >> np.uint64(20)) % (table.shape[0] - PROBES)
    for i in range(slot, slot + PROBES):
        if table[i, 0] == key:
            return i
    return -1


@njit
def remember(table: Words, key: Word, proof: int, disproof: int, effort: int) -> None:
    """Keep the numbers of a position, at the cost of the one that took the least effort."""
    slot = int(key >> np.uint64(20)) % (table.shape[0] - PROBES)
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
def repeats(m: Desk, words: Words, depth: int, board: Word) -> bool:
    """Whether a board stood before, in the game or on the path; then notes on which ancestor."""
    if m[HEAD, RULE] < ASLI:
        return False
    for i in range(m[WORK, PAST]):
        if words[GAME + i // m.shape[1], i % m.shape[1]] == board:
            return True
    for d in range(depth + 1):
        if words[PATH, d] == board:
            m[WORK, TAINT] = min(m[WORK, TAINT], d)
            return True
    return False


@njit
def write_child(lab: Desk, depth: int, i: int, proof: int, disproof: int) -> None:
    """Set the numbers of a move."""
    lab[depth * BLOCK + PROOF, i] = proof
    lab[depth * BLOCK + DISPROOF, i] = disproof


@njit
def is_eye(m: Desk, x: int, me: int) -> bool:
    """Whether all neighbours of an empty cell are stones of a colour, or the rim."""
    for i in range(m[BOARD, SIDES]):
        colour = m[COLOUR, m[RING + i, x]]
        if colour & me == 0:
            return False
    return True


@njit
def same_groups(m: Desk, x: int, y: int) -> bool:
    """Whether each group beside x is beside y."""
    for i in range(m[BOARD, SIDES]):
        stone = m[RING + i, x]
        if m[COLOUR, stone] == RIM:
            continue
        found = False
        for j in range(m[BOARD, SIDES]):
            other = m[RING + j, y]
            if m[COLOUR, other] != RIM and m[GROUP, other] == m[GROUP, stone]:
                found = True
        if not found:
            return False
    return True


@njit
def is_equal_eye(m: Desk, x: int, seen: int) -> bool:
    """Whether a cell is the twin of one of the first moves listed.

    A cell all of whose neighbours are the mover's own: filling it joins the groups around it and
    changes nothing else, so another such cell among the same groups is as good; should they die,
    the boards are equal.
    """
    me = m[HEAD, MOVER]
    if not is_eye(m, x, me):
        return False
    for i in range(seen):
        y = m[MOVES, i]
        if y != PASS and is_eye(m, y, me) and same_groups(m, x, y) and same_groups(m, y, x):
            return True
    return False


@njit
def list_distinct(m: Desk) -> int:
    """List the legal moves, twins left out."""
    n = list_moves(m)
    if m[HEAD, RULE] >= ASLI:
        return n
    kept = 0
    for i in range(n):
        x = m[MOVES, i]
        if x == PASS or not is_equal_eye(m, x, kept):
            m[MOVES, kept] = x
            kept += 1
    return kept


@njit
def show(m: Desk, lab: Desk, depth: int) -> None:
    """Put the state of a depth on the desk."""
    for row in range(STATE_ROWS):
        for x in range(m.shape[1]):
            m[row, x] = lab[depth * BLOCK + row, x]


@njit
def keep(m: Desk, lab: Desk, depth: int) -> None:
    """Keep the desk's state as that of a depth."""
    for row in range(STATE_ROWS):
        for x in range(m.shape[1]):
            lab[depth * BLOCK + row, x] = m[row, x]


@njit
def guess(m: Desk, lab: Desk, depth: int, i: int) -> None:
    """Start a move's numbers from the free moves that each colour has in regions of its own."""
    me = m[WORK, CLAIMANT]
    ahead = m[HEAD, CELLS + me] - m[HEAD, CELLS + 3 - me]
    write_child(lab, depth, i, 1 + max(0, -ahead), 1 + max(0, ahead))


@njit
def judge_child(m: Desk, lab: Desk, words: Words, table: Words, depth: int, i: int) -> bool:
    """Set the numbers of the move that led to the desk's state; False: it was not legal."""
    board = board_key(m, words)
    key = full_key(m, board)
    words[KEYS + depth, i] = key
    winner = m[HEAD, WINNER]
    if lab[depth * BLOCK + MOVES_ROW, i] != PASS and repeats(m, words, depth, board):
        if m[HEAD, RULE] == LIFLINA:
            return False
        winner = DRAW
    if winner:
        won = winner == m[WORK, CLAIMANT]
        write_child(lab, depth, i, 0 if won else INFINITE, INFINITE if won else 0)
        return True
    slot = look_up(table, key)
    if slot < 0:
        guess(m, lab, depth, i)
    else:
        packed = int(table[slot, 1] & np.uint64((1 << 42) - 1))
        write_child(lab, depth, i, packed >> 21, packed & ((1 << 21) - 1))
    return True


@njit
def expand(m: Desk, lab: Desk, words: Words, table: Words, depth: int) -> None:
    """List the moves of a depth's state, with what is known of each."""
    keep(m, lab, depth)
    words[PATH, depth] = board_key(m, words)
    block = depth * BLOCK
    n = list_distinct(m)
    for i in range(n):
        lab[block + MOVES_ROW, i] = m[MOVES, i]
    kept = 0
    for i in range(n):
        x = lab[block + MOVES_ROW, i]
        lab[block + MOVES_ROW, kept] = x
        attempt(m, x)
        if judge_child(m, lab, words, table, depth, kept):
            kept += 1
        show(m, lab, depth)
    lab[block + FACTS, COUNT] = kept


@njit
def set_limits(lab: Desk, depth: int, second: int, others: int, flipped: int) -> None:
    """Say how far to look into the best move: until the second best looks better."""
    here, below = depth * BLOCK + FACTS, (depth + 1) * BLOCK + FACTS
    easy_limit = lab[here, PROOF_LIMIT + flipped]
    lab[below, PROOF_LIMIT + flipped] = min(easy_limit, second + 1 + second // 4)
    lab[below, DISPROOF_LIMIT - flipped] = lab[here, DISPROOF_LIMIT - flipped] - others


@njit
def sum_up(m: Desk, lab: Desk, depth: int) -> int:
    """Work out a depth's numbers from its moves; the index of the move to look into."""
    block = depth * BLOCK
    mine = lab[block + HEAD, MOVER] == m[WORK, CLAIMANT]
    easy_row, hard_row = (PROOF, DISPROOF) if mine else (DISPROOF, PROOF)
    best, easy, second, hard, open_moves = 0, INFINITE, INFINITE, 0, 0
    for i in range(lab[block + FACTS, COUNT]):
        value = lab[block + easy_row, i]
        if value < easy:
            best, easy, second = i, value, easy
        elif value < second:
            second = value
        if lab[block + hard_row, i]:
            open_moves += 1
            hard = max(hard, lab[block + hard_row, i])
    if hard < INFINITE:
        hard = min(INFINITE - 1, hard + max(0, open_moves - 1))
    set_limits(lab, depth, second, max(0, open_moves - 1), 0 if mine else 1)
    lab[block + FACTS, PROOF_FOUND] = easy if mine else hard
    lab[block + FACTS, DISPROOF_FOUND] = hard if mine else easy
    return best


@njit
def full_key_of(m: Desk, lab: Desk, words: Words, depth: int) -> Word:
    """Name the state of a depth."""
    show(m, lab, depth)
    return full_key(m, words[PATH, depth])


@njit
def prove(m: Desk, lab: Desk, words: Words, table: Words, depth: int) -> None:
    """Look into the desk's state, within its limits; the numbers found are in the lab."""
    block, start = depth * BLOCK, m[WORK, NODES_LEFT]
    m[WORK, NODES_LEFT] -= 1
    outer_taint = m[WORK, TAINT]
    m[WORK, TAINT] = UNTAINTED
    expand(m, lab, words, table, depth)
    while True:
        i = sum_up(m, lab, depth)
        proof, disproof = lab[block + FACTS, PROOF_FOUND], lab[block + FACTS, DISPROOF_FOUND]
        if proof >= lab[block + FACTS, PROOF_LIMIT] or proof == 0:
            break
        if disproof >= lab[block + FACTS, DISPROOF_LIMIT] or disproof == 0:
            break
        if m[WORK, NODES_LEFT] <= 0 or (depth + 3) * BLOCK > lab.shape[0]:
            m[WORK, NODES_LEFT] = 0
            break
        show(m, lab, depth)
        attempt(m, lab[block + MOVES_ROW, i])
        prove(m, lab, words, table, depth + 1)
        below = block + BLOCK + FACTS
        write_child(lab, depth, i, lab[below, PROOF_FOUND], lab[below, DISPROOF_FOUND])
    key = full_key_of(m, lab, words, depth)
    if m[WORK, TAINT] >= depth or (proof and disproof):
        remember(table, key, proof, disproof, start - m[WORK, NODES_LEFT])
    taint = m[WORK, TAINT] if m[WORK, TAINT] < depth else UNTAINTED
    m[WORK, TAINT] = min(outer_taint, taint)
