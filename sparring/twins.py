"""Compiled: placements as good as each other, of which an endgame needs only one."""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    BOARD,
    CELLS,
    CLASS,
    COLOUR,
    EMPTY,
    GROUP,
    HEAD,
    LIST,
    MOVER,
    MOVES,
    QUEUE,
    RIM,
    RING,
    SEEN,
    SIDES,
    SIGHT,
    STAMP,
    WORK,
)
from sparring.stones import owner, region_around


@njit
def is_beside(m: Desk, x: int, y: int) -> bool:
    """Whether an empty cell is beside another, or beside the group of a stone."""
    for i in range(m[BOARD, SIDES]):
        z = m[RING + i, x]
        if z == y:
            return True
        if m[COLOUR, y] != EMPTY and m[COLOUR, z] == m[COLOUR, y] and m[GROUP, z] == m[GROUP, y]:
            return True
    return False


@njit
def sees_no_more(m: Desk, x: int, y: int) -> bool:
    """Whether each empty cell and each group beside x is beside y, or y itself."""
    for i in range(m[BOARD, SIDES]):
        z = m[RING + i, x]
        if m[COLOUR, z] != RIM and z != y and not is_beside(m, y, z):
            return False
    return True


@njit
def is_enclosing(m: Desk, x: int) -> bool:
    """Whether each group that touches the region of an empty cell is beside the cell itself."""
    for j in range(region_around(m, x)):
        for i in range(m[BOARD, SIDES]):
            z = m[RING + i, m[QUEUE, j]]
            if m[COLOUR, z] != EMPTY and m[COLOUR, z] != RIM and not is_beside(m, x, z):
                return False
    return True


@njit
def bit_of(x: int) -> int:
    """Give the bit of a cell, or of a group by its label; some share one."""
    return int(1 << x % 31)


@njit
def note_sight(m: Desk, x: int) -> int:
    """Keep in the row SIGHT the bits of the empty cells and the groups beside an empty cell."""
    bits = 0
    for i in range(m[BOARD, SIDES]):
        z = m[RING + i, x]
        if m[COLOUR, z] == EMPTY:
            bits |= bit_of(z)
        elif m[COLOUR, z] != RIM:
            bits |= bit_of(m[GROUP, z])
    m[SIGHT, x] = bits
    return bits


@njit
def is_twin(m: Desk, x: int, seen: int) -> bool:
    """Whether a cell is the twin of one of the first moves listed.

    Twins lie in regions that touch the mover's stones only, beside the same groups and, but for
    each other, the same empty cells; and each group that touches the region is beside them. Filling
    one joins these groups to one, and nobody else can reach the other before it dies as a whole.
    Until then the boards differ in nothing that counts, and then they are equal.
    Bits of what is beside them tell most cells apart before that is looked at.
    """
    me = m[HEAD, MOVER]
    if m[CLASS, x] != me:
        return False
    mine = note_sight(m, x)
    for i in range(seen):
        y = m[MOVES, i]
        if m[CLASS, y] != me or (mine ^ m[SIGHT, y]) & ~(bit_of(x) | bit_of(y)):
            continue
        if sees_no_more(m, x, y) and sees_no_more(m, y, x):
            return is_enclosing(m, x)
    return False


@njit
def learn_owners(m: Desk) -> None:
    """Find out of every empty cell whose region it is in; of one of both, one cell is asked."""
    first = m[WORK, STAMP] + 1
    i = 0
    while i < m[HEAD, CELLS]:
        x = m[LIST, i]
        if m[SEEN, x] >= first or owner(m, x) == 0:
            i += 1
