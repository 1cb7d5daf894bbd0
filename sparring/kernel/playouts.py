"""Compiled functions that play random games from a position, uniform or biased by move priors.

A randomly drawn cell is accepted with a probability that grows with its prior; see `move_priors`
for `weights`.
"""

import math

import numpy as np

from sparring.jit import njit
from sparring.kernel.board import find_owner, restore_root, save_root, swap_list_entries
from sparring.kernel.layout import (
    ASLI,
    DRAW,
    EMPTY_COUNT,
    EMPTY_LIST,
    GAME,
    HEADER,
    ILLEGAL,
    LIFELINE,
    LIST_INDEX,
    PASS,
    PLY,
    RANDOM_HIGH,
    RANDOM_LOW,
    SCRATCH,
    SETUP_LEFT,
    TO_MOVE,
    WINNER,
    IntVector,
    State,
    UInt64,
    Weights,
)
from sparring.kernel.move_priors import ACCEPT_ABOVE, SETTINGS, move_prior
from sparring.kernel.moves import (
    can_pass,
    can_place_setup_stone,
    is_reachable,
    make_move,
    make_pass,
    make_placement,
    place_setup_stone,
)

MAX_DRAWS = 8  # cells drawn before priors are ignored


@njit
def store_random_state(state: State, bits: UInt64) -> None:
    """Store the state of the random generator as two 32-bit numbers."""
    state[SCRATCH, RANDOM_LOW] = np.int32(bits & np.uint64(0xFFFFFFFF))
    state[SCRATCH, RANDOM_HIGH] = np.int32(bits >> np.uint64(32))


@njit
def next_random(state: State) -> UInt64:
    """Return 64 random bits (xorshift, Marsaglia 2003)."""
    low = np.uint64(np.uint32(state[SCRATCH, RANDOM_LOW]))
    bits = (np.uint64(np.uint32(state[SCRATCH, RANDOM_HIGH])) << np.uint64(32)) | low
    bits ^= bits << np.uint64(13)
    bits ^= bits >> np.uint64(7)
    bits ^= bits << np.uint64(17)
    store_random_state(state, bits)
    return bits


@njit
def seed_random(state: State, number: int) -> None:
    """Seed the random generator of a state; equal seeds give equal games."""
    bits = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x2545F4914F6CDD1D)
    store_random_state(state, bits | np.uint64(1))
    for _ in range(8):
        next_random(state)


@njit
def random_below(state: State, n: int) -> int:
    """Return a random number from 0 to n - 1."""
    return int(((next_random(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit
def accept_cell(state: State, weights: Weights, x: int) -> bool:
    """Decide at random whether to accept a drawn cell: the better its prior, the more likely."""
    shortfall = move_prior(state, weights, x) - weights[SETTINGS, ACCEPT_ABOVE]
    if shortfall >= 0.0:
        return True
    return bool(np.float32(next_random(state) >> np.uint64(40)) < math.exp(shortfall) * 16777216.0)


@njit
def play_setup_stone(state: State) -> int:
    """Place a set-up stone at random; return its cell, or ILLEGAL if no cell is free."""
    n = state[HEADER, EMPTY_COUNT]
    while n > 0:
        i = random_below(state, n)
        x = state[EMPTY_LIST, i]
        if can_place_setup_stone(state, x):
            place_setup_stone(state, x)
            return int(x)
        n -= 1
        swap_list_entries(state, 0, i, n)
    return ILLEGAL


@njit
def draw_lifeline_move(state: State) -> int:
    """Return a random legal move of Lifeline, a cell or PASS; ILLEGAL if no move is legal.

    Spending a komi point is drawn only when one colour owns the region of every empty cell.
    """
    us = state[HEADER, TO_MOVE]
    while True:
        n = state[HEADER, EMPTY_COUNT]
        point = 1 if n == 0 and can_pass(state) else 0
        i = random_below(state, n + state[HEADER, EMPTY_COUNT + us] + point)
        if i >= n:
            i -= n
            return int(
                state[EMPTY_LIST + us, i]
                if i < state[HEADER, EMPTY_COUNT + us]
                else (PASS if point else ILLEGAL)
            )
        if is_reachable(state, state[EMPTY_LIST, i]):
            return int(state[EMPTY_LIST, i])


@njit
def play_lifeline_move(state: State, weights: Weights) -> int:
    """Play a random move of Lifeline; return its cell, PASS, or ILLEGAL if no move is legal.

    Apart from their priors, all legal moves are equally likely: leaving out bad moves made the
    engine weaker in self-play.
    """
    x = ILLEGAL
    for _ in range(MAX_DRAWS):
        x = draw_lifeline_move(state)
        if x <= PASS or accept_cell(state, weights, x):
            break
    if x == PASS:
        make_pass(state)
    elif x != ILLEGAL:
        make_placement(state, x)
    return int(x)


@njit
def play_from_list(state: State, weights: Weights, k: int) -> int:
    """Place a stone on a random legal cell of list k; return the cell.

    :param k: the owner of the regions in the list: a colour, or 0 for unknown.
    :returns: ILLEGAL if no cell of the list is legal.
    """
    n = state[HEADER, EMPTY_COUNT + k]
    tries = MAX_DRAWS
    while n > 0:
        i = random_below(state, n)
        x = state[EMPTY_LIST + k, i]
        tries -= 1
        if tries > 0 and not accept_cell(state, weights, x):
            continue
        if k == 0 and find_owner(state, x) != 0:
            n = min(n, state[HEADER, EMPTY_COUNT])
            continue
        if make_move(state, x) != ILLEGAL:
            return int(x)
        n -= 1
        swap_list_entries(state, k, state[LIST_INDEX, x], n)
    return ILLEGAL


@njit
def play_by_preference(state: State, weights: Weights) -> int:
    """Play a random move of the first kind that is legal; return its cell, PASS or ILLEGAL.

    The kinds are: a stone in a region without a single owner, a pass, a stone in an own region and,
    in the square games, in an enemy region. Before these, the square games try one random cell of
    an enemy region. ILLEGAL means that no move is legal.
    """
    us = state[HEADER, TO_MOVE]
    if state[HEADER, GAME] >= ASLI and state[HEADER, EMPTY_COUNT + 3 - us] > 0:
        x = state[EMPTY_LIST + 3 - us, random_below(state, state[HEADER, EMPTY_COUNT + 3 - us])]
        if make_move(state, x) != ILLEGAL:
            return int(x)
    x = play_from_list(state, weights, 0)
    if x == ILLEGAL and make_pass(state) != ILLEGAL:
        return int(PASS)
    if x == ILLEGAL:
        x = play_from_list(state, weights, us)
    if x == ILLEGAL and state[HEADER, GAME] >= ASLI:
        x = play_from_list(state, weights, 3 - us)
    return int(x)


@njit
def play_random_move(state: State, weights: Weights) -> int:
    """Play one random move; return its cell, PASS, or ILLEGAL if no move is legal."""
    if state[HEADER, SETUP_LEFT] > 0:
        return play_setup_stone(state)
    if state[HEADER, GAME] == LIFELINE:
        return play_lifeline_move(state, weights)
    return play_by_preference(state, weights)


@njit
def play_out(state: State, weights: Weights, move_limit: int) -> int:
    """Play random moves to the end and return the winner; DRAW after `move_limit` moves."""
    while state[HEADER, WINNER] == 0:
        if state[HEADER, PLY] >= move_limit:
            state[HEADER, WINNER] = DRAW
        elif play_random_move(state, weights) == ILLEGAL:
            state[HEADER, WINNER] = 3 - state[HEADER, TO_MOVE]
    return int(state[HEADER, WINNER])


@njit
def play_random_games(
    state: State, weights: Weights, games: int, move_limit: int, counts: IntVector
) -> None:
    """Play random games from the current position and count their results.

    :param counts: int64 [4], to which Black's wins, White's wins, unfinished games and moves are
        added.
    """
    save_root(state)
    for _ in range(games):
        restore_root(state)
        counts[play_out(state, weights, move_limit) - 1] += 1
        counts[3] += state[HEADER, PLY]
    restore_root(state)
