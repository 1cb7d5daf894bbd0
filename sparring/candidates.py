"""Compiled: the moves that an endgame looks into, the likeliest first."""

from sparring.arrays import Desk, Weights
from sparring.jit import njit
from sparring.kernel import list_empty
from sparring.layout import ASLI, CLASS, HEAD, MOVER, MOVES, PASS, QUEUE, RULE
from sparring.taste import worth
from sparring.turns import can_pass
from sparring.twins import is_twin

FINE = 1_000  # worths are compared as whole numbers, in thousandths


@njit
def list_placements(desk: Desk) -> int:
    """List the cells that may be legal, twins left out, in the row MOVES; how many they are."""
    foe = 3 - desk[HEAD, MOVER]
    n, kept, hexagonal = list_empty(desk), 0, desk[HEAD, RULE] < ASLI
    for i in range(n):
        x = desk[MOVES, i]
        if not hexagonal or (desk[CLASS, x] != foe and not is_twin(desk, x, kept)):
            desk[MOVES, kept] = x
            kept += 1
    return kept


@njit
def sort_by_worth(desk: Desk, weights: Weights, n: int) -> None:
    """Put the first moves listed in the order of their worth, the best first.

    The row QUEUE holds the worths meanwhile: to tell one takes no walk.
    """
    for i in range(n):
        x = desk[MOVES, i]
        value = int(FINE * worth(desk, weights, x))
        j = i
        while j > 0 and desk[QUEUE, j - 1] < value:
            desk[QUEUE, j], desk[MOVES, j] = desk[QUEUE, j - 1], desk[MOVES, j - 1]
            j -= 1
        desk[QUEUE, j], desk[MOVES, j] = value, x


@njit
def list_best_first(desk: Desk, weights: Weights) -> int:
    """List the moves that may be legal in the row MOVES, passing last; how many they are.

    Of moves with equal numbers a proof looks into the first: in this order it looks at half as
    many positions of Lifeline.
    """
    n = list_placements(desk)
    sort_by_worth(desk, weights, n)
    if can_pass(desk):
        desk[MOVES, n] = PASS
        n += 1
    return n
