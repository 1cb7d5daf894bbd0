"""Compiled depth-first proof-number search of endgames, with a transposition table.

It proves or disproves that one colour, the attacker, wins. See `proof_expansion` for `stack`,
`zobrist` for `hashes`, `transposition_table` for `table` and `move_priors` for `weights`. The
method is Nagai's (2002) with one change: instead of the sum of the moves' numbers, it takes the
largest plus one for every eight other moves, because endgames reach a position by many move orders
(after Ueda and others, 2008, who add one for every other move).
"""

from sparring.jit import njit
from sparring.kernel.layout import (
    ATTACKER,
    CYCLE_DEPTH,
    HEADER,
    NODE_BUDGET,
    SCRATCH,
    TO_MOVE,
    Hashes,
    ProofStack,
    State,
    Table,
    Weights,
)
from sparring.kernel.proof_expansion import (
    CYCLE_DEPTHS,
    DEPTH_ROWS,
    DISPROOF,
    DISPROOF_FOUND,
    DISPROOF_LIMIT,
    ILLEGAL_CYCLE_DEPTH,
    MOVE_COUNT,
    MOVE_ROW,
    NO_CYCLE,
    PROOF,
    PROOF_FOUND,
    PROOF_LIMIT,
    SUMMARY,
    expand,
    load_depth,
    load_header,
    make_pseudo_legal_move,
    set_numbers,
)
from sparring.kernel.transposition_table import INFINITE, store_numbers, store_result
from sparring.kernel.zobrist import PATH_ROW, hash_position

MOVES_PER_UNIT = 8  # other moves that add one to the number of a node


@njit
def find_cycle_depth(state: State, stack: ProofStack, depth: int) -> int:
    """Return the depth of the repeated ancestor on which a proved result depends, or NO_CYCLE.

    A win needs only one winning move, so the one with the deepest such ancestor counts. A loss
    needs all moves, so the shallowest ancestor counts, also of moves that repetition forbids.
    NO_CYCLE means that the result depends on no ancestor.
    """
    block = depth * DEPTH_ROWS
    attacker_moves = stack[block + HEADER, TO_MOVE] == state[SCRATCH, ATTACKER]
    easy_row = PROOF if attacker_moves else DISPROOF
    all_moves, winning = stack[block + SUMMARY, ILLEGAL_CYCLE_DEPTH], -1
    for i in range(stack[block + SUMMARY, MOVE_COUNT]):
        cycle_depth = stack[block + CYCLE_DEPTHS, i]
        all_moves = min(all_moves, cycle_depth)
        if stack[block + easy_row, i] == 0:
            winning = max(winning, cycle_depth)
    cycle_depth = winning if winning >= 0 else all_moves
    return int(cycle_depth if cycle_depth < depth else NO_CYCLE)


@njit
def set_child_limits(stack: ProofStack, depth: int, second: int, others: int, flipped: int) -> None:
    """Set the limits of the proof numbers up to which the best move is searched.

    They are written at the next depth, and end the search of the best move when the second-best
    move is clearly better.

    :param second: the number of the second-best move: its proof number if the attacker moves, else
        its disproof number.
    :param others: the amount that the other moves add to the opposite number of the position.
    :param flipped: 1 if the defender moves, so that proof and disproof change places; else 0.
    """
    here, below = depth * DEPTH_ROWS + SUMMARY, (depth + 1) * DEPTH_ROWS + SUMMARY
    easy_limit = stack[here, PROOF_LIMIT + flipped]
    stack[below, PROOF_LIMIT + flipped] = min(easy_limit, second + 1 + second // 4)
    stack[below, DISPROOF_LIMIT - flipped] = stack[here, DISPROOF_LIMIT - flipped] - others


@njit
def update_numbers(state: State, stack: ProofStack, depth: int) -> int:
    """Compute the proof numbers of the position at a depth of the stack from those of its moves.

    :returns: the index of the move to search next.
    """
    block = depth * DEPTH_ROWS
    attacker_moves = stack[block + HEADER, TO_MOVE] == state[SCRATCH, ATTACKER]
    easy_row, hard_row = (PROOF, DISPROOF) if attacker_moves else (DISPROOF, PROOF)
    best, easy, second, hard, open_moves = 0, INFINITE, INFINITE, 0, 0
    for i in range(stack[block + SUMMARY, MOVE_COUNT]):
        value = stack[block + easy_row, i]
        if value < easy:
            best, easy, second = i, value, easy
        elif value < second:
            second = value
        if stack[block + hard_row, i]:
            open_moves += 1
            hard = max(hard, stack[block + hard_row, i])
    others = max(0, open_moves - 1) // MOVES_PER_UNIT
    if hard < INFINITE:
        hard = min(INFINITE - 1, hard + others)
    set_child_limits(stack, depth, second, others, 0 if attacker_moves else 1)
    stack[block + SUMMARY, PROOF_FOUND] = easy if attacker_moves else hard
    stack[block + SUMMARY, DISPROOF_FOUND] = hard if attacker_moves else easy
    return best


@njit
def store_findings(
    state: State, stack: ProofStack, hashes: Hashes, table: Table, depth: int, effort: int
) -> None:
    """Store a depth's proof numbers in the table, and set CYCLE_DEPTH; see `find_cycle_depth`.

    Without a proved result, CYCLE_DEPTH is NO_CYCLE. A result that depends on an ancestor is not
    stored. Neither is the root: it may have dead groups, and `evaluate_without_playing` relies on
    the absence of such positions in the table.
    """
    if depth == 0:
        return
    load_header(state, stack, depth)
    board, summary = hashes[PATH_ROW, depth], depth * DEPTH_ROWS + SUMMARY
    proof, disproof = stack[summary, PROOF_FOUND], stack[summary, DISPROOF_FOUND]
    state[SCRATCH, CYCLE_DEPTH] = NO_CYCLE
    if proof and disproof:
        store_numbers(table, hash_position(state, board), proof, disproof, effort)
        return
    state[SCRATCH, CYCLE_DEPTH] = find_cycle_depth(state, stack, depth)
    if state[SCRATCH, CYCLE_DEPTH] == NO_CYCLE:
        store_result(state, table, board, -1 if proof else 1, effort)


@njit
def prove(
    state: State, stack: ProofStack, hashes: Hashes, table: Table, weights: Weights, depth: int
) -> None:
    """Search the current position until a proof number reaches its limit or NODE_BUDGET is used up.

    The proof and disproof numbers found are in row SUMMARY of its depth in the stack.
    """
    block, start = depth * DEPTH_ROWS, state[SCRATCH, NODE_BUDGET]
    state[SCRATCH, NODE_BUDGET] -= 1
    expand(state, stack, hashes, table, weights, depth)
    while True:
        i = update_numbers(state, stack, depth)
        proof, disproof = (
            stack[block + SUMMARY, PROOF_FOUND],
            stack[block + SUMMARY, DISPROOF_FOUND],
        )
        if proof >= stack[block + SUMMARY, PROOF_LIMIT] or proof == 0:
            break
        if disproof >= stack[block + SUMMARY, DISPROOF_LIMIT] or disproof == 0:
            break
        if state[SCRATCH, NODE_BUDGET] <= 0 or (depth + 3) * DEPTH_ROWS > stack.shape[0]:
            state[SCRATCH, NODE_BUDGET] = 0
            break
        load_depth(state, stack, depth)
        make_pseudo_legal_move(state, stack[block + MOVE_ROW, i])
        prove(state, stack, hashes, table, weights, depth + 1)
        below = block + DEPTH_ROWS + SUMMARY
        set_numbers(stack, depth, i, stack[below, PROOF_FOUND], stack[below, DISPROOF_FOUND])
        stack[block + CYCLE_DEPTHS, i] = state[SCRATCH, CYCLE_DEPTH]
    store_findings(state, stack, hashes, table, depth, start - state[SCRATCH, NODE_BUDGET])
