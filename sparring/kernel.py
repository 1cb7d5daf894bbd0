"""Compiled: placements in the four games: what is legal and what it does.

Repetition is not known here: a state has no history. The rules package stays the judge of it.
"""

from sparring.arrays import Desk
from sparring.doom import find_doomed
from sparring.jit import njit
from sparring.layout import (
    ASLI,
    BOARD,
    CELLS,
    CLASS,
    CODE,
    COLOUR,
    CORNERED,
    DOOMED,
    DOUBT,
    EMPTY,
    GROUP,
    GROUPS,
    HEAD,
    ILLEGAL,
    INCURSION,
    LIFELINE,
    LIFLINA,
    LIST,
    MASK,
    MOVER,
    MOVES,
    OWED,
    PASS,
    PRISON,
    RING,
    RULE,
    SETUP,
    SIDES,
    SPLIT,
    TURN,
    WHITE,
    WINNER,
)
from sparring.life import has_ray, lives
from sparring.ring import danger
from sparring.snapshots import restore, save
from sparring.stones import colours_beside, lift_group, owner, put, reopen, touches
from sparring.turns import end_move, hold, may_set_up, set_up


@njit
def count_prisoners(desk: Desk, taken: int, groups: int) -> bool:
    """Put the taken stones into prison; False: a minimal incursion that answers another.

    :param groups: how many an incursion took; 0 when it is none.
    """
    desk[HEAD, PRISON] += taken if desk[HEAD, MOVER] == WHITE else -taken
    allowed = not (groups == 1 and desk[HEAD, INCURSION])
    desk[HEAD, INCURSION] = 1 if groups == 1 else 0
    return allowed


@njit
def turn_may_end(desk: Desk, x: int) -> bool:
    """Judge the stones of a turn of two placements, when it ends with the stone at x."""
    if desk[HEAD, OWED] > 1:
        desk[HEAD, DOUBT] = x
        return True
    if desk[HEAD, DOUBT] and not lives(desk, desk[GROUP, desk[HEAD, DOUBT]]):
        return False
    return lives(desk, desk[GROUP, x])


@njit
def own_groups_stand(desk: Desk, x: int, joined: int, incursion: int) -> bool:
    """Whether the stone at x may stay where it is; in Lifeline its group is taken off if dead."""
    rule, me = desk[HEAD, RULE], desk[HEAD, MOVER]
    if rule == LIFELINE:
        if joined > 1 and not lives(desk, desk[GROUP, x]):
            lift_group(desk, desk[GROUP, x])
        return True
    if rule == CORNERED and desk[HEAD, TURN] > 1:
        return turn_may_end(desk, x)
    lone = rule == ASLI and desk[HEAD, GROUPS + me] == 1
    if joined > 1 or incursion > 0 or lone or rule == LIFLINA:
        return lives(desk, desk[GROUP, x])
    return True


@njit
def place(desk: Desk, x: int) -> int:
    """Place a stone in the game proper; the stones taken, or ILLEGAL: the state is then spoilt."""
    rule, me = desk[HEAD, RULE], desk[HEAD, MOVER]
    foe = 3 - me
    incursion = 1 if rule >= ASLI and owner(desk, x) == foe else 0
    risk = 0 if rule == LIFLINA else danger(desk, x, foe)
    joined = put(desk, x, me)
    if desk[HEAD, GROUPS + me] > 1:
        desk[HEAD, SPLIT + me] = 1
    doomed = find_doomed(desk, x, risk)
    if incursion:
        reopen(desk, x)
    taken = 0
    for i in range(doomed):
        taken += lift_group(desk, desk[DOOMED, i])
    if rule >= ASLI and not count_prisoners(desk, taken, incursion * doomed):
        return ILLEGAL
    if not own_groups_stand(desk, x, joined, incursion):
        return ILLEGAL
    end_move(desk)
    return taken


@njit
def friends_beside(desk: Desk, x: int, me: int) -> int:
    """Count the groups of a colour beside a cell: 0, 1, or 2 for more than one."""
    label = 0
    if colours_beside(desk[CODE, x], desk[BOARD, MASK]) & me == 0:
        return 0
    for i in range(desk[BOARD, SIDES]):
        y = desk[RING + i, x]
        if desk[COLOUR, y] == me and desk[GROUP, y] != label:
            if label:
                return 2
            label = desk[GROUP, y]
    return 1


@njit
def is_risky(desk: Desk, x: int) -> bool:
    """Whether a placement that looks possible may yet prove illegal."""
    rule, me = desk[HEAD, RULE], desk[HEAD, MOVER]
    if rule == LIFELINE:
        return False
    if rule == CORNERED:
        return bool(desk[HEAD, DOUBT] != 0 or friends_beside(desk, x, me) > 1)
    incursion = owner(desk, x) == 3 - me
    if rule == LIFLINA:
        return bool(not has_ray(desk, x, me) or (incursion and desk[HEAD, INCURSION] != 0))
    return bool(incursion or desk[HEAD, me] == 0 or friends_beside(desk, x, me) > 1)


@njit
def in_reach(desk: Desk, x: int) -> bool:
    """Whether the region of an empty cell touches the side to move; learns whose region it is."""
    me = desk[HEAD, MOVER]
    if desk[CLASS, x]:
        return bool(desk[CLASS, x] == me)
    if touches(desk, x, me):
        return True
    owner(desk, x)
    return False


@njit
def attempt(desk: Desk, x: int) -> int:
    """Make a move if it is legal: the stones taken; else leave the state and say ILLEGAL.

    A first placement in a turn of two counts as legal even if no second can follow: the side to
    move has then no move and loses, as it would have otherwise.
    """
    if x == PASS:
        return hold(desk)
    if desk[COLOUR, x] != EMPTY or desk[HEAD, WINNER]:
        return ILLEGAL
    if desk[HEAD, SETUP] > 0:
        return int(set_up(desk, x) if may_set_up(desk, x) else ILLEGAL)
    if desk[HEAD, RULE] < ASLI and not in_reach(desk, x):
        return ILLEGAL
    if not is_risky(desk, x):
        return place(desk, x)
    save(desk)
    taken = place(desk, x)
    if taken == ILLEGAL:
        restore(desk)
    return taken


@njit
def is_legal(desk: Desk, x: int) -> bool:
    """Whether a move is legal; the state is the same afterwards (but for the order of lists)."""
    if x == PASS:
        save(desk)
        allowed = hold(desk) != ILLEGAL
        restore(desk)
        return allowed
    if desk[COLOUR, x] != EMPTY or desk[HEAD, WINNER]:
        return False
    if desk[HEAD, SETUP] > 0:
        return may_set_up(desk, x)
    if desk[HEAD, RULE] < ASLI and not in_reach(desk, x):
        return False
    if not is_risky(desk, x):
        return True
    save(desk)
    allowed = place(desk, x) != ILLEGAL
    restore(desk)
    return allowed


@njit
def list_empty(desk: Desk) -> int:
    """Write the empty cells into the row MOVES, in the order of the lists; how many they are."""
    n = 0
    for k in range(3):
        for i in range(desk[HEAD, CELLS + k]):
            desk[MOVES, n] = desk[LIST + k, i]
            n += 1
    return n


@njit
def list_moves(desk: Desk) -> int:
    """Write the legal moves into the row MOVES, in the order of the lists; how many they are.

    As in `attempt`, whether a turn of two can be completed is not looked at.
    """
    n, kept = list_empty(desk), 0
    for i in range(n):
        if is_legal(desk, desk[MOVES, i]):
            desk[MOVES, kept] = desk[MOVES, i]
            kept += 1
    if is_legal(desk, PASS):
        desk[MOVES, kept] = PASS
        kept += 1
    return kept
