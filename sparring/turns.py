"""Compiled: turns and the moves that take nothing: the set-up, komi, hold."""

from sparring.arrays import Desk
from sparring.jit import njit
from sparring.layout import (
    ASLI,
    BLACK,
    BOARD,
    CODE,
    DOUBT,
    GROUP,
    HEAD,
    ILLEGAL,
    INCURSION,
    KOMI,
    LIFELINE,
    MASK,
    MOVER,
    OWED,
    PLY,
    PRISON,
    RULE,
    SETUP,
    SETUP_TURN,
    TURN,
    WHITE,
    WINNER,
)
from sparring.life import lives
from sparring.stones import colours_beside, put


@njit
def end_move(m: Desk) -> None:
    """Count a move; pass the turn on when it was the turn's last; see whether that ends it."""
    m[HEAD, PLY] += 1
    m[HEAD, OWED] -= 1
    if m[HEAD, OWED] == 0:
        m[HEAD, MOVER] = 3 - m[HEAD, MOVER]
        m[HEAD, OWED] = m[HEAD, SETUP_TURN] if m[HEAD, SETUP] > 0 else m[HEAD, TURN]
        m[HEAD, DOUBT] = 0
    if m[HEAD, RULE] == LIFELINE and m[HEAD, SETUP] == 0 and m[HEAD, m[HEAD, MOVER]] == 0:
        m[HEAD, WINNER] = 3 - m[HEAD, MOVER]


@njit
def can_pass(m: Desk) -> bool:
    """Whether the side to move may spend a komi point, or hold."""
    if m[HEAD, SETUP] > 0:
        return False
    if m[HEAD, RULE] < ASLI:
        return bool(m[HEAD, KOMI] > 0 and m[HEAD, MOVER] == WHITE and m[HEAD, WHITE] > 0)
    if m[HEAD, MOVER] == BLACK:
        return bool(m[HEAD, PRISON] < 0)
    return bool(m[HEAD, PRISON] > 0)


@njit
def hold(m: Desk) -> int:
    """Make the move that places nothing; ILLEGAL when it is not allowed."""
    if not can_pass(m):
        return ILLEGAL
    if m[HEAD, RULE] < ASLI:
        if m[HEAD, DOUBT] and m[HEAD, OWED] == 1 and not lives(m, m[GROUP, m[HEAD, DOUBT]]):
            return ILLEGAL
        m[HEAD, KOMI] -= 1
    else:
        m[HEAD, PRISON] += 1 if m[HEAD, MOVER] == BLACK else -1
        m[HEAD, INCURSION] = 0
    end_move(m)
    return 0


@njit
def may_set_up(m: Desk, x: int) -> bool:
    """Whether a set-up stone may stand on an empty cell."""
    if m[HEAD, RULE] >= ASLI:
        return True
    return bool(colours_beside(m[CODE, x], m[BOARD, MASK]) & m[HEAD, MOVER] == 0)


@njit
def set_up(m: Desk, x: int) -> int:
    """Place a stone of the set-up, where nothing is taken."""
    put(m, x, m[HEAD, MOVER])
    m[HEAD, SETUP] -= 1
    if m[HEAD, OWED] > 1:
        m[HEAD, DOUBT] = x
    end_move(m)
    return 0
