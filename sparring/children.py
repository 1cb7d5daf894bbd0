"""Compiled: the moves of a position of a proof, each with what is known of it.

``lab`` is int32 [depths * BLOCK, cells]: for each depth of the way from the root its state, its
moves and their numbers; ``words``: see `memory`, ``weights``: see `taste`.
"""

import numpy as np

from sparring.arrays import Desk, Lab, Table, Weights, Words
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
def write_child(lab: Lab, depth: int, i: int, proof: int, disproof: int) -> None:
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
def show(desk: Desk, lab: Lab, depth: int) -> None:
    """Put the state of a depth on the desk."""
    copy_used(lab, depth * BLOCK, desk, 0)


@njit
def show_head(desk: Desk, lab: Lab, depth: int) -> None:
    """Put the header of the state of a depth on the desk."""
    for x in range(FEWEST_COLUMNS):
        desk[HEAD, x] = lab[depth * BLOCK + HEAD, x]


@njit
def wins_at_once(desk: Desk, lab: Lab, depth: int, i: int) -> bool:
    """Whether a move is known to win for the mover, resting on no board of the way."""
    block = depth * BLOCK
    mine = lab[block + HEAD, MOVER] == desk[WORK, CLAIMANT]
    easy_row = PROOF if mine else DISPROOF
    return bool(lab[block + easy_row, i] == 0 and lab[block + TAINTS, i] == UNTAINTED)


@njit
def keep(desk: Desk, lab: Lab, depth: int) -> None:
    """Keep the desk's state as that of a depth."""
    copy_used(desk, 0, lab, depth * BLOCK)


@njit
def name_board(desk: Desk, lab: Lab, words: Words, depth: int, x: int) -> None:
    """Name the board after a move from a depth, from its name there if nothing was taken."""
    here, me = depth * BLOCK + HEAD, lab[depth * BLOCK + HEAD, MOVER]
    added = 0 if x == PASS else 1
    if desk[HEAD, me] != lab[here, me] + added or desk[HEAD, 3 - me] != lab[here, 3 - me]:
        words[PATH, depth + 1] = board_key(desk, words)
        return
    words[PATH, depth + 1] = words[PATH, depth] ^ np.uint64(me ^ desk[HEAD, MOVER])
    if added:
        words[PATH, depth + 1] ^= words[me, x]


@njit
def write_estimate(desk: Desk, lab: Lab, depth: int, i: int) -> None:
    """Set the numbers of a move of which nothing is known: as if all answers were legal."""
    me = desk[HEAD, MOVER]
    answers = max(1, desk[HEAD, CELLS] + desk[HEAD, CELLS + me] + (1 if can_pass(desk) else 0))
    mine = me == desk[WORK, CLAIMANT]
    write_child(lab, depth, i, 1 if mine else answers, answers if mine else 1)


@njit
def write_result(desk: Desk, lab: Lab, depth: int, i: int, winner: int) -> None:
    """Set the numbers of a move of which it is known who wins, or that it is a draw."""
    won = winner == desk[WORK, CLAIMANT]
    write_child(lab, depth, i, 0 if won else INFINITE, INFINITE if won else 0)


@njit
def write_known(desk: Desk, lab: Lab, words: Words, table: Table, depth: int, i: int) -> bool:
    """Set the numbers of the move that led to the desk's state if the table knows it."""
    board = words[PATH, depth + 1]
    result = look_up_result(desk, table, board)
    if result:
        write_result(desk, lab, depth, i, desk[WORK, CLAIMANT] if result > 0 else DRAW)
        return True
    slot = look_up(table, full_key(desk, board))
    if slot < 0:
        return False
    write_child(lab, depth, i, *numbers_at(table, slot))
    return True


@njit
def lean_by_holds(desk: Desk, lab: Lab, depth: int, i: int, me: int, missing: int) -> None:
    """Count a win as the easier the fewer holds a colour lacks to win by holding alone."""
    block = depth * BLOCK
    row = block + (PROOF if me == desk[WORK, CLAIMANT] else DISPROOF)
    lab[block + PROOF, i] += FOR_ALL_HOLDS
    lab[block + DISPROOF, i] += FOR_ALL_HOLDS
    lab[row, i] -= max(0, FOR_ALL_HOLDS - FOR_A_HOLD * missing)


@njit
def write_unknown(desk: Desk, lab: Lab, words: Words, table: Table, depth: int, i: int) -> None:
    """Set the numbers of the move that led to the desk's state, which the table does not know."""
    learn_owners(desk)
    me = may_outlast(desk)
    missing = holds_missing(desk, me) if me else FOR_ALL_HOLDS
    if missing == 0:
        result = 1 if me == desk[WORK, CLAIMANT] else -1
        remember_result(desk, table, words[PATH, depth + 1], result, 1)
        write_result(desk, lab, depth, i, me)
        return
    write_estimate(desk, lab, depth, i)
    if desk[HEAD, RULE] == LIFLINA:
        lean_by_holds(desk, lab, depth, i, me, missing)
    block, key = depth * BLOCK, full_key(desk, words[PATH, depth + 1])
    remember(table, key, lab[block + PROOF, i], lab[block + DISPROOF, i], 0)


@njit
def make_move(desk: Desk, x: int) -> int:
    """Make a move that may be legal; ILLEGAL: it is not, and the state may be spoilt."""
    return int(hold(desk) if x == PASS else place(desk, x))


@njit
def judge_in_thought(desk: Desk, lab: Lab, words: Words, table: Table, depth: int, i: int) -> bool:
    """Set the numbers of a move as if it took nothing; False: it must be made.

    If the table knows the position with the stone and nothing taken, then nothing dies there, so
    that it is what the move leads to: what is in the table stood after a turn.
    """
    x = lab[depth * BLOCK + MOVES_ROW, i]
    if x == PASS or desk[HEAD, TURN] > 1:
        return False
    quiet = is_quiet(desk, x)
    pretend(desk, x)
    name_board(desk, lab, words, depth, x)
    settled = False
    if not repeats(desk, words, depth, words[PATH, depth + 1]):
        settled = write_known(desk, lab, words, table, depth, i)
        if quiet and not settled:
            write_estimate(desk, lab, depth, i)
            settled = True
    show_head(desk, lab, depth)
    return settled


@njit
def judge(desk: Desk, lab: Lab, words: Words, table: Table, depth: int, i: int) -> bool:
    """Make a move, set its numbers and take it back; False: it was not legal."""
    x = lab[depth * BLOCK + MOVES_ROW, i]
    legal = make_move(desk, x) != ILLEGAL
    if legal:
        name_board(desk, lab, words, depth, x)
        if x != PASS and repeats(desk, words, depth, words[PATH, depth + 1]):
            legal = desk[HEAD, RULE] != LIFLINA
            desk[HEAD, WINNER] = DRAW
        if desk[HEAD, WINNER]:
            write_result(desk, lab, depth, i, desk[HEAD, WINNER])
        elif not write_known(desk, lab, words, table, depth, i):
            write_unknown(desk, lab, words, table, depth, i)
    show(desk, lab, depth)
    return legal


@njit
def expand(desk: Desk, lab: Lab, words: Words, table: Table, weights: Weights, depth: int) -> None:
    """List the moves of a depth's state, with what is known of each."""
    learn_owners(desk)
    keep(desk, lab, depth)
    words[PATH, depth] = board_key(desk, words)
    block = depth * BLOCK
    n = list_best_first(desk, weights)
    for i in range(n):
        lab[block + MOVES_ROW, i] = desk[MOVES, i]
    kept, refused = 0, UNTAINTED
    for i in range(n):
        lab[block + MOVES_ROW, kept] = lab[block + MOVES_ROW, i]
        desk[WORK, TAINT] = UNTAINTED
        if not judge_in_thought(desk, lab, words, table, depth, kept):
            desk[WORK, TAINT] = UNTAINTED
            if not judge(desk, lab, words, table, depth, kept):
                refused = min(refused, desk[WORK, TAINT])
                continue
        lab[block + TAINTS, kept] = desk[WORK, TAINT]
        kept += 1
        if wins_at_once(desk, lab, depth, kept - 1):
            break
    lab[block + FACTS, COUNT] = kept
    lab[block + FACTS, REFUSED] = refused
