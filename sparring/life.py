"""Compiled: whether a group lives, by walks through empty cells that stop as early as they can."""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    ASLI,
    BOARD,
    CODE,
    COLOUR,
    CORNERED,
    EMPTY,
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
    SIDES,
    SPLIT,
)
from sparring.stones import colours_beside, new_walk, queue_around


@njit
def meets_other(m: Desk, x: int, colour: int, label: int) -> bool:
    """Whether a cell has a neighbour of a colour that belongs to another group."""
    if not colours_beside(m[CODE, x], m[BOARD, MASK]) & colour:
        return False
    for i in range(m[BOARD, SIDES]):
        y = m[RING + i, x]
        if m[COLOUR, y] == colour and m[GROUP, y] != label:
            return True
    return False


@njit
def other_beside(m: Desk, start: int, n: int, colour: int, label: int) -> bool:
    """Whether a cell of the queue, from start to n, has a neighbour of another group."""
    while start < n and not meets_other(m, m[QUEUE, start], colour, label):
        start += 1
    return start < n


@njit
def sees_friend(m: Desk, label: int) -> bool:
    """Whether a region touches the group and another group of its colour."""
    colour = m[COLOUR, label]
    if m[HEAD, GROUPS + colour] < 2:
        return False
    new_walk(m)
    before, n = 0, 0
    stone = label
    while True:
        before, n = n, queue_around(m, stone, n)
        if other_beside(m, before, n, colour, label):
            return True
        stone = m[NEXT, stone]
        if stone == label:
            break
    j = 0
    while j < n:
        before, n = n, queue_around(m, m[QUEUE, j], n)
        if other_beside(m, before, n, colour, label):
            return True
        j += 1
    return False


@njit
def run_end(m: Desk, x: int, i: int) -> int:
    """Find what ends the straight run from an empty cell in a direction: a stone or the rim."""
    while m[COLOUR, x] == EMPTY:
        x = m[RING + i, x]
    return int(x)


@njit
def has_ray(m: Desk, x: int, colour: int) -> bool:
    """Whether a stone of a colour at x has, or would have, a lifeline (Liflina)."""
    for i in range(4):
        y = m[RING + i, x]
        if m[COLOUR, y] != EMPTY:
            continue
        if m[COLOUR, run_end(m, y, i)] in (RIM, colour):
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
