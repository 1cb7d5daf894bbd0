"""Compiled rules of the four games: legal moves and their effects.

This module does not check repetition, because a state has no history; `zobrist` does so during a
search. The rules package decides what is legal in a game.
"""

from sparring.jit import njit
from sparring.kernel.board import (
    adjacent_colours,
    find_owner,
    forget_owner,
    place_stone,
    region_touches,
    remove_group,
    restore_position,
    save_position,
)
from sparring.kernel.captures import find_captures, find_local_risks, has_lifeline, is_alive
from sparring.kernel.layout import (
    ASLI,
    BLACK,
    CAPTURED,
    COLOUR,
    CORNERED,
    EMPTY,
    EMPTY_COUNT,
    EMPTY_LIST,
    GAME,
    GEOMETRY,
    GROUP,
    GROUP_COUNT,
    HAD_TWO_GROUPS,
    HEADER,
    ILLEGAL,
    KOMI,
    LIFELINE,
    LIFLINA,
    MINIMAL_INCURSION,
    MOVE_LIST,
    NEIGHBOUR,
    PASS,
    PLACEMENTS_LEFT,
    PLY,
    PRISON,
    REGION_OWNER,
    SETUP_LEFT,
    SETUP_TURN_LENGTH,
    SIDE_COUNT,
    SIDE_MASK,
    STONE_TO_CHECK,
    SURROUNDINGS,
    TO_MOVE,
    TURN_LENGTH,
    WHITE,
    WINNER,
    State,
)


@njit
def end_move(state: State) -> None:
    """Count a move, change sides if the turn is complete, and detect the end of a Lifeline game."""
    state[HEADER, PLY] += 1
    state[HEADER, PLACEMENTS_LEFT] -= 1
    if state[HEADER, PLACEMENTS_LEFT] == 0:
        state[HEADER, TO_MOVE] = 3 - state[HEADER, TO_MOVE]
        state[HEADER, PLACEMENTS_LEFT] = (
            state[HEADER, SETUP_TURN_LENGTH]
            if state[HEADER, SETUP_LEFT] > 0
            else state[HEADER, TURN_LENGTH]
        )
        state[HEADER, STONE_TO_CHECK] = 0
    if (
        state[HEADER, GAME] == LIFELINE
        and state[HEADER, SETUP_LEFT] == 0
        and state[HEADER, state[HEADER, TO_MOVE]] == 0
    ):
        state[HEADER, WINNER] = 3 - state[HEADER, TO_MOVE]


@njit
def can_pass(state: State) -> bool:
    """Return whether the side to move may spend a komi point or, in the square games, hold."""
    if state[HEADER, SETUP_LEFT] > 0:
        return False
    if state[HEADER, GAME] < ASLI:
        return bool(
            state[HEADER, KOMI] > 0 and state[HEADER, TO_MOVE] == WHITE and state[HEADER, WHITE] > 0
        )
    if state[HEADER, TO_MOVE] == BLACK:
        return bool(state[HEADER, PRISON] < 0)
    return bool(state[HEADER, PRISON] > 0)


@njit
def make_pass(state: State) -> int:
    """Make the side to move spend a komi point or hold; return 0, or ILLEGAL if it may not."""
    if not can_pass(state):
        return ILLEGAL
    if state[HEADER, GAME] < ASLI:
        if (
            state[HEADER, STONE_TO_CHECK]
            and state[HEADER, PLACEMENTS_LEFT] == 1
            and not is_alive(state, state[GROUP, state[HEADER, STONE_TO_CHECK]])
        ):
            return ILLEGAL
        state[HEADER, KOMI] -= 1
    else:
        state[HEADER, PRISON] += 1 if state[HEADER, TO_MOVE] == BLACK else -1
        state[HEADER, MINIMAL_INCURSION] = 0
    end_move(state)
    return 0


@njit
def can_place_setup_stone(state: State, x: int) -> bool:
    """Return whether the side to move may place a set-up stone on an empty cell.

    In the hexhex games, the cell must not be next to a stone of that side.
    """
    if state[HEADER, GAME] >= ASLI:
        return True
    return bool(
        adjacent_colours(state[SURROUNDINGS, x], state[GEOMETRY, SIDE_MASK])
        & state[HEADER, TO_MOVE]
        == 0
    )


@njit
def place_setup_stone(state: State, x: int) -> int:
    """Place a set-up stone, which captures nothing, and return 0."""
    place_stone(state, x, state[HEADER, TO_MOVE])
    state[HEADER, SETUP_LEFT] -= 1
    if state[HEADER, PLACEMENTS_LEFT] > 1:
        state[HEADER, STONE_TO_CHECK] = x
    end_move(state)
    return 0


@njit
def imprison(state: State, taken: int, groups: int) -> bool:
    """Add captured stones to the prison; return whether the rules of incursions allow the capture.

    An incursion is a placement in a region that only the enemy touches; a minimal incursion
    captures exactly one group.

    :param taken: the number of captured stones.
    :param groups: the number of groups captured by an incursion; 0 if the move is not an incursion.
    :return: False if a minimal incursion follows a minimal incursion, which is illegal.
    """
    state[HEADER, PRISON] += taken if state[HEADER, TO_MOVE] == WHITE else -taken
    allowed = not (groups == 1 and state[HEADER, MINIMAL_INCURSION])
    state[HEADER, MINIMAL_INCURSION] = 1 if groups == 1 else 0
    return allowed


@njit
def check_turn_end(state: State, x: int) -> bool:
    """Return whether a turn of two placements remains legal with the stone at x.

    The first stone is only remembered. With the second stone the turn ends, and both must be alive.
    """
    if state[HEADER, PLACEMENTS_LEFT] > 1:
        state[HEADER, STONE_TO_CHECK] = x
        return True
    if state[HEADER, STONE_TO_CHECK] and not is_alive(
        state, state[GROUP, state[HEADER, STONE_TO_CHECK]]
    ):
        return False
    return is_alive(state, state[GROUP, x])


@njit
def check_own_groups(state: State, x: int, joined: int, incursion: int) -> bool:
    """Return whether the stone at x is legal with respect to its own group.

    In Lifeline the stone is always legal, and its group is removed if it is dead.
    """
    game, us = state[HEADER, GAME], state[HEADER, TO_MOVE]
    if game == LIFELINE:
        if joined > 1 and not is_alive(state, state[GROUP, x]):
            remove_group(state, state[GROUP, x])
        return True
    if game == CORNERED and state[HEADER, TURN_LENGTH] > 1:
        return check_turn_end(state, x)
    is_single = game == ASLI and state[HEADER, GROUP_COUNT + us] == 1
    if joined > 1 or incursion > 0 or is_single or game == LIFLINA:
        return is_alive(state, state[GROUP, x])
    return True


@njit
def make_placement(state: State, x: int) -> int:
    """Place a stone after the set-up; return the number of captured stones, or ILLEGAL.

    After ILLEGAL the position is invalid and must be restored.
    """
    game, us = state[HEADER, GAME], state[HEADER, TO_MOVE]
    them = 3 - us
    incursion = 1 if game >= ASLI and find_owner(state, x) == them else 0
    risk = 0 if game == LIFLINA else find_local_risks(state, x, them)
    joined = place_stone(state, x, us)
    if state[HEADER, GROUP_COUNT + us] > 1:
        state[HEADER, HAD_TWO_GROUPS + us] = 1
    captured = find_captures(state, x, risk)
    if incursion:
        forget_owner(state, x)
    taken = 0
    for i in range(captured):
        taken += remove_group(state, state[CAPTURED, i])
    if game >= ASLI and not imprison(state, taken, incursion * captured):
        return ILLEGAL
    if not check_own_groups(state, x, joined, incursion):
        return ILLEGAL
    end_move(state)
    return taken


@njit
def count_adjacent_groups(state: State, x: int, us: int) -> int:
    """Return the number of groups of a colour next to a cell: 0, 1, or 2 for two or more."""
    label = 0
    if adjacent_colours(state[SURROUNDINGS, x], state[GEOMETRY, SIDE_MASK]) & us == 0:
        return 0
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        y = state[NEIGHBOUR + i, x]
        if state[COLOUR, y] == us and state[GROUP, y] != label:
            if label:
                return 2
            label = state[GROUP, y]
    return 1


@njit
def needs_trial(state: State, x: int) -> bool:
    """Return whether a placement must be played to find out whether it is legal."""
    game, us = state[HEADER, GAME], state[HEADER, TO_MOVE]
    if game == LIFELINE:
        return False
    if game == CORNERED:
        return bool(state[HEADER, STONE_TO_CHECK] != 0 or count_adjacent_groups(state, x, us) > 1)
    incursion = find_owner(state, x) == 3 - us
    if game == LIFLINA:
        return bool(
            not has_lifeline(state, x, us) or (incursion and state[HEADER, MINIMAL_INCURSION] != 0)
        )
    return bool(incursion or state[HEADER, us] == 0 or count_adjacent_groups(state, x, us) > 1)


@njit
def is_reachable(state: State, x: int) -> bool:
    """Return whether the side to move touches an empty cell's region; update the region's owner."""
    us = state[HEADER, TO_MOVE]
    if state[REGION_OWNER, x]:
        return bool(state[REGION_OWNER, x] == us)
    if region_touches(state, x, us):
        return True
    find_owner(state, x)
    return False


@njit
def make_move(state: State, x: int) -> int:
    """Make a move if it is legal; return the number of captured stones, or ILLEGAL.

    An illegal move leaves the position unchanged. The first placement of a turn of two is legal
    even if no second one can follow: the side to move then loses, as it would have in any case.
    """
    if x == PASS:
        return make_pass(state)
    if state[COLOUR, x] != EMPTY or state[HEADER, WINNER]:
        return ILLEGAL
    if state[HEADER, SETUP_LEFT] > 0:
        return int(place_setup_stone(state, x) if can_place_setup_stone(state, x) else ILLEGAL)
    if state[HEADER, GAME] < ASLI and not is_reachable(state, x):
        return ILLEGAL
    if not needs_trial(state, x):
        return make_placement(state, x)
    save_position(state)
    taken = make_placement(state, x)
    if taken == ILLEGAL:
        restore_position(state)
    return taken


@njit
def is_legal(state: State, x: int) -> bool:
    """Return whether a move is legal.

    The position remains the same, but the order of the lists of empty cells may change.
    """
    if x == PASS:
        save_position(state)
        allowed = make_pass(state) != ILLEGAL
        restore_position(state)
        return allowed
    if state[COLOUR, x] != EMPTY or state[HEADER, WINNER]:
        return False
    if state[HEADER, SETUP_LEFT] > 0:
        return can_place_setup_stone(state, x)
    if state[HEADER, GAME] < ASLI and not is_reachable(state, x):
        return False
    if not needs_trial(state, x):
        return True
    save_position(state)
    allowed = make_placement(state, x) != ILLEGAL
    restore_position(state)
    return allowed


@njit
def list_empty_cells(state: State) -> int:
    """Write the empty cells into row MOVE_LIST and return their number.

    The order is that of the rows from EMPTY_LIST on: the cells without a known owner, then Black's,
    then White's.
    """
    n = 0
    for k in range(3):
        for i in range(state[HEADER, EMPTY_COUNT + k]):
            state[MOVE_LIST, n] = state[EMPTY_LIST + k, i]
            n += 1
    return n


@njit
def list_moves(state: State) -> int:
    """Write the legal moves into row MOVE_LIST and return their number.

    The order is that of `list_empty_cells`, with PASS at the end. As in `make_move`, a
    first placement may lack a legal second one.
    """
    n, kept = list_empty_cells(state), 0
    for i in range(n):
        if is_legal(state, state[MOVE_LIST, i]):
            state[MOVE_LIST, kept] = state[MOVE_LIST, i]
            kept += 1
    if is_legal(state, PASS):
        state[MOVE_LIST, kept] = PASS
        kept += 1
    return kept
