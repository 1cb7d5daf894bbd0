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
def lone_label(desk: Desk, x: int, foe: int, only: int) -> int:
    """Go on from the only enemy group met so far (0: none) to a neighbour's; -1: several."""
    for i in range(desk[BOARD, SIDES]):
        y = desk[RING + i, x]
        if desk[COLOUR, y] == foe and desk[GROUP, y] != only:
            if only > 0:
                return -1
            only = desk[GROUP, y]
    return only


@njit
def reach_sides(desk: Desk, x: int, y: int) -> tuple[int, int, bool]:
    """Walk the piece of y, on the marks of the present walk, until all open sides of x are met.

    Returns how many cells are queued, how many of them the walk has gone on from, and whether
    there is a side that it cannot meet.
    """
    mark = desk[WORK, STAMP]
    desk[SEEN, y] = mark
    desk[QUEUE, 0] = y
    n, j = 1, 0
    for i in range(desk[BOARD, SIDES]):
        side = desk[RING + i, x]
        if desk[COLOUR, side] == EMPTY:
            while desk[SEEN, side] != mark:
                if j == n:
                    return n, j, True
                n = queue_around(desk, desk[QUEUE, j], n)
                j += 1
    return n, j, False


@njit
def lone_group(desk: Desk, n: int, j: int, foe: int) -> int:
    """Go on with a walk and tell the label of the only enemy group that the piece touches.

    0: none, -1: several.
    """
    sides = desk[BOARD, MASK]
    only = 0
    i = 0
    while i < n and only >= 0:
        y = desk[QUEUE, i]
        if colours_beside(desk[CODE, y], sides) & foe:
            only = lone_label(desk, y, foe, only)
        if i == j:
            n = queue_around(desk, y, n)
            j += 1
        i += 1
    return only


@njit
def add_once(desk: Desk, row: int, n: int, label: int) -> int:
    """Append a label to a row of n unless it is there; the new length."""
    for i in range(n):
        if desk[row, i] == label:
            return n
    desk[row, n] = label
    return int(n + 1)


@njit
def suspects_by_piece(desk: Desk, x: int, foe: int, risk: int) -> int:
    """List the enemy groups alone beside a piece, if the stone at x may have changed that."""
    mark = new_walk(desk)
    ask = risk & MAY_LOSE_TOUCH > 0
    n = 0
    for i in range(desk[BOARD, SIDES]):
        y = desk[RING + i, x]
        if desk[COLOUR, y] == EMPTY and desk[SEEN, y] != mark:
            queued, walked, cut = reach_sides(desk, x, y)
            ask |= cut
            if ask:
                only = lone_group(desk, queued, walked, foe)
                if only > 0:
                    n = add_once(desk, SUSPECT, n, only)
    return n


@njit
def suspects_by_region(desk: Desk, x: int, risk: int) -> int:
    """List the enemy groups that the stone at x may have cut from their last friend.

    Any other group beside x still touches a piece that two groups touch.
    """
    foe = 3 - desk[COLOUR, x]
    n = suspects_by_piece(desk, x, foe, risk)
    if risk & MAY_LOSE_TOUCH:
        for i in range(desk[BOARD, SIDES]):
            y = desk[RING + i, x]
            if desk[COLOUR, y] == foe:
                n = add_once(desk, SUSPECT, n, desk[GROUP, y])
    return n


@njit
def suspects_by_ray(desk: Desk, x: int) -> int:
    """List the enemy groups whose straight run the stone at x may have ended (Liflina)."""
    foe = 3 - desk[COLOUR, x]
    n = 0
    for i in range(4):
        y = desk[RING + i, x]
        while desk[COLOUR, y] == EMPTY:
            y = desk[RING + i, y]
        if desk[COLOUR, y] == foe:
            n = add_once(desk, SUSPECT, n, desk[GROUP, y])
    return n


@njit
def find_doomed(desk: Desk, x: int, risk: int) -> int:
    """List the enemy groups that the stone at x has killed, in the row DOOMED.

    :param risk: what `danger` said before the stone was set.
    """
    if desk[HEAD, RULE] == LIFLINA:
        suspects = suspects_by_ray(desk, x)
    elif risk:
        suspects = suspects_by_region(desk, x, risk)
    else:
        return 0
    n = 0
    for i in range(suspects):
        if not lives(desk, desk[SUSPECT, i]):
            desk[DOOMED, n] = desk[SUSPECT, i]
            n += 1
    return n
