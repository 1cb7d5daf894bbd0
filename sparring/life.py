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
def meets_other(desk: Desk, x: int, colour: int, label: int) -> bool:
    """Whether a cell has a neighbour of a colour that belongs to another group."""
    if not colours_beside(desk[CODE, x], desk[BOARD, MASK]) & colour:
        return False
    for i in range(desk[BOARD, SIDES]):
        y = desk[RING + i, x]
        if desk[COLOUR, y] == colour and desk[GROUP, y] != label:
            return True
    return False


@njit
def other_beside(desk: Desk, start: int, n: int, colour: int, label: int) -> bool:
    """Whether a cell of the queue, from start to n, has a neighbour of another group."""
    while start < n and not meets_other(desk, desk[QUEUE, start], colour, label):
        start += 1
    return start < n


@njit
def sees_friend(desk: Desk, label: int) -> bool:
    """Whether a region touches the group and another group of its colour."""
    colour = desk[COLOUR, label]
    if desk[HEAD, GROUPS + colour] < 2:
        return False
    new_walk(desk)
    before, n = 0, 0
    stone = label
    while True:
        before, n = n, queue_around(desk, stone, n)
        if other_beside(desk, before, n, colour, label):
            return True
        stone = desk[NEXT, stone]
        if stone == label:
            break
    j = 0
    while j < n:
        before, n = n, queue_around(desk, desk[QUEUE, j], n)
        if other_beside(desk, before, n, colour, label):
            return True
        j += 1
    return False


@njit
def run_end(desk: Desk, x: int, i: int) -> int:
    """Find what ends the straight run from an empty cell in a direction: a stone or the rim."""
    while desk[COLOUR, x] == EMPTY:
        x = desk[RING + i, x]
    return int(x)


@njit
def has_ray(desk: Desk, x: int, colour: int) -> bool:
    """Whether a stone of a colour at x has, or would have, a lifeline (Liflina)."""
    for i in range(4):
        y = desk[RING + i, x]
        if desk[COLOUR, y] != EMPTY:
            continue
        if desk[COLOUR, run_end(desk, y, i)] in (RIM, colour):
            return True
    return False


@njit
def any_ray(desk: Desk, label: int) -> bool:
    """Whether a stone of a group has a lifeline (Liflina)."""
    stone = label
    while True:
        if has_ray(desk, stone, desk[COLOUR, label]):
            return True
        stone = desk[NEXT, stone]
        if stone == label:
            return False


@njit
def lives(desk: Desk, label: int) -> bool:
    """Whether a group is alive by the rules of the state's game."""
    rule = desk[HEAD, RULE]
    colour = desk[COLOUR, label]
    if rule == LIFLINA:
        return any_ray(desk, label)
    if rule == ASLI and desk[HEAD, GROUPS + colour] == 1 and desk[HEAD, SPLIT + colour] == 0:
        return True
    if rule == CORNERED and desk[HEAD, 3 - colour] == 0:
        return True
    return sees_friend(desk, label)
