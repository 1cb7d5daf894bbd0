"""Compiled: the moves of an endgame; of those as good as each other, one is enough."""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.kernel import in_reach, list_empty
from sparring.layout import (
    ASLI,
    BOARD,
    CELLS,
    COLOUR,
    GROUP,
    HEAD,
    LIST,
    MOVER,
    MOVES,
    PASS,
    RIM,
    RING,
    RULE,
    SIDES,
)
from sparring.stones import owner
from sparring.turns import can_pass


@njit
def is_eye(m: Desk, x: int, me: int) -> bool:
    """Whether all neighbours of an empty cell are stones of a colour, or the rim."""
    for i in range(m[BOARD, SIDES]):
        colour = m[COLOUR, m[RING + i, x]]
        if colour & me == 0:
            return False
    return True


@njit
def same_groups(m: Desk, x: int, y: int) -> bool:
    """Whether each group beside x is beside y."""
    for i in range(m[BOARD, SIDES]):
        stone = m[RING + i, x]
        if m[COLOUR, stone] == RIM:
            continue
        found = False
        for j in range(m[BOARD, SIDES]):
            other = m[RING + j, y]
            if m[COLOUR, other] != RIM and m[GROUP, other] == m[GROUP, stone]:
                found = True
        if not found:
            return False
    return True


@njit
def is_equal_eye(m: Desk, x: int, seen: int) -> bool:
    """Whether a cell is the twin of one of the first moves listed.

    A cell all of whose neighbours are the mover's own: filling it joins the groups around it and
    changes nothing else, so another such cell among the same groups is as good; should they die,
    the boards are equal.
    """
    me = m[HEAD, MOVER]
    if not is_eye(m, x, me):
        return False
    for i in range(seen):
        y = m[MOVES, i]
        if is_eye(m, y, me) and same_groups(m, x, y) and same_groups(m, y, x):
            return True
    return False


@njit
def learn_owners(m: Desk) -> None:
    """Find out of every empty cell whose region it is in."""
    i = 0
    while i < m[HEAD, CELLS]:
        if owner(m, m[LIST, i]) == 0:
            i += 1


@njit
def list_candidates(m: Desk) -> int:
    """List the moves that may be legal, twins left out, in the row MOVES; how many they are."""
    n, kept, hexagonal = list_empty(m), 0, m[HEAD, RULE] < ASLI
    for i in range(n):
        x = m[MOVES, i]
        if not hexagonal or (in_reach(m, x) and not is_equal_eye(m, x, kept)):
            m[MOVES, kept] = x
            kept += 1
    if can_pass(m):
        m[MOVES, kept] = PASS
        kept += 1
    return kept
