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
def end_move(desk: Desk) -> None:
    """Count a move; pass the turn on when it was the turn's last; see whether that ends it."""
    desk[HEAD, PLY] += 1
    desk[HEAD, OWED] -= 1
    if desk[HEAD, OWED] == 0:
        desk[HEAD, MOVER] = 3 - desk[HEAD, MOVER]
        desk[HEAD, OWED] = desk[HEAD, SETUP_TURN] if desk[HEAD, SETUP] > 0 else desk[HEAD, TURN]
        desk[HEAD, DOUBT] = 0
    if (
        desk[HEAD, RULE] == LIFELINE
        and desk[HEAD, SETUP] == 0
        and desk[HEAD, desk[HEAD, MOVER]] == 0
    ):
        desk[HEAD, WINNER] = 3 - desk[HEAD, MOVER]


@njit
def can_pass(desk: Desk) -> bool:
    """Whether the side to move may spend a komi point, or hold."""
    if desk[HEAD, SETUP] > 0:
        return False
    if desk[HEAD, RULE] < ASLI:
        return bool(desk[HEAD, KOMI] > 0 and desk[HEAD, MOVER] == WHITE and desk[HEAD, WHITE] > 0)
    if desk[HEAD, MOVER] == BLACK:
        return bool(desk[HEAD, PRISON] < 0)
    return bool(desk[HEAD, PRISON] > 0)


@njit
def hold(desk: Desk) -> int:
    """Make the move that places nothing; ILLEGAL when it is not allowed."""
    if not can_pass(desk):
        return ILLEGAL
    if desk[HEAD, RULE] < ASLI:
        if (
            desk[HEAD, DOUBT]
            and desk[HEAD, OWED] == 1
            and not lives(desk, desk[GROUP, desk[HEAD, DOUBT]])
        ):
            return ILLEGAL
        desk[HEAD, KOMI] -= 1
    else:
        desk[HEAD, PRISON] += 1 if desk[HEAD, MOVER] == BLACK else -1
        desk[HEAD, INCURSION] = 0
    end_move(desk)
    return 0


@njit
def may_set_up(desk: Desk, x: int) -> bool:
    """Whether a set-up stone may stand on an empty cell."""
    if desk[HEAD, RULE] >= ASLI:
        return True
    return bool(colours_beside(desk[CODE, x], desk[BOARD, MASK]) & desk[HEAD, MOVER] == 0)


@njit
def set_up(desk: Desk, x: int) -> int:
    """Place a stone of the set-up, where nothing is taken."""
    put(desk, x, desk[HEAD, MOVER])
    desk[HEAD, SETUP] -= 1
    if desk[HEAD, OWED] > 1:
        desk[HEAD, DOUBT] = x
    end_move(desk)
    return 0
