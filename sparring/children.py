"""Compiled: the moves of a position of a proof, each with what is known of it.

``lab`` is int32 [depths * BLOCK, cells]: for each depth of the way from the root its state, its
moves and their numbers; ``words``: see `memory`, ``weights``: see `taste`.
"""

import numpy as np

from sparring.arrays import Desk, Weights, Words
from sparring.candidates import list_best_first
from sparring.jit import njit
from sparring.kernel import place
from sparring.layout import (
    CELLS,
    CLAIMANT,
    DRAW,
    FEWEST_COLUMNS,
    HEAD,
    ILLEGAL,
    LIFLINA,
    LIST,
    MOVER,
    MOVES,
    PASS,
    RULE,
    STATE_ROWS,
    TAINT,
    TURN,
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
from sparring.outlast import holds_missing, may_outlast
from sparring.quiet import is_quiet, pretend
from sparring.turns import can_pass, hold
from sparring.twins import learn_owners

# Rows of a depth's block in the lab, and fields of its row FACTS.
MOVES_ROW, PROOF, DISPROOF, TAINTS, FACTS = range(STATE_ROWS, STATE_ROWS + 5)
BLOCK = STATE_ROWS + 5
COUNT, PROOF_LIMIT, DISPROOF_LIMIT, PROOF_FOUND, DISPROOF_FOUND, REFUSED = range(6)
UNTAINTED = 1 << 20
# In Liflina a win counts as harder by so much for each hold that it lacks, at most by so much.
FOR_A_HOLD, FOR_ALL_HOLDS = 2, 14


@njit
def write_child(lab: Desk, depth: int, i: int, proof: int, disproof: int) -> None:
    """Set the numbers of a move."""
    lab[depth * BLOCK + PROOF, i] = proof
    lab[depth * BLOCK + DISPROOF, i] = disproof


@njit
def copy_used(source: Desk, first: int, target: Desk, to: int) -> None:
    """Copy a state but for what stands in its rows without meaning anything."""
    for x in range(FEWEST_COLUMNS):
        target[to + HEAD, x] = source[first + HEAD, x]
    for row in range(HEAD + 1, LIST):
        for x in range(target.shape[1]):
            target[to + row, x] = source[first + row, x]
    for k in range(3):
        for x in range(source[first + HEAD, CELLS + k]):
            target[to + LIST + k, x] = source[first + LIST + k, x]


@njit
def show(m: Desk, lab: Desk, depth: int) -> None:
    """Put the state of a depth on the desk."""
    copy_used(lab, depth * BLOCK, m, 0)


@njit
def show_head(m: Desk, lab: Desk, depth: int) -> None:
    """Put the header of the state of a depth on the desk."""
    for x in range(FEWEST_COLUMNS):
        m[HEAD, x] = lab[depth * BLOCK + HEAD, x]


@njit
def wins_at_once(m: Desk, lab: Desk, depth: int, i: int) -> bool:
    """Whether a move is known to win for the mover, resting on no board of the way."""
    block = depth * BLOCK
    mine = lab[block + HEAD, MOVER] == m[WORK, CLAIMANT]
    easy_row = PROOF if mine else DISPROOF
    return bool(lab[block + easy_row, i] == 0 and lab[block + TAINTS, i] == UNTAINTED)


@njit
def keep(m: Desk, lab: Desk, depth: int) -> None:
    """Keep the desk's state as that of a depth."""
    copy_used(m, 0, lab, depth * BLOCK)


@njit
def name_board(m: Desk, lab: Desk, words: Words, depth: int, x: int) -> None:
    """Name the board after a move from a depth, from its name there if nothing was taken."""
    here, me = depth * BLOCK + HEAD, lab[depth * BLOCK + HEAD, MOVER]
    added = 0 if x == PASS else 1
    if m[HEAD, me] != lab[here, me] + added or m[HEAD, 3 - me] != lab[here, 3 - me]:
        words[PATH, depth + 1] = board_key(m, words)
        return
    words[PATH, depth + 1] = words[PATH, depth] ^ np.uint64(me ^ m[HEAD, MOVER])
    if added:
        words[PATH, depth + 1] ^= words[me, x]


@njit
def write_estimate(m: Desk, lab: Desk, depth: int, i: int) -> None:
    """Set the numbers of a move of which nothing is known: as if all answers were legal."""
    me = m[HEAD, MOVER]
    answers = max(1, m[HEAD, CELLS] + m[HEAD, CELLS + me] + (1 if can_pass(m) else 0))
    mine = me == m[WORK, CLAIMANT]
    write_child(lab, depth, i, 1 if mine else answers, answers if mine else 1)


@njit
def write_result(m: Desk, lab: Desk, depth: int, i: int, winner: int) -> None:
    """Set the numbers of a move of which it is known who wins, or that it is a draw."""
    if winner == m[WORK, CLAIMANT]:
        write_child(lab, depth, i, 0, INFINITE)
    else:
        write_child(lab, depth, i, INFINITE, 0)


@njit
def write_known(m: Desk, lab: Desk, words: Words, table: Words, depth: int, i: int) -> bool:
    """Set the numbers of the move that led to the desk's state if the table knows it."""
    board = words[PATH, depth + 1]
    result = look_up_result(m, table, board)
    if result:
        write_result(m, lab, depth, i, m[WORK, CLAIMANT] if result > 0 else DRAW)
        return True
    slot = look_up(table, full_key(m, board))
    if slot < 0:
        return False
    write_child(lab, depth, i, *numbers_at(table, slot))
    return True


@njit
def lean_by_holds(m: Desk, lab: Desk, depth: int, i: int, me: int, missing: int) -> None:
    """Count a win as the easier the fewer holds a colour lacks to win by holding alone."""
    block = depth * BLOCK
    row = block + (PROOF if me == m[WORK, CLAIMANT] else DISPROOF)
    lab[block + PROOF, i] += FOR_ALL_HOLDS
    lab[block + DISPROOF, i] += FOR_ALL_HOLDS
    lab[row, i] -= max(0, FOR_ALL_HOLDS - FOR_A_HOLD * missing)


@njit
def write_unknown(m: Desk, lab: Desk, words: Words, table: Words, depth: int, i: int) -> None:
    """Set the numbers of the move that led to the desk's state, which the table does not know."""
    learn_owners(m)
    me = may_outlast(m)
    missing = holds_missing(m, me) if me else FOR_ALL_HOLDS
    if missing == 0:
        remember_result(m, table, words[PATH, depth + 1], 1 if me == m[WORK, CLAIMANT] else -1, 1)
        write_result(m, lab, depth, i, me)
        return
    write_estimate(m, lab, depth, i)
    if m[HEAD, RULE] == LIFLINA:
        lean_by_holds(m, lab, depth, i, me, missing)
    block, key = depth * BLOCK, full_key(m, words[PATH, depth + 1])
    remember(table, key, lab[block + PROOF, i], lab[block + DISPROOF, i], 0)


@njit
def make_move(m: Desk, x: int) -> int:
    """Make a move that may be legal; ILLEGAL: it is not, and the state may be spoilt."""
    return int(hold(m) if x == PASS else place(m, x))


@njit
def judge_in_thought(m: Desk, lab: Desk, words: Words, table: Words, depth: int, i: int) -> bool:
    """Set the numbers of a move as if it took nothing; False: it must be made.

    If the table knows the position with the stone and nothing taken, then nothing dies there, so
    that it is what the move leads to: what is in the table stood after a turn.
    """
    x = lab[depth * BLOCK + MOVES_ROW, i]
    if x == PASS or m[HEAD, TURN] > 1:
        return False
    quiet = is_quiet(m, x)
    pretend(m, x)
    name_board(m, lab, words, depth, x)
    settled = False
    if not repeats(m, words, depth, words[PATH, depth + 1]):
        settled = write_known(m, lab, words, table, depth, i)
        if quiet and not settled:
            write_estimate(m, lab, depth, i)
            settled = True
    show_head(m, lab, depth)
    return settled


@njit
def judge(m: Desk, lab: Desk, words: Words, table: Words, depth: int, i: int) -> bool:
    """Make a move, set its numbers and take it back; False: it was not legal."""
    x = lab[depth * BLOCK + MOVES_ROW, i]
    legal = make_move(m, x) != ILLEGAL
    if legal:
        name_board(m, lab, words, depth, x)
        if x != PASS and repeats(m, words, depth, words[PATH, depth + 1]):
            legal = m[HEAD, RULE] != LIFLINA
            m[HEAD, WINNER] = DRAW
        if m[HEAD, WINNER]:
            write_result(m, lab, depth, i, m[HEAD, WINNER])
        elif not write_known(m, lab, words, table, depth, i):
            write_unknown(m, lab, words, table, depth, i)
    show(m, lab, depth)
    return legal


@njit
def expand(m: Desk, lab: Desk, words: Words, table: Words, weights: Weights, depth: int) -> None:
    """List the moves of a depth's state, with what is known of each."""
    learn_owners(m)
    keep(m, lab, depth)
    words[PATH, depth] = board_key(m, words)
    block = depth * BLOCK
    n = list_best_first(m, weights)
    for i in range(n):
        lab[block + MOVES_ROW, i] = m[MOVES, i]
    kept, refused = 0, UNTAINTED
    for i in range(n):
        lab[block + MOVES_ROW, kept] = lab[block + MOVES_ROW, i]
        m[WORK, TAINT] = UNTAINTED
        if not judge_in_thought(m, lab, words, table, depth, kept):
            m[WORK, TAINT] = UNTAINTED
            if not judge(m, lab, words, table, depth, kept):
                refused = min(refused, m[WORK, TAINT])
                continue
        lab[block + TAINTS, kept] = m[WORK, TAINT]
        kept += 1
        if wins_at_once(m, lab, depth, kept - 1):
            break
    lab[block + FACTS, COUNT] = kept
    lab[block + FACTS, REFUSED] = refused
