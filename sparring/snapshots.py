"""Compiled: a state set aside and shown again: the root of a search, and the state before a try."""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    ROOT,
    SPARE,
    STATE_ROWS,
)


@njit
def save(m: Desk) -> None:
    """Keep the state, to take back what follows."""
    for row in range(STATE_ROWS):
        for x in range(m.shape[1]):
            m[SPARE + row, x] = m[row, x]


@njit
def restore(m: Desk) -> None:
    """Go back to the state that was kept."""
    for row in range(STATE_ROWS):
        for x in range(m.shape[1]):
            m[row, x] = m[SPARE + row, x]


@njit
def save_root(m: Desk) -> None:
    """Keep the state as the one that is searched."""
    for row in range(STATE_ROWS):
        for x in range(m.shape[1]):
            m[ROOT + row, x] = m[row, x]


@njit
def show_root(m: Desk) -> None:
    """Go back to the state that is searched."""
    for row in range(STATE_ROWS):
        for x in range(m.shape[1]):
            m[row, x] = m[ROOT + row, x]
