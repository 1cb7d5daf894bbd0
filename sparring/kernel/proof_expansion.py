"""Compiled functions that list a position's moves, with proof numbers, for the proof search.

`stack` is int32 [depths * DEPTH_ROWS, cells]: for each depth of the path from the root, its
position, its moves and their numbers. See `zobrist` for `hashes` and `move_priors` for `weights`.
"""

import numpy as np

from sparring.jit import njit
from sparring.kernel.captures import find_local_risks
from sparring.kernel.layout import (
    ASLI,
    ATTACKER,
    CYCLE_DEPTH,
    DRAW,
    EMPTY_COUNT,
    EMPTY_LIST,
    GAME,
    GROUP_COUNT,
    HAD_TWO_GROUPS,
    HEADER,
    ILLEGAL,
    LIFLINA,
    MIN_COLUMNS,
    MINIMAL_INCURSION,
    MOVE_LIST,
    PASS,
    POSITION_ROWS,
    REGION_OWNER,
    SCRATCH,
    TO_MOVE,
    TURN_LENGTH,
    WINNER,
    Hashes,
    ProofStack,
    State,
    Table,
    Weights,
)
from sparring.kernel.move_ordering import list_ordered_moves
from sparring.kernel.move_pruning import find_region_owners
from sparring.kernel.moves import (
    can_pass,
    count_adjacent_groups,
    end_move,
    make_pass,
    make_placement,
)
from sparring.kernel.safe_regions import count_missing_holds, find_holding_side
from sparring.kernel.transposition_table import (
    INFINITE,
    find_result,
    find_slot,
    read_numbers,
    store_numbers,
    store_result,
)
from sparring.kernel.zobrist import PATH_ROW, hash_board, hash_position, is_repetition

# The rows of a depth in the stack after its position, and the fields of its row SUMMARY.
MOVE_ROW, PROOF, DISPROOF, CYCLE_DEPTHS, SUMMARY = range(POSITION_ROWS, POSITION_ROWS + 5)
DEPTH_ROWS = POSITION_ROWS + 5
MOVE_COUNT, PROOF_LIMIT, DISPROOF_LIMIT, PROOF_FOUND, DISPROOF_FOUND, ILLEGAL_CYCLE_DEPTH = range(6)
NO_CYCLE = 1 << 20
# In Liflina, each hold that a colour lacks makes its win harder by this amount, up to a maximum.
COST_PER_HOLD, MAX_HOLD_COST = 2, 14


@njit
def changes_only_its_cell(state: State, x: int) -> bool:
    """Return whether a placement is certainly legal, captures nothing and divides no shared region.

    The owners of all regions must be known. If the result is False, the placement may still have no
    other effect.
    """
    game, us = state[HEADER, GAME], state[HEADER, TO_MOVE]
    if (
        x == PASS
        or game == LIFLINA
        or state[HEADER, TURN_LENGTH] > 1
        or state[REGION_OWNER, x] == 3 - us
    ):
        return False
    friends = count_adjacent_groups(state, x, us)
    if friends > 1 or (game == ASLI and state[HEADER, GROUP_COUNT + us] <= friends):
        return False
    return bool(state[REGION_OWNER, x] == us or find_local_risks(state, x, 3 - us) == 0)


@njit
def apply_to_header(state: State, x: int) -> None:
    """Update the header of the state for a placement without side effects, and no other row."""
    us = state[HEADER, TO_MOVE]
    state[HEADER, us] += 1
    state[HEADER, GROUP_COUNT + us] += 1 - count_adjacent_groups(state, x, us)
    if state[HEADER, GROUP_COUNT + us] > 1:
        state[HEADER, HAD_TWO_GROUPS + us] = 1
    state[HEADER, EMPTY_COUNT + state[REGION_OWNER, x]] -= 1
    state[HEADER, MINIMAL_INCURSION] = 0
    end_move(state)


@njit
def set_numbers(stack: ProofStack, depth: int, i: int, proof: int, disproof: int) -> None:
    """Set the proof number and disproof number of move i at a depth of the stack."""
    stack[depth * DEPTH_ROWS + PROOF, i] = proof
    stack[depth * DEPTH_ROWS + DISPROOF, i] = disproof


@njit
def copy_used_cells(source: State, first: int, target: State, to: int) -> None:
    """Copy a position like `copy_position`, without the unused cells of its rows."""
    for x in range(MIN_COLUMNS):
        target[to + HEADER, x] = source[first + HEADER, x]
    for row in range(HEADER + 1, EMPTY_LIST):
        for x in range(target.shape[1]):
            target[to + row, x] = source[first + row, x]
    for k in range(3):
        for x in range(source[first + HEADER, EMPTY_COUNT + k]):
            target[to + EMPTY_LIST + k, x] = source[first + EMPTY_LIST + k, x]


@njit
def load_depth(state: State, stack: ProofStack, depth: int) -> None:
    """Copy the position at a depth of the stack into the state."""
    copy_used_cells(stack, depth * DEPTH_ROWS, state, 0)


@njit
def load_header(state: State, stack: ProofStack, depth: int) -> None:
    """Copy the header of the position at a depth of the stack into the state."""
    for x in range(MIN_COLUMNS):
        state[HEADER, x] = stack[depth * DEPTH_ROWS + HEADER, x]


@njit
def is_proved_win(state: State, stack: ProofStack, depth: int, i: int) -> bool:
    """Return whether a move is proved to win for its player, independently of repetition."""
    block = depth * DEPTH_ROWS
    attacker_moves = stack[block + HEADER, TO_MOVE] == state[SCRATCH, ATTACKER]
    easy_row = PROOF if attacker_moves else DISPROOF
    return bool(stack[block + easy_row, i] == 0 and stack[block + CYCLE_DEPTHS, i] == NO_CYCLE)


@njit
def store_depth(state: State, stack: ProofStack, depth: int) -> None:
    """Copy the current position from the state to a depth of the stack."""
    copy_used_cells(state, 0, stack, depth * DEPTH_ROWS)


@njit
def hash_after_move(state: State, stack: ProofStack, hashes: Hashes, depth: int, x: int) -> None:
    """Write the hash of the board after a move to PATH_ROW, at the next depth.

    If nothing was captured, compute it from the hash before the move.

    :param x: the move; the header of the state must already contain its effects.
    """
    here, us = depth * DEPTH_ROWS + HEADER, stack[depth * DEPTH_ROWS + HEADER, TO_MOVE]
    added = 0 if x == PASS else 1
    if state[HEADER, us] != stack[here, us] + added or state[HEADER, 3 - us] != stack[here, 3 - us]:
        hashes[PATH_ROW, depth + 1] = hash_board(state, hashes)
        return
    hashes[PATH_ROW, depth + 1] = hashes[PATH_ROW, depth] ^ np.uint64(us ^ state[HEADER, TO_MOVE])
    if added:
        hashes[PATH_ROW, depth + 1] ^= hashes[us, x]


@njit
def set_estimate(state: State, stack: ProofStack, depth: int, i: int) -> None:
    """Estimate the proof and disproof number of a move as if all replies to it were legal."""
    us = state[HEADER, TO_MOVE]
    replies = max(
        1,
        state[HEADER, EMPTY_COUNT]
        + state[HEADER, EMPTY_COUNT + us]
        + (1 if can_pass(state) else 0),
    )
    attacker_moves = us == state[SCRATCH, ATTACKER]
    set_numbers(stack, depth, i, 1 if attacker_moves else replies, replies if attacker_moves else 1)


@njit
def set_result(state: State, stack: ProofStack, depth: int, i: int, winner: int) -> None:
    """Set the proof and disproof number of a move whose result is known, a win or a draw."""
    won = winner == state[SCRATCH, ATTACKER]
    set_numbers(stack, depth, i, 0 if won else INFINITE, INFINITE if won else 0)


@njit
def set_from_table(
    state: State, stack: ProofStack, hashes: Hashes, table: Table, depth: int, i: int
) -> bool:
    """Copy a move's proof numbers from the table; return False if the table lacks its position."""
    board = hashes[PATH_ROW, depth + 1]
    result = find_result(state, table, board)
    if result:
        set_result(state, stack, depth, i, state[SCRATCH, ATTACKER] if result > 0 else DRAW)
        return True
    slot = find_slot(table, hash_position(state, board))
    if slot < 0:
        return False
    set_numbers(stack, depth, i, *read_numbers(table, slot))
    return True


@njit
def weigh_by_holds(
    state: State, stack: ProofStack, depth: int, i: int, us: int, missing: int
) -> None:
    """Adjust a move's proof numbers: the fewer holds a colour lacks, the easier its win.

    :param missing: the number of holds that the colour `us` lacks to win by holding alone.
    """
    block = depth * DEPTH_ROWS
    row = block + (PROOF if us == state[SCRATCH, ATTACKER] else DISPROOF)
    stack[block + PROOF, i] += MAX_HOLD_COST
    stack[block + DISPROOF, i] += MAX_HOLD_COST
    stack[row, i] -= max(0, MAX_HOLD_COST - COST_PER_HOLD * missing)


@njit
def set_unknown(
    state: State, stack: ProofStack, hashes: Hashes, table: Table, depth: int, i: int
) -> None:
    """Set the proof numbers of a move whose position, the current one, is not in the table.

    Store them in the table, too.
    """
    find_region_owners(state)
    us = find_holding_side(state)
    missing = count_missing_holds(state, us) if us else MAX_HOLD_COST
    if missing == 0:
        result = 1 if us == state[SCRATCH, ATTACKER] else -1
        store_result(state, table, hashes[PATH_ROW, depth + 1], result, 1)
        set_result(state, stack, depth, i, us)
        return
    set_estimate(state, stack, depth, i)
    if state[HEADER, GAME] == LIFLINA:
        weigh_by_holds(state, stack, depth, i, us, missing)
    block, key = depth * DEPTH_ROWS, hash_position(state, hashes[PATH_ROW, depth + 1])
    store_numbers(table, key, stack[block + PROOF, i], stack[block + DISPROOF, i], 0)


@njit
def make_pseudo_legal_move(state: State, x: int) -> int:
    """Make a move that may be illegal; return the number of captured stones, or ILLEGAL.

    After ILLEGAL the position is invalid.
    """
    return int(make_pass(state) if x == PASS else make_placement(state, x))


@njit
def evaluate_without_playing(
    state: State, stack: ProofStack, hashes: Hashes, table: Table, depth: int, i: int
) -> bool:
    """Set a move's proof numbers without playing it; return False if it must be played for them.

    If the table has the position with the stone added, no group is dead in that position, because
    positions are stored only after complete turns. So the move leads to that position.
    """
    x = stack[depth * DEPTH_ROWS + MOVE_ROW, i]
    if x == PASS or state[HEADER, TURN_LENGTH] > 1:
        return False
    is_simple = changes_only_its_cell(state, x)
    apply_to_header(state, x)
    hash_after_move(state, stack, hashes, depth, x)
    known = False
    if not is_repetition(state, hashes, depth, hashes[PATH_ROW, depth + 1]):
        known = set_from_table(state, stack, hashes, table, depth, i)
        if is_simple and not known:
            set_estimate(state, stack, depth, i)
            known = True
    load_header(state, stack, depth)
    return known


@njit
def evaluate_by_playing(
    state: State, stack: ProofStack, hashes: Hashes, table: Table, depth: int, i: int
) -> bool:
    """Play a move, set its proof numbers and undo it; return whether it was legal."""
    x = stack[depth * DEPTH_ROWS + MOVE_ROW, i]
    legal = make_pseudo_legal_move(state, x) != ILLEGAL
    if legal:
        hash_after_move(state, stack, hashes, depth, x)
        if x != PASS and is_repetition(state, hashes, depth, hashes[PATH_ROW, depth + 1]):
            legal = state[HEADER, GAME] != LIFLINA
            state[HEADER, WINNER] = DRAW
        if state[HEADER, WINNER]:
            set_result(state, stack, depth, i, state[HEADER, WINNER])
        elif not set_from_table(state, stack, hashes, table, depth, i):
            set_unknown(state, stack, hashes, table, depth, i)
    load_depth(state, stack, depth)
    return legal


@njit
def expand(
    state: State, stack: ProofStack, hashes: Hashes, table: Table, weights: Weights, depth: int
) -> None:
    """Write the current position and its moves, with proof numbers, to a depth of the stack."""
    find_region_owners(state)
    store_depth(state, stack, depth)
    hashes[PATH_ROW, depth] = hash_board(state, hashes)
    block = depth * DEPTH_ROWS
    n = list_ordered_moves(state, weights)
    for i in range(n):
        stack[block + MOVE_ROW, i] = state[MOVE_LIST, i]
    kept, illegal_cycle_depth = 0, NO_CYCLE
    for i in range(n):
        stack[block + MOVE_ROW, kept] = stack[block + MOVE_ROW, i]
        state[SCRATCH, CYCLE_DEPTH] = NO_CYCLE
        if not evaluate_without_playing(state, stack, hashes, table, depth, kept):
            state[SCRATCH, CYCLE_DEPTH] = NO_CYCLE
            if not evaluate_by_playing(state, stack, hashes, table, depth, kept):
                illegal_cycle_depth = min(illegal_cycle_depth, state[SCRATCH, CYCLE_DEPTH])
                continue
        stack[block + CYCLE_DEPTHS, kept] = state[SCRATCH, CYCLE_DEPTH]
        kept += 1
        if is_proved_win(state, stack, depth, kept - 1):
            break
    stack[block + SUMMARY, MOVE_COUNT] = kept
    stack[block + SUMMARY, ILLEGAL_CYCLE_DEPTH] = illegal_cycle_depth
