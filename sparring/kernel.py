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
def count_prisoners(m: Desk, taken: int, groups: int) -> bool:
    """Put the taken stones into prison; False: a minimal incursion that answers another.

    :param groups: how many an incursion took; 0 when it is none.
    """
    m[HEAD, PRISON] += taken if m[HEAD, MOVER] == WHITE else -taken
    allowed = not (groups == 1 and m[HEAD, INCURSION])
    m[HEAD, INCURSION] = 1 if groups == 1 else 0
    return allowed


@njit
def turn_may_end(m: Desk, x: int) -> bool:
    """Judge the stones of a turn of two placements, when it ends with the stone at x."""
    if m[HEAD, OWED] > 1:
        m[HEAD, DOUBT] = x
        return True
    if m[HEAD, DOUBT] and not lives(m, m[GROUP, m[HEAD, DOUBT]]):
        return False
    return lives(m, m[GROUP, x])


@njit
def own_groups_stand(m: Desk, x: int, joined: int, incursion: int) -> bool:
    """Whether the stone at x may stay where it is; in Lifeline its group is taken off if dead."""
    rule, me = m[HEAD, RULE], m[HEAD, MOVER]
    if rule == LIFELINE:
        if joined > 1 and not lives(m, m[GROUP, x]):
            lift_group(m, m[GROUP, x])
        return True
    if rule == CORNERED and m[HEAD, TURN] > 1:
        return turn_may_end(m, x)
    lone = rule == ASLI and m[HEAD, GROUPS + me] == 1
    if joined > 1 or incursion > 0 or lone or rule == LIFLINA:
        return lives(m, m[GROUP, x])
    return True


@njit
def place(m: Desk, x: int) -> int:
    """Place a stone in the game proper; the stones taken, or ILLEGAL: the state is then spoilt."""
    rule, me = m[HEAD, RULE], m[HEAD, MOVER]
    foe = 3 - me
    incursion = 1 if rule >= ASLI and owner(m, x) == foe else 0
    risk = 0 if rule == LIFLINA else danger(m, x, foe)
    joined = put(m, x, me)
    if m[HEAD, GROUPS + me] > 1:
        m[HEAD, SPLIT + me] = 1
    doomed = find_doomed(m, x, risk)
    if incursion:
        reopen(m, x)
    taken = 0
    for i in range(doomed):
        taken += lift_group(m, m[DOOMED, i])
    if rule >= ASLI and not count_prisoners(m, taken, incursion * doomed):
        return ILLEGAL
    if not own_groups_stand(m, x, joined, incursion):
        return ILLEGAL
    end_move(m)
    return taken


@njit
def friends_beside(m: Desk, x: int, me: int) -> int:
    """Count the groups of a colour beside a cell: 0, 1, or 2 for more than one."""
    label = 0
    if colours_beside(m[CODE, x], m[BOARD, MASK]) & me == 0:
        return 0
    for i in range(m[BOARD, SIDES]):
        y = m[RING + i, x]
        if m[COLOUR, y] == me and m[GROUP, y] != label:
            if label:
                return 2
            label = m[GROUP, y]
    return 1


@njit
def is_risky(m: Desk, x: int) -> bool:
    """Whether a placement that looks possible may yet prove illegal."""
    rule, me = m[HEAD, RULE], m[HEAD, MOVER]
    if rule == LIFELINE:
        return False
    if rule == CORNERED:
        return bool(m[HEAD, DOUBT] != 0 or friends_beside(m, x, me) > 1)
    incursion = owner(m, x) == 3 - me
    if rule == LIFLINA:
        return bool(not has_ray(m, x, me) or (incursion and m[HEAD, INCURSION] != 0))
    return bool(incursion or m[HEAD, me] == 0 or friends_beside(m, x, me) > 1)


@njit
def in_reach(m: Desk, x: int) -> bool:
    """Whether the region of an empty cell touches the side to move; learns whose region it is."""
    me = m[HEAD, MOVER]
    if m[CLASS, x]:
        return bool(m[CLASS, x] == me)
    if touches(m, x, me):
        return True
    owner(m, x)
    return False


@njit
def attempt(m: Desk, x: int) -> int:
    """Make a move if it is legal: the stones taken; else leave the state and say ILLEGAL.

    A first placement in a turn of two counts as legal even if no second can follow: the side to
    move has then no move and loses, as it would have otherwise.
    """
    if x == PASS:
        return hold(m)
    if m[COLOUR, x] != EMPTY or m[HEAD, WINNER]:
        return ILLEGAL
    if m[HEAD, SETUP] > 0:
        return int(set_up(m, x) if may_set_up(m, x) else ILLEGAL)
    if m[HEAD, RULE] < ASLI and not in_reach(m, x):
        return ILLEGAL
    if not is_risky(m, x):
        return place(m, x)
    save(m)
    taken = place(m, x)
    if taken == ILLEGAL:
        restore(m)
    return taken


@njit
def is_legal(m: Desk, x: int) -> bool:
    """Whether a move is legal; the state is the same afterwards (but for the order of lists)."""
    if x == PASS:
        save(m)
        allowed = hold(m) != ILLEGAL
        restore(m)
        return allowed
    if m[COLOUR, x] != EMPTY or m[HEAD, WINNER]:
        return False
    if m[HEAD, SETUP] > 0:
        return may_set_up(m, x)
    if m[HEAD, RULE] < ASLI and not in_reach(m, x):
        return False
    if not is_risky(m, x):
        return True
    save(m)
    allowed = place(m, x) != ILLEGAL
    restore(m)
    return allowed


@njit
def list_empty(m: Desk) -> int:
    """Write the empty cells into the row MOVES, in the order of the lists; how many they are."""
    n = 0
    for k in range(3):
        for i in range(m[HEAD, CELLS + k]):
            m[MOVES, n] = m[LIST + k, i]
            n += 1
    return n


@njit
def list_moves(m: Desk) -> int:
    """Write the legal moves into the row MOVES, in the order of the lists; how many they are.

    As in `attempt`, whether a turn of two can be completed is not looked at.
    """
    n, kept = list_empty(m), 0
    for i in range(n):
        if is_legal(m, m[MOVES, i]):
            m[MOVES, kept] = m[MOVES, i]
            kept += 1
    if is_legal(m, PASS):
        m[MOVES, kept] = PASS
        kept += 1
    return kept
