"""Compiled: stones on and off a state, with groups, ring codes and the lists of empty cells.

Knows no rules: nothing here dies or is illegal. What a desk is: see `layout`.
"""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    AROUND,
    BOARD,
    CELLS,
    CLASS,
    CODE,
    COLOUR,
    EMPTY,
    GROUP,
    GROUPS,
    HEAD,
    LIST,
    MASK,
    NEXT,
    PLACE,
    QUEUE,
    RING,
    SEEN,
    SHIFT,
    SIDES,
    SIZE,
    STAMP,
    WORK,
)


@njit
def colours_beside(code: int, sides: int) -> int:
    """Tell who stands beside a cell: 1 Black, 2 White, 3 both, 0 nobody."""
    low = code & sides
    high = (code >> 1) & sides
    return (1 if low & ~high else 0) | (2 if high & ~low else 0)


@njit
def leave_list(desk: Desk, x: int) -> None:
    """Take an empty cell out of its list."""
    k = desk[CLASS, x]
    desk[HEAD, CELLS + k] -= 1
    last = desk[LIST + k, desk[HEAD, CELLS + k]]
    place = desk[PLACE, x]
    desk[LIST + k, place] = last
    desk[PLACE, last] = place


@njit
def enter_list(desk: Desk, x: int, k: int) -> None:
    """Put an empty cell into the list of a class."""
    n = desk[HEAD, CELLS + k]
    desk[LIST + k, n] = x
    desk[PLACE, x] = n
    desk[CLASS, x] = k
    desk[HEAD, CELLS + k] = n + 1


@njit
def swap_places(desk: Desk, k: int, i: int, j: int) -> None:
    """Exchange two entries of a list."""
    x, y = desk[LIST + k, i], desk[LIST + k, j]
    desk[LIST + k, i], desk[LIST + k, j] = y, x
    desk[PLACE, y], desk[PLACE, x] = i, j


@njit
def recolour(desk: Desk, x: int, colour: int) -> None:
    """Change what stands on a cell and tell the ring codes around it."""
    flip = desk[COLOUR, x] ^ colour
    desk[COLOUR, x] = colour
    for i in range(desk[BOARD, AROUND]):
        desk[CODE, desk[RING + i, x]] ^= flip << desk[BOARD, SHIFT + i]


@njit
def join(desk: Desk, one: int, other: int) -> None:
    """Make one group of two, under the label of the larger."""
    if desk[SIZE, one] > desk[SIZE, other]:
        one, other = other, one
    stone = one
    while True:
        desk[GROUP, stone] = other
        stone = desk[NEXT, stone]
        if stone == one:
            break
    desk[NEXT, one], desk[NEXT, other] = desk[NEXT, other], desk[NEXT, one]
    desk[SIZE, other] += desk[SIZE, one]


@njit
def put(desk: Desk, x: int, me: int) -> int:
    """Set a stone, join it with its neighbours and tell how many groups it joined."""
    leave_list(desk, x)
    recolour(desk, x, me)
    desk[GROUP, x] = x
    desk[NEXT, x] = x
    desk[SIZE, x] = 1
    desk[HEAD, me] += 1
    joined = 0
    if colours_beside(desk[CODE, x], desk[BOARD, MASK]) & me:
        for i in range(desk[BOARD, SIDES]):
            y = desk[RING + i, x]
            if desk[COLOUR, y] == me and desk[GROUP, y] != desk[GROUP, x]:
                join(desk, desk[GROUP, x], desk[GROUP, y])
                joined += 1
    desk[HEAD, GROUPS + me] += 1 - joined
    return int(joined)


@njit
def new_walk(desk: Desk) -> int:
    """Start a walk: the mark that its cells get, different from all earlier ones."""
    desk[WORK, STAMP] += 1
    return int(desk[WORK, STAMP])


@njit
def queue_around(desk: Desk, x: int, n: int) -> int:
    """Append the unseen empty neighbours of a cell to the walk's queue of n; the new length.

    Each neighbour is written and marked, and counted only if it was to be: the processor cannot
    guess which it will be, and a wrong guess costs it more than two needless writes.
    """
    mark = desk[WORK, STAMP]
    for i in range(desk[BOARD, SIDES]):
        y = desk[RING + i, x]
        desk[QUEUE, n] = y
        n += (desk[COLOUR, y] == EMPTY) & (desk[SEEN, y] != mark)
        desk[SEEN, y] = mark
    return n


@njit
def region_around(desk: Desk, x: int) -> int:
    """Queue every empty cell connected to x or to its empty neighbours; how many there are."""
    mark = new_walk(desk)
    n = 0
    if desk[COLOUR, x] == EMPTY:
        desk[SEEN, x] = mark
        desk[QUEUE, 0] = x
        n = 1
    n = queue_around(desk, x, n)
    j = 0
    while j < n:
        n = queue_around(desk, desk[QUEUE, j], n)
        j += 1
    return n


@njit
def reopen(desk: Desk, x: int) -> None:
    """Move the regions at and around x to the list of cells not known to be anyone's."""
    for j in range(region_around(desk, x)):
        y = desk[QUEUE, j]
        if desk[CLASS, y] != 0:
            leave_list(desk, y)
            enter_list(desk, y, 0)


@njit
def lift_group(desk: Desk, label: int) -> int:
    """Take a group off the board; how many stones it had."""
    colour = desk[COLOUR, label]
    stone = label
    lifted = 0
    while True:
        recolour(desk, stone, EMPTY)
        enter_list(desk, stone, 0)
        lifted += 1
        stone = desk[NEXT, stone]
        if stone == label:
            break
    desk[HEAD, colour] -= lifted
    desk[HEAD, GROUPS + colour] -= 1
    if desk[HEAD, CELLS + colour] > 0:  # perhaps regions of this group alone
        reopen(desk, label)
    return int(lifted)


@njit
def owner(desk: Desk, x: int) -> int:
    """Tell whose an empty cell's region is: a colour, or 0 when it touches both or nobody.

    A region found to be a colour's moves to that colour's list.
    """
    if desk[CLASS, x] != 0:
        return int(desk[CLASS, x])
    sides = desk[BOARD, MASK]
    touched = colours_beside(desk[CODE, x], sides)
    mark = new_walk(desk)
    desk[SEEN, x] = mark
    desk[QUEUE, 0] = x
    n = 1
    j = 0
    while j < n and touched != 3:
        n = queue_around(desk, desk[QUEUE, j], n)
        j += 1
        if j < n:
            touched |= colours_beside(desk[CODE, desk[QUEUE, j]], sides)
    if touched % 3 == 0:
        return 0
    for j in range(n):
        leave_list(desk, desk[QUEUE, j])
        enter_list(desk, desk[QUEUE, j], touched)
    return int(touched)


@njit
def touches(desk: Desk, x: int, colour: int) -> bool:
    """Whether the region of an empty cell touches a colour."""
    sides = desk[BOARD, MASK]
    if colours_beside(desk[CODE, x], sides) & colour:
        return True
    mark = new_walk(desk)
    desk[SEEN, x] = mark
    n = queue_around(desk, x, 0)
    j = 0
    while j < n:
        y = desk[QUEUE, j]
        if colours_beside(desk[CODE, y], sides) & colour:
            return True
        n = queue_around(desk, y, n)
        j += 1
    return False
