"""Compiled: stones on and off a state, with groups, ring codes and the lists of empty cells.

Knows no rules: nothing here dies or is illegal. ``m`` is a desk: see `layout`.
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
def leave_list(m: Desk, x: int) -> None:
    """Take an empty cell out of its list."""
    k = m[CLASS, x]
    m[HEAD, CELLS + k] -= 1
    last = m[LIST + k, m[HEAD, CELLS + k]]
    place = m[PLACE, x]
    m[LIST + k, place] = last
    m[PLACE, last] = place


@njit
def enter_list(m: Desk, x: int, k: int) -> None:
    """Put an empty cell into the list of a class."""
    n = m[HEAD, CELLS + k]
    m[LIST + k, n] = x
    m[PLACE, x] = n
    m[CLASS, x] = k
    m[HEAD, CELLS + k] = n + 1


@njit
def swap_places(m: Desk, k: int, i: int, j: int) -> None:
    """Exchange two entries of a list."""
    x, y = m[LIST + k, i], m[LIST + k, j]
    m[LIST + k, i], m[LIST + k, j] = y, x
    m[PLACE, y], m[PLACE, x] = i, j


@njit
def recolour(m: Desk, x: int, colour: int) -> None:
    """Change what stands on a cell and tell the ring codes around it."""
    flip = m[COLOUR, x] ^ colour
    m[COLOUR, x] = colour
    for i in range(m[BOARD, AROUND]):
        m[CODE, m[RING + i, x]] ^= flip << m[BOARD, SHIFT + i]


@njit
def join(m: Desk, one: int, other: int) -> None:
    """Make one group of two, under the label of the larger."""
    if m[SIZE, one] > m[SIZE, other]:
        one, other = other, one
    stone = one
    while True:
        m[GROUP, stone] = other
        stone = m[NEXT, stone]
        if stone == one:
            break
    m[NEXT, one], m[NEXT, other] = m[NEXT, other], m[NEXT, one]
    m[SIZE, other] += m[SIZE, one]


@njit
def put(m: Desk, x: int, me: int) -> int:
    """Set a stone, join it with its neighbours and tell how many groups it joined."""
    leave_list(m, x)
    recolour(m, x, me)
    m[GROUP, x] = x
    m[NEXT, x] = x
    m[SIZE, x] = 1
    m[HEAD, me] += 1
    joined = 0
    if colours_beside(m[CODE, x], m[BOARD, MASK]) & me:
        for i in range(m[BOARD, SIDES]):
            y = m[RING + i, x]
            if m[COLOUR, y] == me and m[GROUP, y] != m[GROUP, x]:
                join(m, m[GROUP, x], m[GROUP, y])
                joined += 1
    m[HEAD, GROUPS + me] += 1 - joined
    return int(joined)


@njit
def new_walk(m: Desk) -> int:
    """Start a walk: the mark that its cells get, different from all earlier ones."""
    m[WORK, STAMP] += 1
    return int(m[WORK, STAMP])


@njit
def queue_around(m: Desk, x: int, n: int) -> int:
    """Append the unseen empty neighbours of a cell to the walk's queue of n; the new length.

    Each neighbour is written and marked, and counted only if it was to be: the processor cannot
    guess which it will be, and a wrong guess costs it more than two needless writes.
    """
    mark = m[WORK, STAMP]
    for i in range(m[BOARD, SIDES]):
        y = m[RING + i, x]
        m[QUEUE, n] = y
        n += (m[COLOUR, y] == EMPTY) & (m[SEEN, y] != mark)
        m[SEEN, y] = mark
    return n


@njit
def region_around(m: Desk, x: int) -> int:
    """Queue every empty cell connected to x or to its empty neighbours; how many there are."""
    mark = new_walk(m)
    n = 0
    if m[COLOUR, x] == EMPTY:
        m[SEEN, x] = mark
        m[QUEUE, 0] = x
        n = 1
    n = queue_around(m, x, n)
    j = 0
    while j < n:
        n = queue_around(m, m[QUEUE, j], n)
        j += 1
    return n


@njit
def reopen(m: Desk, x: int) -> None:
    """Move the regions at and around x to the list of cells not known to be anyone's."""
    for j in range(region_around(m, x)):
        y = m[QUEUE, j]
        if m[CLASS, y] != 0:
            leave_list(m, y)
            enter_list(m, y, 0)


@njit
def lift_group(m: Desk, label: int) -> int:
    """Take a group off the board; how many stones it had."""
    colour = m[COLOUR, label]
    stone = label
    lifted = 0
    while True:
        recolour(m, stone, EMPTY)
        enter_list(m, stone, 0)
        lifted += 1
        stone = m[NEXT, stone]
        if stone == label:
            break
    m[HEAD, colour] -= lifted
    m[HEAD, GROUPS + colour] -= 1
    if m[HEAD, CELLS + colour] > 0:  # perhaps regions of this group alone
        reopen(m, label)
    return int(lifted)


@njit
def owner(m: Desk, x: int) -> int:
    """Tell whose an empty cell's region is: a colour, or 0 when it touches both or nobody.

    A region found to be a colour's moves to that colour's list.
    """
    if m[CLASS, x] != 0:
        return int(m[CLASS, x])
    sides = m[BOARD, MASK]
    touched = colours_beside(m[CODE, x], sides)
    mark = new_walk(m)
    m[SEEN, x] = mark
    m[QUEUE, 0] = x
    n = 1
    j = 0
    while j < n and touched != 3:
        n = queue_around(m, m[QUEUE, j], n)
        j += 1
        if j < n:
            touched |= colours_beside(m[CODE, m[QUEUE, j]], sides)
    if touched % 3 == 0:
        return 0
    for j in range(n):
        leave_list(m, m[QUEUE, j])
        enter_list(m, m[QUEUE, j], touched)
    return int(touched)


@njit
def touches(m: Desk, x: int, colour: int) -> bool:
    """Whether the region of an empty cell touches a colour."""
    sides = m[BOARD, MASK]
    if colours_beside(m[CODE, x], sides) & colour:
        return True
    mark = new_walk(m)
    m[SEEN, x] = mark
    n = queue_around(m, x, 0)
    j = 0
    while j < n:
        y = m[QUEUE, j]
        if colours_beside(m[CODE, y], sides) & colour:
            return True
        n = queue_around(m, y, n)
        j += 1
    return False
