"""Compiled: a state set aside and shown again: the root of a search, and the state before a try."""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    ROOT,
    SPARE,
    STATE_ROWS,
)


@njit
def copy_state(source: Desk, first: int, target: Desk, to: int) -> None:
    """Copy the state in the rows from `first` of an array to the rows from `to` of another."""
    for row in range(STATE_ROWS):
        for x in range(target.shape[1]):
            target[to + row, x] = source[first + row, x]


@njit
def save(desk: Desk) -> None:
    """Keep the state, to take back what follows."""
    copy_state(desk, 0, desk, SPARE)


@njit
def restore(desk: Desk) -> None:
    """Go back to the state that was kept."""
    copy_state(desk, SPARE, desk, 0)


@njit
def save_root(desk: Desk) -> None:
    """Keep the state as the one that is searched."""
    copy_state(desk, 0, desk, ROOT)


@njit
def show_root(desk: Desk) -> None:
    """Go back to the state that is searched."""
    copy_state(desk, ROOT, desk, 0)
