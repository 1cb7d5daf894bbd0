"""Compiled functions for learned move priors, which rate a move before any search.

A prior depends on the pattern of stones around the cell and on the groups next to it.

`weights` is float32 [4, codes], in natural logarithms; 0 is an average cell. The prior of a cell is
the sum of the weights of its codes. In every code, friendly stones are 1, enemy stones 2 and the
rim 3, from the point of view of the side to move. The rows of `weights`:

- NEAR, by the code of the cells around the cell;
- FAR, for each adjacent cell, by its colour and five cells around it:
  on a hexhex board its other neighbours, on a square board the cells beside and beyond it;
- GROUPS, by the owner of the region and the number of groups next to the cell;
- SETTINGS, the fields below.
"""

from sparring.jit import njit
from sparring.kernel.board import find_owner
from sparring.kernel.layout import (
    CODE_SHIFT,
    COLOUR,
    GEOMETRY,
    HEADER,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    REGION_OWNER,
    RIM,
    SIDE_COUNT,
    SURROUNDINGS,
    TO_MOVE,
    WHITE,
    IntVector,
    State,
    Weights,
)
from sparring.kernel.moves import count_adjacent_groups

NEAR, FAR, GROUPS, SETTINGS = range(4)
# The fields of row SETTINGS: the prior from which a drawn cell is always accepted, and 0 if only
# row NEAR is used.
ACCEPT_ABOVE, USE_ALL_ROWS = range(2)
OPEN, OWN, THEIRS = range(3)  # owners of a region
# A GROUPS code has as digits the owner, the friendly groups (0 to 2) and the enemy groups (0 to 2).
REGION_FACTOR, FRIEND_FACTOR = 9, 3
FAR_BITS = 10  # the bits of five cells; the bits of the adjacent cell's colour are above them
CODE_COUNT = 1 + 1 + 6  # most codes of a cell: NEAR, GROUPS, and FAR in each direction


@njit
def relative_code(code: int, us: int) -> int:
    """Convert the code of the stones around a cell to the point of view of the colour `us`."""
    if us != WHITE:
        return code
    return int(((code & 0x5555) << 1) | ((code >> 1) & 0x5555))


@njit
def far_code(state: State, x: int, i: int, us: int) -> int:
    """Return the index in row FAR of the weights for one neighbour of cell x.

    The index encodes the colours of the neighbour and of five cells around it.

    :param i: the direction of the neighbour.
    :param us: the colour to move.
    """
    y, bits = state[NEIGHBOUR + i, x], 2 * state[GEOMETRY, NEIGHBOUR_COUNT]
    if state[COLOUR, y] == RIM:
        return RIM << FAR_BITS
    code, shift = relative_code(state[SURROUNDINGS, y], us), state[GEOMETRY, CODE_SHIFT + i]
    from_x = (code >> shift) | (code << (bits - shift))
    # The five cells begin one place after x on a hexhex board, two places on a square board.
    far = from_x >> (state[GEOMETRY, NEIGHBOUR_COUNT] - 4) & ((1 << FAR_BITS) - 1)
    return int(relative_code(state[COLOUR, y], us) << FAR_BITS | far)


@njit
def groups_code(state: State, x: int, us: int) -> int:
    """Return the index in row GROUPS of the weights for an empty cell.

    The index encodes the owner of the cell's region and the numbers of friendly and enemy groups
    next to the cell. A region with an unknown owner counts as open.
    """
    region = OPEN
    if state[REGION_OWNER, x]:
        region = OWN if state[REGION_OWNER, x] == us else THEIRS
    groups = count_adjacent_groups(state, x, us) * FRIEND_FACTOR + count_adjacent_groups(
        state, x, 3 - us
    )
    return region * REGION_FACTOR + groups


@njit
def move_prior(state: State, weights: Weights, x: int) -> float:
    """Return the prior, a sum of weights, of a placement on an empty cell by the side to move."""
    us = state[HEADER, TO_MOVE]
    value = float(weights[NEAR, relative_code(state[SURROUNDINGS, x], us)])
    if weights[SETTINGS, USE_ALL_ROWS]:
        value += weights[GROUPS, groups_code(state, x, us)]
        for i in range(state[GEOMETRY, SIDE_COUNT]):
            value += weights[FAR, far_code(state, x, i, us)]
    return value


@njit
def list_codes(state: State, x: int, codes: IntVector) -> None:
    """Write the codes of an empty cell into `codes`: NEAR, GROUPS, then FAR in each direction."""
    us = state[HEADER, TO_MOVE]
    find_owner(state, x)
    codes[0] = relative_code(state[SURROUNDINGS, x], us)
    codes[1] = groups_code(state, x, us)
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        codes[2 + i] = far_code(state, x, i, us)
