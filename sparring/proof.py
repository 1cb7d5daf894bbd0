"""Compiled: proves who wins an endgame, by depth-first proof-number search with a table.

The question is always whether one colour, the claimant, wins. ``lab`` is int32 [depths * BLOCK,
cells]: for each depth the state, its moves and their numbers; ``words``: see `memory`. The method
is Nagai's (2002), but a hard number is not the sum of the moves': the largest, plus one for each
other, because endgames reach a position in many orders (Ueda and others, 2008).
"""

import numpy as np

from sparring.arrays import Desk, Word, Words
from sparring.jit import njit
from sparring.kernel import place
from sparring.layout import (
    CELLS,
    CLAIMANT,
    DRAW,
    HEAD,
    ILLEGAL,
    LIFLINA,
    MOVER,
    MOVES,
    NODES_LEFT,
    PASS,
    RULE,
    STATE_ROWS,
    TAINT,
    WINNER,
    WORK,
)
from sparring.memory import (
    INFINITE,
    PATH,
    board_key,
    full_key,
    look_up,
    look_up_result,
    numbers_at,
    remember,
    remember_result,
    repeats,
)
from sparring.snapshots import copy_state
from sparring.turns import can_pass, hold
from sparring.twins import learn_owners, list_candidates

# Rows of a depth's block in the lab, and fields of its row FACTS.
MOVES_ROW, PROOF, DISPROOF, TAINTS, FACTS = range(STATE_ROWS, STATE_ROWS + 5)
BLOCK = STATE_ROWS + 5
COUNT, PROOF_LIMIT, DISPROOF_LIMIT, PROOF_FOUND, DISPROOF_FOUND, REFUSED = range(6)
UNTAINTED = 1 << 20


@njit
def write_child(lab: Desk, depth: int, i: int, proof: int, disproof: int) -> None:
    """Set the numbers of a move."""
    lab[depth * BLOCK + PROOF, i] = proof
    lab[depth * BLOCK + DISPROOF, i] = disproof


@njit
def show(m: Desk, lab: Desk, depth: int) -> None:
    """Put the state of a depth on the desk."""
    copy_state(lab, depth * BLOCK, m, 0)


@njit
def keep(m: Desk, lab: Desk, depth: int) -> None:
    """Keep the desk's state as that of a depth."""
    copy_state(m, 0, lab, depth * BLOCK)


@njit
def board_after(m: Desk, lab: Desk, words: Words, depth: int, x: int) -> Word:
    """Name the board after a move from a depth, from its name there if nothing was taken."""
    here = depth * BLOCK + HEAD
    me = lab[here, MOVER]
    added = 0 if x == PASS else 1
    if m[HEAD, me] != lab[here, me] + added or m[HEAD, 3 - me] != lab[here, 3 - me]:
        return board_key(m, words)
    key: Word = words[PATH, depth] ^ np.uint64(me ^ m[HEAD, MOVER])
    if added:
        key ^= words[me, x]
    return key


@njit
def write_estimate(m: Desk, lab: Desk, depth: int, i: int) -> None:
    """Set the numbers of a move of which nothing is known: as if all answers were legal."""
    me = m[HEAD, MOVER]
    answers = max(1, m[HEAD, CELLS] + m[HEAD, CELLS + me] + (1 if can_pass(m) else 0))
    mine = me == m[WORK, CLAIMANT]
    write_child(lab, depth, i, 1 if mine else answers, answers if mine else 1)


@njit
def judge_child(m: Desk, lab: Desk, words: Words, table: Words, depth: int, i: int) -> bool:
    """Set the numbers of the move that led to the desk's state; False: it was not legal."""
    board = board_after(m, lab, words, depth, lab[depth * BLOCK + MOVES_ROW, i])
    if lab[depth * BLOCK + MOVES_ROW, i] != PASS and repeats(m, words, depth, board):
        if m[HEAD, RULE] == LIFLINA:
            return False
        m[HEAD, WINNER] = DRAW
    if m[HEAD, WINNER]:
        result = 1 if m[HEAD, WINNER] == m[WORK, CLAIMANT] else -1
    else:
        result = look_up_result(m, table, board)
    if result:
        write_child(lab, depth, i, 0 if result > 0 else INFINITE, 0 if result < 0 else INFINITE)
        return True
    slot = look_up(table, full_key(m, board))
    if slot >= 0:
        proof, disproof = numbers_at(table, slot)
        write_child(lab, depth, i, proof, disproof)
        return True
    learn_owners(m)
    write_estimate(m, lab, depth, i)
    return True


@njit
def make_move(m: Desk, x: int) -> int:
    """Make a move that may be legal; ILLEGAL: it is not, and the state may be spoilt."""
    return int(hold(m) if x == PASS else place(m, x))


@njit
def expand(m: Desk, lab: Desk, words: Words, table: Words, depth: int) -> None:
    """List the moves of a depth's state, with what is known of each."""
    learn_owners(m)
    keep(m, lab, depth)
    words[PATH, depth] = board_key(m, words)
    block = depth * BLOCK
    n = list_candidates(m)
    for i in range(n):
        lab[block + MOVES_ROW, i] = m[MOVES, i]
    kept, refused = 0, UNTAINTED
    for i in range(n):
        x = lab[block + MOVES_ROW, i]
        lab[block + MOVES_ROW, kept] = x
        m[WORK, TAINT] = UNTAINTED
        if make_move(m, x) != ILLEGAL:
            if judge_child(m, lab, words, table, depth, kept):
                lab[block + TAINTS, kept] = m[WORK, TAINT]
                kept += 1
            else:
                refused = min(refused, m[WORK, TAINT])
        show(m, lab, depth)
    lab[block + FACTS, COUNT] = kept
    lab[block + FACTS, REFUSED] = refused


@njit
def taint_of(m: Desk, lab: Desk, depth: int) -> int:
    """Tell which ancestor's board the result of a depth rests on, UNTAINTED if on none.

    A win rests on one winning move, a loss on all moves, those that repetition forbids included.
    """
    block = depth * BLOCK
    mine = lab[block + HEAD, MOVER] == m[WORK, CLAIMANT]
    easy_row = PROOF if mine else DISPROOF
    all_moves, winning = lab[block + FACTS, REFUSED], -1
    for i in range(lab[block + FACTS, COUNT]):
        taint = lab[block + TAINTS, i]
        all_moves = min(all_moves, taint)
        if lab[block + easy_row, i] == 0:
            winning = max(winning, taint)
    taint = winning if winning >= 0 else all_moves
    return int(taint if taint < depth else UNTAINTED)


@njit
def set_limits(lab: Desk, depth: int, second: int, others: int, flipped: int) -> None:
    """Say how far to look into the best move: until the second best looks better."""
    here, below = depth * BLOCK + FACTS, (depth + 1) * BLOCK + FACTS
    easy_limit = lab[here, PROOF_LIMIT + flipped]
    lab[below, PROOF_LIMIT + flipped] = min(easy_limit, second + 1)
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
def note(m: Desk, lab: Desk, words: Words, table: Words, depth: int, effort: int) -> None:
    """Remember what was found at a depth; TAINT says which ancestor's board it rests on."""
    show(m, lab, depth)
    board, facts = words[PATH, depth], depth * BLOCK + FACTS
    proof, disproof = lab[facts, PROOF_FOUND], lab[facts, DISPROOF_FOUND]
    m[WORK, TAINT] = UNTAINTED
    if proof and disproof:
        remember(table, full_key(m, board), proof, disproof, effort)
        return
    m[WORK, TAINT] = taint_of(m, lab, depth)
    if m[WORK, TAINT] == UNTAINTED:
        remember_result(m, table, board, -1 if proof else 1, effort)


@njit
def prove(m: Desk, lab: Desk, words: Words, table: Words, depth: int) -> None:
    """Look into the desk's state, within its limits; the numbers found are in the lab."""
    block, start = depth * BLOCK, m[WORK, NODES_LEFT]
    m[WORK, NODES_LEFT] -= 1
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
        make_move(m, lab[block + MOVES_ROW, i])
        prove(m, lab, words, table, depth + 1)
        below = block + BLOCK + FACTS
        write_child(lab, depth, i, lab[below, PROOF_FOUND], lab[below, DISPROOF_FOUND])
        lab[block + TAINTS, i] = m[WORK, TAINT]
    note(m, lab, words, table, depth, start - m[WORK, NODES_LEFT])
