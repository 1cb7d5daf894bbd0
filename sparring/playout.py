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
def store(desk: Desk, word: Word) -> None:
    """Keep the generator's word as two numbers of 32 bits."""
    desk[WORK, LOW] = np.int32(word & np.uint64(0xFFFFFFFF))
    desk[WORK, HIGH] = np.int32(word >> np.uint64(32))


@njit
def random_word(desk: Desk) -> Word:
    """Draw 64 bits (xorshift, Marsaglia 2003)."""
    low = np.uint64(np.uint32(desk[WORK, LOW]))
    word = (np.uint64(np.uint32(desk[WORK, HIGH])) << np.uint64(32)) | low
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    store(desk, word)
    return word


@njit
def seed(desk: Desk, number: int) -> None:
    """Start the generator of a desk; equal numbers give equal games."""
    word = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x2545F4914F6CDD1D)
    store(desk, word | np.uint64(1))
    for _ in range(8):
        random_word(desk)


@njit
def random_below(desk: Desk, n: int) -> int:
    """Draw a number from 0 to n - 1."""
    return int(((random_word(desk) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit
def likes(desk: Desk, weights: Weights, x: int) -> bool:
    """Draw whether a cell is good enough, by its worth."""
    lack = worth(desk, weights, x) - weights[FACTS, TOP]
    if lack >= 0.0:
        return True
    return bool(np.float32(random_word(desk) >> np.uint64(40)) < math.exp(lack) * 16777216.0)


@njit
def step_set_up(desk: Desk) -> int:
    """Place a set-up stone anywhere it may stand."""
    n = desk[HEAD, CELLS]
    while n > 0:
        i = random_below(desk, n)
        x = desk[LIST, i]
        if may_set_up(desk, x):
            set_up(desk, x)
            return int(x)
        n -= 1
        swap_places(desk, 0, i, n)
    return ILLEGAL


@njit
def any_lifeline_move(desk: Desk) -> int:
    """Draw a legal move, komi only when no shared cell is left; ILLEGAL: there is none."""
    me = desk[HEAD, MOVER]
    while True:
        n = desk[HEAD, CELLS]
        point = 1 if n == 0 and can_pass(desk) else 0
        i = random_below(desk, n + desk[HEAD, CELLS + me] + point)
        if i >= n:
            i -= n
            return int(
                desk[LIST + me, i] if i < desk[HEAD, CELLS + me] else (PASS if point else ILLEGAL)
            )
        if in_reach(desk, desk[LIST, i]):
            return int(desk[LIST, i])


@njit
def step_lifeline(desk: Desk, weights: Weights) -> int:
    """Draw from all legal moves alike: measured better than avoiding the bad ones."""
    x = ILLEGAL
    for _ in range(TRIES):
        x = any_lifeline_move(desk)
        if x <= PASS or likes(desk, weights, x):
            break
    if x == PASS:
        hold(desk)
    elif x != ILLEGAL:
        place(desk, x)
    return int(x)


@njit
def try_list(desk: Desk, weights: Weights, k: int) -> int:
    """Play a random legal cell of a list; ILLEGAL when there is none."""
    n = desk[HEAD, CELLS + k]
    tries = TRIES
    while n > 0:
        i = random_below(desk, n)
        x = desk[LIST + k, i]
        tries -= 1
        if tries > 0 and not likes(desk, weights, x):
            continue
        if k == 0 and owner(desk, x) != 0:
            n = min(n, desk[HEAD, CELLS])
            continue
        if attempt(desk, x) != ILLEGAL:
            return int(x)
        n -= 1
        swap_places(desk, k, desk[PLACE, x], n)
    return ILLEGAL


@njit
def step_careful(desk: Desk, weights: Weights) -> int:
    """Shared cells first, then the move without a stone, then own cells, then the enemy's."""
    me = desk[HEAD, MOVER]
    if desk[HEAD, RULE] >= ASLI and desk[HEAD, CELLS + 3 - me] > 0:
        x = desk[LIST + 3 - me, random_below(desk, desk[HEAD, CELLS + 3 - me])]
        if attempt(desk, x) != ILLEGAL:
            return int(x)
    x = try_list(desk, weights, 0)
    if x == ILLEGAL and hold(desk) != ILLEGAL:
        return int(PASS)
    if x == ILLEGAL:
        x = try_list(desk, weights, me)
    if x == ILLEGAL and desk[HEAD, RULE] >= ASLI:
        x = try_list(desk, weights, 3 - me)
    return int(x)


@njit
def step(desk: Desk, weights: Weights) -> int:
    """Make one random move: the cell, PASS, or ILLEGAL when the side to move has no move."""
    if desk[HEAD, SETUP] > 0:
        return step_set_up(desk)
    if desk[HEAD, RULE] == LIFELINE:
        return step_lifeline(desk, weights)
    return step_careful(desk, weights)


@njit
def playout(desk: Desk, weights: Weights, cap: int) -> int:
    """Play to the end and return the winner; DRAW at move `cap` since the state was loaded."""
    while desk[HEAD, WINNER] == 0:
        if desk[HEAD, PLY] >= cap:
            desk[HEAD, WINNER] = DRAW
        elif step(desk, weights) == ILLEGAL:
            desk[HEAD, WINNER] = 3 - desk[HEAD, MOVER]
    return int(desk[HEAD, WINNER])


@njit
def random_games(desk: Desk, weights: Weights, games: int, cap: int, counts: Numbers) -> None:
    """Play random games from the desk's state, and count.

    :param counts: how many Black won, White won, were cut short; the moves.
    """
    save_root(desk)
    for _ in range(games):
        show_root(desk)
        counts[playout(desk, weights, cap) - 1] += 1
        counts[3] += desk[HEAD, PLY]
    show_root(desk)
