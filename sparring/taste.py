"""Compiled: how well a cell is liked, by the colours around it and the groups beside it.

``weights`` is float32 [4, codes], natural logarithms, 0 for a cell of average worth; a cell's worth
is the sum of what its codes say. All codes are as the side to move sees them: own stones 1, enemy
stones 2, rim 3. Row RINGS: by the code of the ring. In the hexhex games alone, BEYOND: for each of
the six neighbours by its colour and the five other cells around it; GROUPS: by whose the region is
and how many groups are beside. What was learned is in the folder `patterns`.
"""

from sparring.arrays import Desk, Numbers, Weights
from sparring.jit import njit
from sparring.kernel import friends_beside
from sparring.layout import BOARD, CLASS, CODE, COLOUR, HEAD, MOVER, RIM, RING, SIDES, WHITE
from sparring.stones import owner

RINGS, BEYOND, GROUPS, FACTS = range(4)
TOP, WIDE = range(2)  # of FACTS: worth from which on a cell is always taken; 1: all rows are used
HEX = 6
OWN_REGION, A_FRIEND = 9, 3  # places of a GROUPS code: own region or not, friends, foes (0 to 2)
AROUND_BITS = 10  # of five cells; the neighbour's colour stands above
CODES = 1 + 1 + HEX  # of one cell: its ring, its groups, six times what is beyond


@njit
def seen_by(code: int, me: int) -> int:
    """Rewrite a ring code so that 1 is the side to move's own stone and 2 an enemy's."""
    if me != WHITE:
        return code
    return int(((code & 0x5555) << 1) | ((code >> 1) & 0x5555))


@njit
def beyond(m: Desk, x: int, i: int, me: int) -> int:
    """Name what lies in direction i of a hexhex board, from one side of x round to the other."""
    y = m[RING + i, x]
    if m[COLOUR, y] == RIM:
        return RIM << AROUND_BITS
    code = seen_by(m[CODE, y], me)
    back = 2 * ((i + HEX // 2) % HEX)
    code = ((code >> back) | (code << (2 * HEX - back))) & ((1 << 2 * HEX) - 1)
    return int(seen_by(m[COLOUR, y], me) << AROUND_BITS | code >> 2)


@njit
def groups(m: Desk, x: int, me: int) -> int:
    """Name the groups beside an empty cell; a region is own only if that is known already."""
    own = OWN_REGION if m[CLASS, x] else 0
    return own + friends_beside(m, x, me) * A_FRIEND + friends_beside(m, x, 3 - me)


@njit
def worth(m: Desk, weights: Weights, x: int) -> float:
    """Tell how well the side to move likes an empty cell."""
    me = m[HEAD, MOVER]
    value = float(weights[RINGS, seen_by(m[CODE, x], me)])
    if weights[FACTS, WIDE]:
        value += weights[GROUPS, groups(m, x, me)]
        for i in range(HEX):
            value += weights[BEYOND, beyond(m, x, i, me)]
    return value


@njit
def describe(m: Desk, x: int, codes: Numbers) -> None:
    """List the codes of an empty cell; on a square board all but the ring are 0."""
    me = m[HEAD, MOVER]
    owner(m, x)
    for i in range(CODES):
        codes[i] = 0
    codes[0] = seen_by(m[CODE, x], me)
    if m[BOARD, SIDES] == HEX:
        codes[1] = groups(m, x, me)
        for i in range(HEX):
            codes[2 + i] = beyond(m, x, i, me)
