"""Compiled: how well a cell is liked, by the colours around it and the groups beside it.

``weights`` is float32 [4, codes], natural logarithms, 0 for a cell of average worth; a cell's worth
is the sum of what its codes say. All codes are as the side to move sees them: own stones 1, enemy
stones 2, rim 3. Row RINGS: by the code of the ring; BEYOND: for each neighbour by its colour and
five cells around it, on a hexhex board all but x, on a square one those not in line with x or
behind it; GROUPS: by whose the region is and how many groups are beside. What was learned is in the
folder `patterns`.
"""

from sparring.arrays import Desk, Numbers, Weights
from sparring.jit import njit
from sparring.kernel import friends_beside
from sparring.layout import (
    AROUND,
    BOARD,
    CLASS,
    CODE,
    COLOUR,
    HEAD,
    MOVER,
    RIM,
    RING,
    SHIFT,
    SIDES,
    WHITE,
)
from sparring.stones import owner

RINGS, BEYOND, GROUPS, FACTS = range(4)
TOP, WIDE = range(2)  # of FACTS: worth from which on a cell is always taken; 1: all rows are used
OPEN, OWN, THEIRS = range(3)  # whose a region is
A_REGION, A_FRIEND = 9, 3  # places of a GROUPS code: the region, own groups, enemy groups (0 to 2)
FIVE = 10  # bits of five cells; the neighbour's colour stands above
CODES = 1 + 1 + 6  # of one cell: its ring, its groups, what is beyond each neighbour


@njit
def seen_by(code: int, me: int) -> int:
    """Rewrite a ring code so that 1 is the side to move's own stone and 2 an enemy's."""
    if me != WHITE:
        return code
    return int(((code & 0x5555) << 1) | ((code >> 1) & 0x5555))


@njit
def beyond(desk: Desk, x: int, i: int, me: int) -> int:
    """Name what lies in direction i, from one side of x round to the other."""
    y, bits = desk[RING + i, x], 2 * desk[BOARD, AROUND]
    if desk[COLOUR, y] == RIM:
        return RIM << FIVE
    code, back = seen_by(desk[CODE, y], me), desk[BOARD, SHIFT + i]
    from_x = (code >> back) | (code << (bits - back))
    # The five begin one place after x on a hexhex board, two places on a square one.
    five = from_x >> (desk[BOARD, AROUND] - 4) & ((1 << FIVE) - 1)
    return int(seen_by(desk[COLOUR, y], me) << FIVE | five)


@njit
def groups(desk: Desk, x: int, me: int) -> int:
    """Name the groups beside an empty cell; whose its region is only if that is known already."""
    region = OPEN
    if desk[CLASS, x]:
        region = OWN if desk[CLASS, x] == me else THEIRS
    beside = friends_beside(desk, x, me) * A_FRIEND + friends_beside(desk, x, 3 - me)
    return region * A_REGION + beside


@njit
def worth(desk: Desk, weights: Weights, x: int) -> float:
    """Tell how well the side to move likes an empty cell."""
    me = desk[HEAD, MOVER]
    value = float(weights[RINGS, seen_by(desk[CODE, x], me)])
    if weights[FACTS, WIDE]:
        value += weights[GROUPS, groups(desk, x, me)]
        for i in range(desk[BOARD, SIDES]):
            value += weights[BEYOND, beyond(desk, x, i, me)]
    return value


@njit
def describe(desk: Desk, x: int, codes: Numbers) -> None:
    """List the codes of an empty cell: ring, groups, then what is beyond each neighbour."""
    me = desk[HEAD, MOVER]
    owner(desk, x)
    codes[0] = seen_by(desk[CODE, x], me)
    codes[1] = groups(desk, x, me)
    for i in range(desk[BOARD, SIDES]):
        codes[2 + i] = beyond(desk, x, i, me)
