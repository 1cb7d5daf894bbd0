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
def is_quiet(desk: Desk, x: int) -> bool:
    """Whether a placement is surely legal, takes nothing and parts no region of both colours.

    The owners of the regions must be known. False: it may be quiet all the same.
    """
    rule, me = desk[HEAD, RULE], desk[HEAD, MOVER]
    if x == PASS or rule == LIFLINA or desk[HEAD, TURN] > 1 or desk[CLASS, x] == 3 - me:
        return False
    friends = friends_beside(desk, x, me)
    if friends > 1 or (rule == ASLI and desk[HEAD, GROUPS + me] <= friends):
        return False
    return bool(desk[CLASS, x] == me or danger(desk, x, 3 - me) == 0)


@njit
def pretend(desk: Desk, x: int) -> None:
    """Change the header as a quiet placement does; the rest of the state stays behind."""
    me = desk[HEAD, MOVER]
    desk[HEAD, me] += 1
    desk[HEAD, GROUPS + me] += 1 - friends_beside(desk, x, me)
    if desk[HEAD, GROUPS + me] > 1:
        desk[HEAD, SPLIT + me] = 1
    desk[HEAD, CELLS + desk[CLASS, x]] -= 1
    desk[HEAD, INCURSION] = 0
    end_move(desk)
