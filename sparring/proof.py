"""Compiled: proves who wins an endgame, by depth-first proof-number search with a table.

The question is always whether one colour, the claimant, wins. ``lab``: see `children`; ``words``
and ``table``: see `memory`; ``weights``: see `taste`. The method is Nagai's (2002), but a hard
number is not the sum of the moves': the largest, plus one for every eight others, because endgames
reach a position in many orders (after Ueda and others, 2008, who add one for each other).
"""

from sparring.arrays import Desk, Lab, Table, Weights, Words
from sparring.children import (
    BLOCK,
    COUNT,
    DISPROOF,
    DISPROOF_FOUND,
    DISPROOF_LIMIT,
    FACTS,
    MOVES_ROW,
    PROOF,
    PROOF_FOUND,
    PROOF_LIMIT,
    REFUSED,
    TAINTS,
    UNTAINTED,
    expand,
    make_move,
    show,
    show_head,
    write_child,
)
from sparring.jit import njit
from sparring.layout import CLAIMANT, HEAD, MOVER, NODES_LEFT, TAINT, WORK
from sparring.memory import INFINITE, PATH, full_key, remember, remember_result

SHARE = 8  # so many other moves make a hard number one larger


@njit
def taint_of(desk: Desk, lab: Lab, depth: int) -> int:
    """Tell which ancestor's board the result of a depth rests on, UNTAINTED if on none.

    A win rests on one winning move, a loss on all moves, those that repetition forbids included.
    """
    block = depth * BLOCK
    mine = lab[block + HEAD, MOVER] == desk[WORK, CLAIMANT]
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
def set_limits(lab: Lab, depth: int, second: int, others: int, flipped: int) -> None:
    """Say how far to look into the best move: until the second best looks clearly better."""
    here, below = depth * BLOCK + FACTS, (depth + 1) * BLOCK + FACTS
    easy_limit = lab[here, PROOF_LIMIT + flipped]
    lab[below, PROOF_LIMIT + flipped] = min(easy_limit, second + 1 + second // 4)
    lab[below, DISPROOF_LIMIT - flipped] = lab[here, DISPROOF_LIMIT - flipped] - others


@njit
def sum_up(desk: Desk, lab: Lab, depth: int) -> int:
    """Work out a depth's numbers from its moves; the index of the move to look into."""
    block = depth * BLOCK
    mine = lab[block + HEAD, MOVER] == desk[WORK, CLAIMANT]
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
    others = max(0, open_moves - 1) // SHARE
    if hard < INFINITE:
        hard = min(INFINITE - 1, hard + others)
    set_limits(lab, depth, second, others, 0 if mine else 1)
    lab[block + FACTS, PROOF_FOUND] = easy if mine else hard
    lab[block + FACTS, DISPROOF_FOUND] = hard if mine else easy
    return best


@njit
def note(desk: Desk, lab: Lab, words: Words, table: Table, depth: int, effort: int) -> None:
    """Remember what was found at a depth; TAINT says which ancestor's board it rests on.

    Not of the root: dead groups may stand on it, and `judge_in_thought` relies on there being none.
    """
    if depth == 0:
        return
    show_head(desk, lab, depth)
    board, facts = words[PATH, depth], depth * BLOCK + FACTS
    proof, disproof = lab[facts, PROOF_FOUND], lab[facts, DISPROOF_FOUND]
    desk[WORK, TAINT] = UNTAINTED
    if proof and disproof:
        remember(table, full_key(desk, board), proof, disproof, effort)
        return
    desk[WORK, TAINT] = taint_of(desk, lab, depth)
    if desk[WORK, TAINT] == UNTAINTED:
        remember_result(desk, table, board, -1 if proof else 1, effort)


@njit
def prove(desk: Desk, lab: Lab, words: Words, table: Table, weights: Weights, depth: int) -> None:
    """Look into the desk's state, within its limits; the numbers found are in the lab."""
    block, start = depth * BLOCK, desk[WORK, NODES_LEFT]
    desk[WORK, NODES_LEFT] -= 1
    expand(desk, lab, words, table, weights, depth)
    while True:
        i = sum_up(desk, lab, depth)
        proof, disproof = lab[block + FACTS, PROOF_FOUND], lab[block + FACTS, DISPROOF_FOUND]
        if proof >= lab[block + FACTS, PROOF_LIMIT] or proof == 0:
            break
        if disproof >= lab[block + FACTS, DISPROOF_LIMIT] or disproof == 0:
            break
        if desk[WORK, NODES_LEFT] <= 0 or (depth + 3) * BLOCK > lab.shape[0]:
            desk[WORK, NODES_LEFT] = 0
            break
        show(desk, lab, depth)
        make_move(desk, lab[block + MOVES_ROW, i])
        prove(desk, lab, words, table, weights, depth + 1)
        below = block + BLOCK + FACTS
        write_child(lab, depth, i, lab[below, PROOF_FOUND], lab[below, DISPROOF_FOUND])
        lab[block + TAINTS, i] = desk[WORK, TAINT]
    note(desk, lab, words, table, depth, start - desk[WORK, NODES_LEFT])
