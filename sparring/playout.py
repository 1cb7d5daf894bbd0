"""Compiled: random games from a state, uniform or steered by what was learned.

A cell drawn by lot is taken with a chance that grows with its worth; for ``weights`` see `taste`.
"""

import math

import numpy as np

from sparring.arrays import Desk, Numbers, Weights, Word
from sparring.jit import njit
from sparring.kernel import attempt, in_reach, place
from sparring.layout import (
    ASLI,
    CELLS,
    DRAW,
    HEAD,
    HIGH,
    ILLEGAL,
    LIFELINE,
    LIST,
    LOW,
    MOVER,
    PASS,
    PLACE,
    PLY,
    RULE,
    SETUP,
    WINNER,
    WORK,
)
from sparring.snapshots import save_root, show_root
from sparring.stones import owner, swap_places
from sparring.taste import FACTS, TOP, worth
from sparring.turns import can_pass, hold, may_set_up, set_up

TRIES = 8  # cells drawn before the pattern is given up


@njit
def store(m: Desk, word: Word) -> None:
    """Keep the generator's word as two numbers of 32 bits."""
    m[WORK, LOW] = np.int32(word & np.uint64(0xFFFFFFFF))
    m[WORK, HIGH] = np.int32(word >> np.uint64(32))


@njit
def random_word(m: Desk) -> Word:
    """Draw 64 bits (xorshift, Marsaglia 2003)."""
    low = np.uint64(np.uint32(m[WORK, LOW]))
    word = (np.uint64(np.uint32(m[WORK, HIGH])) << np.uint64(32)) | low
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    store(m, word)
    return word


@njit
def seed(m: Desk, number: int) -> None:
    """Start the generator of a workspace; equal numbers give equal games."""
    word = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x2545F4914F6CDD1D)
    store(m, word | np.uint64(1))
    for _ in range(8):
        random_word(m)


@njit
def random_below(m: Desk, n: int) -> int:
    """Draw a number from 0 to n - 1."""
    return int(((random_word(m) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit
def likes(m: Desk, weights: Weights, x: int) -> bool:
    """Draw whether a cell is good enough, by its worth."""
    lack = worth(m, weights, x) - weights[FACTS, TOP]
    if lack >= 0.0:
        return True
    return bool(np.float32(random_word(m) >> np.uint64(40)) < math.exp(lack) * 16777216.0)


@njit
def step_set_up(m: Desk) -> int:
    """Place a set-up stone anywhere it may stand."""
    n = m[HEAD, CELLS]
    while n > 0:
        i = random_below(m, n)
        x = m[LIST, i]
        if may_set_up(m, x):
            set_up(m, x)
            return int(x)
        n -= 1
        swap_places(m, 0, i, n)
    return ILLEGAL


@njit
def any_lifeline_move(m: Desk) -> int:
    """Draw a legal move, komi only when no shared cell is left; ILLEGAL: there is none."""
    me = m[HEAD, MOVER]
    while True:
        n = m[HEAD, CELLS]
        point = 1 if n == 0 and can_pass(m) else 0
        i = random_below(m, n + m[HEAD, CELLS + me] + point)
        if i >= n:
            i -= n
            return int(m[LIST + me, i] if i < m[HEAD, CELLS + me] else (PASS if point else ILLEGAL))
        if in_reach(m, m[LIST, i]):
            return int(m[LIST, i])


@njit
def step_lifeline(m: Desk, weights: Weights) -> int:
    """Draw from all legal moves alike: measured better than avoiding the bad ones."""
    x = ILLEGAL
    for _ in range(TRIES):
        x = any_lifeline_move(m)
        if x <= PASS or likes(m, weights, x):
            break
    if x == PASS:
        hold(m)
    elif x != ILLEGAL:
        place(m, x)
    return int(x)


@njit
def try_list(m: Desk, weights: Weights, k: int) -> int:
    """Play a random legal cell of a list; ILLEGAL when there is none."""
    n = m[HEAD, CELLS + k]
    tries = TRIES
    while n > 0:
        i = random_below(m, n)
        x = m[LIST + k, i]
        tries -= 1
        if tries > 0 and not likes(m, weights, x):
            continue
        if k == 0 and owner(m, x) != 0:
            n = min(n, m[HEAD, CELLS])
            continue
        if attempt(m, x) != ILLEGAL:
            return int(x)
        n -= 1
        swap_places(m, k, m[PLACE, x], n)
    return ILLEGAL


@njit
def step_careful(m: Desk, weights: Weights) -> int:
    """Shared cells first, then the move without a stone, then own cells, then the enemy's."""
    me = m[HEAD, MOVER]
    if m[HEAD, RULE] >= ASLI and m[HEAD, CELLS + 3 - me] > 0:
        x = m[LIST + 3 - me, random_below(m, m[HEAD, CELLS + 3 - me])]
        if attempt(m, x) != ILLEGAL:
            return int(x)
    x = try_list(m, weights, 0)
    if x == ILLEGAL and hold(m) != ILLEGAL:
        return int(PASS)
    if x == ILLEGAL:
        x = try_list(m, weights, me)
    if x == ILLEGAL and m[HEAD, RULE] >= ASLI:
        x = try_list(m, weights, 3 - me)
    return int(x)


@njit
def step(m: Desk, weights: Weights) -> int:
    """Make one random move: the cell, PASS, or ILLEGAL when the side to move has no move."""
    if m[HEAD, SETUP] > 0:
        return step_set_up(m)
    if m[HEAD, RULE] == LIFELINE:
        return step_lifeline(m, weights)
    return step_careful(m, weights)


@njit
def playout(m: Desk, weights: Weights, cap: int) -> int:
    """Play to the end and return the winner; DRAW at move `cap` since the state was loaded."""
    while m[HEAD, WINNER] == 0:
        if m[HEAD, PLY] >= cap:
            m[HEAD, WINNER] = DRAW
        elif step(m, weights) == ILLEGAL:
            m[HEAD, WINNER] = 3 - m[HEAD, MOVER]
    return int(m[HEAD, WINNER])


@njit
def random_games(m: Desk, weights: Weights, games: int, cap: int, counts: Numbers) -> None:
    """Play random games from the desk's state, and count.

    :param counts: how many Black won, White won, were cut short; the moves.
    """
    save_root(m)
    for _ in range(games):
        show_root(m)
        counts[playout(m, weights, cap) - 1] += 1
        counts[3] += m[HEAD, PLY]
    show_root(m)
