"""Compiled: leaves out moves that another move stands for, so that a search sees the fight.

In the hexhex games nobody but its owner can enter a region that one colour alone touches: its cells
are free moves. One that starts a group, one that extends a group and one that joins groups stand
for all of them. That is no proof: a search must come back to the others before it says lost.
"""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.kernel import friends_beside
from sparring.layout import (
    ASLI,
    BOARD,
    COLOUR,
    DOOMED,
    EMPTY,
    HEAD,
    MOVER,
    MOVES,
    PASS,
    QUEUE,
    RING,
    RULE,
    SETUP,
    SIDES,
)
from sparring.stones import owner, region_around

UNSEEN, DROPPED, KEPT = range(3)  # marks of cells, in the row DOOMED


@njit
def open_sides(desk: Desk, x: int) -> int:
    """Count the empty neighbours of a cell."""
    n = 0
    for i in range(desk[BOARD, SIDES]):
        if desk[COLOUR, desk[RING + i, x]] == EMPTY:
            n += 1
    return n


@njit
def keep_few(desk: Desk, x: int, me: int) -> None:
    """Mark the cells of an own region: at most one of each kind is kept.

    Of the cells that touch no group the most open one, of those that touch one the least open.
    """
    cells = region_around(desk, x)
    for kind in range(3):
        best, best_rank = 0, -100
        for i in range(cells):
            y = desk[QUEUE, i]
            if friends_beside(desk, y, me) == kind:
                rank = open_sides(desk, y) if kind == 0 else -open_sides(desk, y)
                if rank > best_rank:
                    best, best_rank = y, rank
            if desk[DOOMED, y] == UNSEEN:
                desk[DOOMED, y] = DROPPED
        if best:
            desk[DOOMED, best] = KEPT


@njit
def thin_out(desk: Desk, n: int) -> int:
    """Shorten the n moves of the row MOVES; how many are left."""
    me = desk[HEAD, MOVER]
    if desk[HEAD, RULE] >= ASLI or desk[HEAD, SETUP] > 0:
        return n
    for i in range(n):
        desk[DOOMED, desk[MOVES, i]] = UNSEEN
    kept = 0
    for i in range(n):
        x = desk[MOVES, i]
        if x != PASS and desk[DOOMED, x] == UNSEEN and owner(desk, x) == me:
            keep_few(desk, x, me)
        if desk[DOOMED, x] != DROPPED:
            desk[MOVES, kept] = x
            kept += 1
    return kept
