"""Compiled: Liflina endgames that are won by holding alone, because nothing more can happen.

A side that only holds sees the enemy fill the board. What it surely keeps, in the manner of Benson
(1976): *shut* regions, which touch its own safe stones only and in which no enemy stone could have
a lifeline, and *safe* groups, which have lifelines in shut regions that no one stone can end
together. So the enemy can never place in a shut region: his stone would take nothing and be dead.
"""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    BLACK,
    CELLS,
    COLOUR,
    EMPTY,
    GROUP,
    HEAD,
    LIFELINES,
    LIFLINA,
    LIST,
    MOVER,
    PRISON,
    RIM,
    RING,
    RULE,
    SEEN,
    SHUT,
    SIZE,
    WHITE,
)
from sparring.life import run_end
from sparring.stones import new_walk


@njit
def open_around(desk: Desk, x: int) -> bool:
    """Whether an empty neighbour of a cell has lost its place among the shut."""
    for i in range(4):
        y = desk[RING + i, x]
        if desk[COLOUR, y] == EMPTY:
            if not desk[SHUT, y]:
                return True
        elif desk[COLOUR, y] != RIM and desk[LIFELINES, desk[GROUP, y]] < 0:
            return True
    return False


@njit
def lets_in(desk: Desk, x: int) -> bool:
    """Whether an enemy stone on a cell of one's own region would have a lifeline, to the edge."""
    for i in range(4):
        y = desk[RING + i, x]
        if desk[COLOUR, y] == EMPTY and desk[COLOUR, run_end(desk, y, i)] == RIM:
            return True
    return False


@njit
def spread(desk: Desk, me: int) -> None:
    """Open the regions of which a cell is open, or touches a group that is not safe."""
    again = True
    while again:
        again = False
        for j in range(desk[HEAD, CELLS + me]):
            x = desk[LIST + me, j]
            if desk[SHUT, x] and open_around(desk, x):
                desk[SHUT, x] = 0
                again = True


@njit
def count_lifelines(desk: Desk, me: int) -> None:
    """Count for each group not known to be unsafe the ends of its lifelines in shut regions."""
    for j in range(desk[HEAD, CELLS + me]):
        x = desk[LIST + me, j]
        for i in range(4):
            y = desk[RING + i, x]
            if desk[COLOUR, y] == me and desk[LIFELINES, desk[GROUP, y]] > 0:
                desk[LIFELINES, desk[GROUP, y]] = 0
    for j in range(desk[HEAD, CELLS + me]):
        x = desk[LIST + me, j]
        for i in range(4):
            y = desk[RING + i, x]
            if desk[SHUT, x] and desk[COLOUR, y] == me:  # a run begins here, and ends as one's own
                desk[LIFELINES, desk[GROUP, y]] += 1


@njit
def ends_of(desk: Desk, x: int, label: int) -> int:
    """Count the ends of a group's lifelines that a stone on a cell of a shut region would spoil."""
    n = 0
    for i in range(4):
        y = run_end(desk, x, i)
        if desk[COLOUR, y] != RIM and desk[GROUP, y] == label:
            n += 1
    return n


@njit
def find_unsafe(desk: Desk, me: int) -> bool:
    """Mark groups at shut regions that one stone there could kill; whether any was found."""
    found = False
    for j in range(desk[HEAD, CELLS + me]):
        x = desk[LIST + me, j]
        if not desk[SHUT, x]:
            continue
        for i in range(4):
            y = run_end(desk, x, i)
            if desk[COLOUR, y] == RIM:
                continue
            label = desk[GROUP, y]
            if desk[LIFELINES, label] <= ends_of(desk, x, label):
                desk[LIFELINES, label] = -1
                found = True
    return found


@njit
def find_shut(desk: Desk, me: int) -> None:
    """Find the shut regions of a colour: row SHUT of the cells of its regions."""
    for j in range(desk[HEAD, CELLS + me]):
        x = desk[LIST + me, j]
        desk[SHUT, x] = 0 if lets_in(desk, x) else 1
        for i in range(4):
            y = desk[RING + i, x]
            if desk[COLOUR, y] == me:
                desk[LIFELINES, desk[GROUP, y]] = 0
    spread(desk, me)
    count_lifelines(desk, me)
    while find_unsafe(desk, me):
        spread(desk, me)
        count_lifelines(desk, me)


@njit
def room_for_enemy(desk: Desk, me: int) -> int:
    """Count the cells that are not surely kept by a colour, its stones that may be taken twice."""
    find_shut(desk, me)
    mark = new_walk(desk)
    room = desk[HEAD, CELLS] + desk[HEAD, CELLS + 3 - me] + 2 * desk[HEAD, me]
    for j in range(desk[HEAD, CELLS + me]):
        x = desk[LIST + me, j]
        if not desk[SHUT, x]:
            room += 1
            continue
        for i in range(4):
            y = desk[RING + i, x]
            if desk[COLOUR, y] == me and desk[SEEN, desk[GROUP, y]] != mark:
                desk[SEEN, desk[GROUP, y]] = mark
                room -= 2 * desk[SIZE, desk[GROUP, y]]
    return int(room)


@njit
def may_outlast(desk: Desk) -> int:
    """Tell which colour might win by holding alone, the only one that can hold; 0: neither."""
    if desk[HEAD, RULE] != LIFLINA or desk[HEAD, PRISON] == 0:
        return 0
    return WHITE if desk[HEAD, PRISON] > 0 else BLACK


@njit
def holds_missing(desk: Desk, me: int) -> int:
    """Count the holds that a colour lacks to win by holding alone; 0: it wins.

    The enemy fills at most the room, and takes what is in it: each stone taken costs a prisoner
    and gives him a cell. His last stone leaves an empty cell, on its lifeline. The owners of the
    empty cells must be known.
    """
    holds = abs(desk[HEAD, PRISON]) - (1 if desk[HEAD, MOVER] == me else 0)
    return int(max(0, room_for_enemy(desk, me) - 1 - holds))
