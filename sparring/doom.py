"""Compiled: which enemy groups a placement has killed.

Few are looked at: `ring` has settled most placements, walks find the groups that lost a neighbour,
and `life` judges those. What follows from it is the kernel's.
"""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    BOARD,
    CODE,
    COLOUR,
    DOOMED,
    EMPTY,
    GROUP,
    HEAD,
    LIFLINA,
    MASK,
    QUEUE,
    RING,
    RULE,
    SEEN,
    SIDES,
    STAMP,
    SUSPECT,
    WORK,
)
from sparring.life import lives
from sparring.ring import MAY_LOSE_TOUCH
from sparring.stones import colours_beside, new_walk, queue_around


@njit
def lone_label(m: Desk, x: int, foe: int, only: int) -> int:
    """Go on from the only enemy group met so far (0: none) to a neighbour's; -1: several."""
    for i in range(m[BOARD, SIDES]):
        y = m[RING + i, x]
        if m[COLOUR, y] == foe and m[GROUP, y] != only:
            if only > 0:
                return -1
            only = m[GROUP, y]
    return only


@njit
def reach_sides(m: Desk, x: int, y: int) -> tuple[int, int, bool]:
    """Walk the piece of y, on the marks of the present walk, until all open sides of x are met.

    Returns how many cells are queued, how many of them the walk has gone on from, and whether
    there is a side that it cannot meet.
    """
    mark = m[WORK, STAMP]
    m[SEEN, y] = mark
    m[QUEUE, 0] = y
    n, j = 1, 0
    for i in range(m[BOARD, SIDES]):
        side = m[RING + i, x]
        if m[COLOUR, side] == EMPTY:
            while m[SEEN, side] != mark:
                if j == n:
                    return n, j, True
                n = queue_around(m, m[QUEUE, j], n)
                j += 1
    return n, j, False


@njit
def lone_group(m: Desk, n: int, j: int, foe: int) -> int:
    """Go on with a walk and tell the label of the only enemy group that the piece touches.

    0: none, -1: several.
    """
    sides = m[BOARD, MASK]
    only = 0
    i = 0
    while i < n and only >= 0:
        y = m[QUEUE, i]
        if colours_beside(m[CODE, y], sides) & foe:
            only = lone_label(m, y, foe, only)
        if i == j:
            n = queue_around(m, y, n)
            j += 1
        i += 1
    return only


@njit
def add_once(m: Desk, row: int, n: int, label: int) -> int:
    """Append a label to a row of n unless it is there; the new length."""
    for i in range(n):
        if m[row, i] == label:
            return n
    m[row, n] = label
    return int(n + 1)


@njit
def suspects_by_piece(m: Desk, x: int, foe: int, risk: int) -> int:
    """List the enemy groups alone beside a piece, if the stone at x may have changed that."""
    mark = new_walk(m)
    ask = risk & MAY_LOSE_TOUCH > 0
    n = 0
    for i in range(m[BOARD, SIDES]):
        y = m[RING + i, x]
        if m[COLOUR, y] == EMPTY and m[SEEN, y] != mark:
            queued, walked, cut = reach_sides(m, x, y)
            ask |= cut
            if ask:
                only = lone_group(m, queued, walked, foe)
                if only > 0:
                    n = add_once(m, SUSPECT, n, only)
    return n


@njit
def suspects_by_region(m: Desk, x: int, risk: int) -> int:
    """List the enemy groups that the stone at x may have cut from their last friend.

    Any other group beside x still touches a piece that two groups touch.
    """
    foe = 3 - m[COLOUR, x]
    n = suspects_by_piece(m, x, foe, risk)
    if risk & MAY_LOSE_TOUCH:
        for i in range(m[BOARD, SIDES]):
            y = m[RING + i, x]
            if m[COLOUR, y] == foe:
                n = add_once(m, SUSPECT, n, m[GROUP, y])
    return n


@njit
def suspects_by_ray(m: Desk, x: int) -> int:
    """List the enemy groups whose straight run the stone at x may have ended (Liflina)."""
    foe = 3 - m[COLOUR, x]
    n = 0
    for i in range(4):
        y = m[RING + i, x]
        while m[COLOUR, y] == EMPTY:
            y = m[RING + i, y]
        if m[COLOUR, y] == foe:
            n = add_once(m, SUSPECT, n, m[GROUP, y])
    return n


@njit
def find_doomed(m: Desk, x: int, risk: int) -> int:
    """List the enemy groups that the stone at x has killed, in the row DOOMED.

    :param risk: what `danger` said before the stone was set.
    """
    if m[HEAD, RULE] == LIFLINA:
        suspects = suspects_by_ray(m, x)
    elif risk:
        suspects = suspects_by_region(m, x, risk)
    else:
        return 0
    n = 0
    for i in range(suspects):
        if not lives(m, m[SUSPECT, i]):
            m[DOOMED, n] = m[SUSPECT, i]
            n += 1
    return n
