"""Compiled: whether a group lives, and which groups a placement has killed.

Walks through empty cells that stop as early as they can. What follows from it is the kernel's.
"""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    ASLI,
    BOARD,
    CODE,
    COLOUR,
    CORNERED,
    DOOMED,
    EMPTY,
    GOAL,
    GROUP,
    GROUPS,
    HEAD,
    LIFLINA,
    MASK,
    NEXT,
    QUEUE,
    RIM,
    RING,
    RULE,
    SEEN,
    SIDES,
    SPLIT,
    STAMP,
    SUSPECT,
    WORK,
)
from sparring.ring import MAY_LOSE_TOUCH
from sparring.stones import colours_beside, new_walk, queue_around


@njit
def meets_other(m: Desk, x: int, colour: int, label: int) -> bool:
    """Whether a cell has a neighbour of a colour that belongs to another group."""
    for i in range(m[BOARD, SIDES]):
        y = m[RING + i, x]
        if m[COLOUR, y] == colour and m[GROUP, y] != label:
            return True
    return False


@njit
def sees_friend(m: Desk, label: int) -> bool:
    """Whether a region touches the group and another group of its colour."""
    colour = m[COLOUR, label]
    if m[HEAD, GROUPS + colour] < 2:
        return False
    sides = m[BOARD, MASK]
    new_walk(m)
    n = 0
    stone = label
    while True:
        n = queue_around(m, stone, n)
        stone = m[NEXT, stone]
        if stone == label:
            break
    j = 0
    while j < n:
        y = m[QUEUE, j]
        if colours_beside(m[CODE, y], sides) & colour and meets_other(m, y, colour, label):
            return True
        n = queue_around(m, y, n)
        j += 1
    return False


@njit
def has_ray(m: Desk, x: int, colour: int) -> bool:
    """Whether a stone of a colour at x has, or would have, a lifeline (Liflina)."""
    for i in range(4):
        y = m[RING + i, x]
        if m[COLOUR, y] != EMPTY:
            continue
        while m[COLOUR, y] == EMPTY:
            y = m[RING + i, y]
        if m[COLOUR, y] == RIM or m[COLOUR, y] == colour:
            return True
    return False


@njit
def any_ray(m: Desk, label: int) -> bool:
    """Whether a stone of a group has a lifeline (Liflina)."""
    stone = label
    while True:
        if has_ray(m, stone, m[COLOUR, label]):
            return True
        stone = m[NEXT, stone]
        if stone == label:
            return False


@njit
def lives(m: Desk, label: int) -> bool:
    """Whether a group is alive by the rules of the state's game."""
    rule = m[HEAD, RULE]
    colour = m[COLOUR, label]
    if rule == LIFLINA:
        return any_ray(m, label)
    if rule == ASLI and m[HEAD, GROUPS + colour] == 1 and m[HEAD, SPLIT + colour] == 0:
        return True
    if rule == CORNERED and m[HEAD, 3 - colour] == 0:
        return True
    return sees_friend(m, label)


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
def explore(m: Desk, missing: int, foe: int, ask: int) -> tuple[int, int]:
    """Walk the piece of the queue's first cell, on the marks of the present walk.

    Returns the label of the only enemy group that the piece touches (0: none, -1: several) and
    how many of the missing GOAL cells were not met. Stops when all are met, unless it is asked
    for the group and has not yet met two.
    """
    mark = m[WORK, STAMP]
    sides = m[BOARD, MASK]
    only, n, j = 0, 1, 0
    while j < n and (missing > 0 or (ask > 0 and only >= 0)):
        y = m[QUEUE, j]
        j += 1
        if only >= 0 and colours_beside(m[CODE, y], sides) & foe:
            only = lone_label(m, y, foe, only)
        before = n
        n = queue_around(m, y, n)
        for k in range(before, n):
            if m[GOAL, m[QUEUE, k]] == mark:
                missing -= 1
    return only, missing


@njit
def add_once(m: Desk, row: int, n: int, label: int) -> int:
    """Append a label to a row of n unless it is there; the new length."""
    for i in range(n):
        if m[row, i] == label:
            return n
    m[row, n] = label
    return int(n + 1)


@njit
def mark_goals(m: Desk, x: int) -> int:
    """Mark the empty sides of x as the goals of the present walk; how many there are."""
    goals = 0
    for i in range(m[BOARD, SIDES]):
        if m[COLOUR, m[RING + i, x]] == EMPTY:
            m[GOAL, m[RING + i, x]] = m[WORK, STAMP]
            goals += 1
    return int(goals)


@njit
def suspects_by_region(m: Desk, x: int, risk: int) -> int:
    """List the enemy groups that the stone at x may have cut from their last friend.

    Those alone beside a piece that was really cut off, and those next to x.
    """
    foe = 3 - m[COLOUR, x]
    mark = new_walk(m)
    missing = mark_goals(m, x)
    ask = risk & MAY_LOSE_TOUCH
    n = 0
    for i in range(m[BOARD, SIDES]):
        y = m[RING + i, x]
        if m[COLOUR, y] == EMPTY and m[SEEN, y] != mark:
            m[SEEN, y] = mark
            m[QUEUE, 0] = y
            only, missing = explore(m, missing - 1, foe, ask)
            ask |= missing
            if ask > 0 and only > 0:
                n = add_once(m, SUSPECT, n, only)
    if ask > 0:
        for i in range(m[BOARD, SIDES]):
            if m[COLOUR, m[RING + i, x]] == foe:
                n = add_once(m, SUSPECT, n, m[GROUP, m[RING + i, x]])
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
