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
def is_beside(desk: Desk, x: int, y: int) -> bool:
    """Whether an empty cell is beside another, or beside the group of a stone."""
    for i in range(desk[BOARD, SIDES]):
        z = desk[RING + i, x]
        if z == y:
            return True
        if (
            desk[COLOUR, y] != EMPTY
            and desk[COLOUR, z] == desk[COLOUR, y]
            and desk[GROUP, z] == desk[GROUP, y]
        ):
            return True
    return False


@njit
def sees_no_more(desk: Desk, x: int, y: int) -> bool:
    """Whether each empty cell and each group beside x is beside y, or y itself."""
    for i in range(desk[BOARD, SIDES]):
        z = desk[RING + i, x]
        if desk[COLOUR, z] != RIM and z != y and not is_beside(desk, y, z):
            return False
    return True


@njit
def is_enclosing(desk: Desk, x: int) -> bool:
    """Whether each group that touches the region of an empty cell is beside the cell itself."""
    for j in range(region_around(desk, x)):
        for i in range(desk[BOARD, SIDES]):
            z = desk[RING + i, desk[QUEUE, j]]
            if desk[COLOUR, z] != EMPTY and desk[COLOUR, z] != RIM and not is_beside(desk, x, z):
                return False
    return True


@njit
def bit_of(x: int) -> int:
    """Give the bit of a cell, or of a group by its label; some share one."""
    return int(1 << x % 31)


@njit
def note_sight(desk: Desk, x: int) -> int:
    """Keep in the row SIGHT the bits of the empty cells and the groups beside an empty cell."""
    bits = 0
    for i in range(desk[BOARD, SIDES]):
        z = desk[RING + i, x]
        if desk[COLOUR, z] == EMPTY:
            bits |= bit_of(z)
        elif desk[COLOUR, z] != RIM:
            bits |= bit_of(desk[GROUP, z])
    desk[SIGHT, x] = bits
    return bits


@njit
def is_twin(desk: Desk, x: int, seen: int) -> bool:
    """Whether a cell is the twin of one of the first moves listed.

    Twins lie in regions that touch the mover's stones only, beside the same groups and, but for
    each other, the same empty cells; and each group that touches the region is beside them. Filling
    one joins these groups to one, and nobody else can reach the other before it dies as a whole.
    Until then the boards differ in nothing that counts, and then they are equal.
    Bits of what is beside them tell most cells apart before that is looked at.
    """
    me = desk[HEAD, MOVER]
    if desk[CLASS, x] != me:
        return False
    mine = note_sight(desk, x)
    for i in range(seen):
        y = desk[MOVES, i]
        if desk[CLASS, y] != me or (mine ^ desk[SIGHT, y]) & ~(bit_of(x) | bit_of(y)):
            continue
        if sees_no_more(desk, x, y) and sees_no_more(desk, y, x):
            return is_enclosing(desk, x)
    return False


@njit
def learn_owners(desk: Desk) -> None:
    """Find out of every empty cell whose region it is in; of one of both, one cell is asked."""
    first = desk[WORK, STAMP] + 1
    i = 0
    while i < desk[HEAD, CELLS]:
        x = desk[LIST, i]
        if desk[SEEN, x] >= first or owner(desk, x) == 0:
            i += 1
