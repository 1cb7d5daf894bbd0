"""Compiled: the quick test of a placement, from the ring of cells around it.

It settles most placements; `life` walks where it cannot.
"""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    AROUND,
    BLACK,
    BOARD,
    CODE,
    GROUP,
    MASK,
    RING,
    SIDES,
)

MAY_SPLIT, MAY_LOSE_TOUCH = 1, 2


@njit
def turn_left(mask: int, bits: int) -> int:
    """Move the marks of a ring one place on."""
    return int(((mask << 2) | (mask >> (bits - 2))) & ((1 << bits) - 1))


@njit
def turn_right(mask: int, bits: int) -> int:
    """Move the marks of a ring one place back."""
    return int(((mask >> 2) | (mask << (bits - 2))) & ((1 << bits) - 1))


@njit
def all_touch(desk: Desk, x: int, enemy: int, cut: int) -> bool:
    """Whether each enemy stone of `cut` has another stone of its group in the ring that touches."""
    step = desk[BOARD, AROUND] >> 2
    for i in range(desk[BOARD, SIDES]):
        if (cut >> (2 * i * step)) & 1:
            label = desk[GROUP, desk[RING + i, x]]
            helped = False
            for j in range(desk[BOARD, SIDES]):
                if ((enemy & ~cut) >> (2 * j * step)) & 1 and desk[
                    GROUP, desk[RING + j, x]
                ] == label:
                    helped = True
            if not helped:
                return False
    return True


@njit
def danger(desk: Desk, x: int, foe: int) -> int:
    """Tell what a stone at x may do to enemy groups: 0, or MAY_SPLIT and MAY_LOSE_TOUCH.

    0: the empty sides of x hang together around it, and every enemy stone beside it touches them.
    """
    code = desk[CODE, x]
    bits = 2 * desk[BOARD, AROUND]
    sides = desk[BOARD, MASK]
    low, high = code & 0x5555, (code >> 1) & 0x5555
    empty = ~(low | high) & ((1 << bits) - 1) & 0x5555
    open_sides = empty & sides
    if desk[BOARD, SIDES] == 4:
        from_left = turn_left(turn_left(open_sides, bits) & empty, bits)
        from_right = turn_right(turn_right(open_sides, bits) & empty, bits)
    else:
        from_left = turn_left(open_sides, bits)
        from_right = turn_right(open_sides, bits)
    starts = open_sides & ~from_left
    risk = MAY_SPLIT if starts & (starts - 1) else 0
    enemy = (low & ~high if foe == BLACK else high & ~low) & sides
    cut = enemy & ~(from_left | from_right)
    if cut and not all_touch(desk, x, enemy, cut):
        risk |= MAY_LOSE_TOUCH
    return int(risk)
