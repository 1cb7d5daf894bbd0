"""Compiled functions that list the moves for the proof search, the most promising first."""

from sparring.jit import njit
from sparring.kernel.layout import (
    ASLI,
    GAME,
    HEADER,
    MOVE_LIST,
    PASS,
    QUEUE,
    REGION_OWNER,
    TO_MOVE,
    State,
    Weights,
)
from sparring.kernel.move_priors import move_prior
from sparring.kernel.move_pruning import has_equivalent_move
from sparring.kernel.moves import can_pass, list_empty_cells

PRIOR_UNITS = 1_000  # priors are compared as integers, in thousandths


@njit
def list_placements(state: State) -> int:
    """Write the placements that may be legal to row MOVE_LIST; return their number.

    In the hexhex games, leave out the regions of the enemy, and all but one of equivalent
    placements.
    """
    them = 3 - state[HEADER, TO_MOVE]
    n, kept, hexagonal = list_empty_cells(state), 0, state[HEADER, GAME] < ASLI
    for i in range(n):
        x = state[MOVE_LIST, i]
        if not hexagonal or (
            state[REGION_OWNER, x] != them and not has_equivalent_move(state, x, kept)
        ):
            state[MOVE_LIST, kept] = x
            kept += 1
    return kept


@njit
def sort_by_prior(state: State, weights: Weights, n: int) -> None:
    """Sort the first n moves in row MOVE_LIST by their learned priors, best first.

    Row QUEUE holds the priors, because computing a prior needs no flood fill.
    """
    for i in range(n):
        x = state[MOVE_LIST, i]
        value = int(PRIOR_UNITS * move_prior(state, weights, x))
        j = i
        while j > 0 and state[QUEUE, j - 1] < value:
            state[QUEUE, j], state[MOVE_LIST, j] = state[QUEUE, j - 1], state[MOVE_LIST, j - 1]
            j -= 1
        state[QUEUE, j], state[MOVE_LIST, j] = value, x


@njit
def list_ordered_moves(state: State, weights: Weights) -> int:
    """Write the moves that may be legal to row MOVE_LIST, best prior first; return their number.

    A pass comes last. The proof search takes the first of several moves with equal proof numbers;
    with this order, its search of a Lifeline endgame visits half as many positions.
    """
    n = list_placements(state)
    sort_by_prior(state, weights, n)
    if can_pass(state):
        state[MOVE_LIST, n] = PASS
        n += 1
    return n
