"""Compiled: quiet placements, which change nothing but their own cell, seen without making them."""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.kernel import friends_beside
from sparring.layout import (
    ASLI,
    CELLS,
    CLASS,
    GROUPS,
    HEAD,
    INCURSION,
    LIFLINA,
    MOVER,
    PASS,
    RULE,
    SPLIT,
    TURN,
)
from sparring.ring import danger
from sparring.turns import end_move


@njit
def is_quiet(m: Desk, x: int) -> bool:
    """Whether a placement is surely legal, takes nothing and parts no region of both colours.

    The owners of the regions must be known. False: it may be quiet all the same.
    """
    rule, me = m[HEAD, RULE], m[HEAD, MOVER]
    if x == PASS or rule == LIFLINA or m[HEAD, TURN] > 1 or m[CLASS, x] == 3 - me:
        return False
    friends = friends_beside(m, x, me)
    if friends > 1 or (rule == ASLI and m[HEAD, GROUPS + me] <= friends):
        return False
    return bool(m[CLASS, x] == me or danger(m, x, 3 - me) == 0)


@njit
def pretend(m: Desk, x: int) -> None:
    """Change the header as a quiet placement does; the rest of the state stays behind."""
    me = m[HEAD, MOVER]
    m[HEAD, me] += 1
    m[HEAD, GROUPS + me] += 1 - friends_beside(m, x, me)
    if m[HEAD, GROUPS + me] > 1:
        m[HEAD, SPLIT + me] = 1
    m[HEAD, CELLS + m[CLASS, x]] -= 1
    m[HEAD, INCURSION] = 0
    end_move(m)
