"""Compiled functions that prune moves which other moves represent.

`prune_own_regions` is for the tree search. In the hexhex games, only the owner can place in a
region that one colour alone touches, so its cells are free moves. One move that starts a group, one
that extends a group and one that joins groups represent all of them. This is a heuristic: a search
must try the other moves before it calls a position lost.

`has_equivalent_move` is for the proof search, and exact.
"""

from sparring.jit import njit
from sparring.kernel.board import fill_region, find_owner
from sparring.kernel.layout import (
    ASLI,
    COLOUR,
    EMPTY,
    EMPTY_COUNT,
    EMPTY_LIST,
    GAME,
    GEOMETRY,
    GROUP,
    HEADER,
    MARKS,
    MOVE_LIST,
    NEIGHBOUR,
    NEIGHBOUR_BITS,
    PASS,
    QUEUE,
    REGION_OWNER,
    RIM,
    SCRATCH,
    SETUP_LEFT,
    SIDE_COUNT,
    TO_MOVE,
    VISIT_MARK,
    VISITED,
    State,
)
from sparring.kernel.moves import count_adjacent_groups

UNSEEN, PRUNED, KEPT = range(3)  # marks of cells, in row MARKS


@njit
def count_empty_sides(state: State, x: int) -> int:
    """Return the number of empty cells next to a cell."""
    n = 0
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        if state[COLOUR, state[NEIGHBOUR + i, x]] == EMPTY:
            n += 1
    return n


@njit
def keep_representatives(state: State, x: int, us: int) -> None:
    """Mark one cell of each kind in the own region around cell `x` as kept, the others as pruned.

    The kind is the number of own groups next to the cell: 0, 1, or 2 for more. Of the cells next to
    no own group, the most open is kept; of each other kind, the least open.
    """
    cells = fill_region(state, x)
    for kind in range(3):
        best, best_rank = 0, -100
        for i in range(cells):
            y = state[QUEUE, i]
            if count_adjacent_groups(state, y, us) == kind:
                rank = count_empty_sides(state, y) if kind == 0 else -count_empty_sides(state, y)
                if rank > best_rank:
                    best, best_rank = y, rank
            if state[MARKS, y] == UNSEEN:
                state[MARKS, y] = PRUNED
        if best:
            state[MARKS, best] = KEPT


@njit
def prune_own_regions(state: State, n: int) -> int:
    """Remove superfluous moves in own regions from the n moves in MOVE_LIST; return the new n."""
    us = state[HEADER, TO_MOVE]
    if state[HEADER, GAME] >= ASLI or state[HEADER, SETUP_LEFT] > 0:
        return n
    for i in range(n):
        state[MARKS, state[MOVE_LIST, i]] = UNSEEN
    kept = 0
    for i in range(n):
        x = state[MOVE_LIST, i]
        if x != PASS and state[MARKS, x] == UNSEEN and find_owner(state, x) == us:
            keep_representatives(state, x, us)
        if state[MARKS, x] != PRUNED:
            state[MOVE_LIST, kept] = x
            kept += 1
    return kept


@njit
def is_adjacent(state: State, x: int, y: int) -> bool:
    """Return whether an empty cell x is next to a cell y, or to the group of a stone y."""
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        z = state[NEIGHBOUR + i, x]
        if z == y:
            return True
        if (
            state[COLOUR, y] != EMPTY
            and state[COLOUR, z] == state[COLOUR, y]
            and state[GROUP, z] == state[GROUP, y]
        ):
            return True
    return False


@njit
def has_no_other_neighbours(state: State, x: int, y: int) -> bool:
    """Return whether all empty cells and groups next to x are y or neighbours of y."""
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        z = state[NEIGHBOUR + i, x]
        if state[COLOUR, z] != RIM and z != y and not is_adjacent(state, y, z):
            return False
    return True


@njit
def touches_all_region_groups(state: State, x: int) -> bool:
    """Return whether an empty cell is next to every group that touches its region."""
    for j in range(fill_region(state, x)):
        for i in range(state[GEOMETRY, SIDE_COUNT]):
            z = state[NEIGHBOUR + i, state[QUEUE, j]]
            if (
                state[COLOUR, z] != EMPTY
                and state[COLOUR, z] != RIM
                and not is_adjacent(state, x, z)
            ):
                return False
    return True


@njit
def neighbour_bit(x: int) -> int:
    """Return the bit that stands for a cell, or for a group by its label, in a bit set of 31 bits.

    Several cells share a bit.
    """
    return int(1 << x % 31)


@njit
def store_neighbour_bits(state: State, x: int) -> int:
    """Store the bits of the empty cells and groups next to an empty cell, and return them."""
    bits = 0
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        z = state[NEIGHBOUR + i, x]
        if state[COLOUR, z] == EMPTY:
            bits |= neighbour_bit(z)
        elif state[COLOUR, z] != RIM:
            bits |= neighbour_bit(state[GROUP, z])
    state[NEIGHBOUR_BITS, x] = bits
    return bits


@njit
def has_equivalent_move(state: State, x: int, count: int) -> bool:
    """Return whether one of the first `count` moves of MOVE_LIST is equivalent to a stone on x.

    Stores the neighbour bits of x; those of the listed cells must be stored already.

    Equivalent cells are in regions that only the side to move touches. They are next to the same
    groups and, except for each other, to the same empty cells, and every group that touches the
    region is next to them. Filling one joins these groups, and the enemy cannot reach the other
    cell before the joined group dies as a whole. Until then the boards differ only in which of the
    two cells is empty; after that they are equal. A comparison of bits rejects most pairs before
    the exact test.
    """
    us = state[HEADER, TO_MOVE]
    if state[REGION_OWNER, x] != us:
        return False
    bits = store_neighbour_bits(state, x)
    for i in range(count):
        y = state[MOVE_LIST, i]
        if state[REGION_OWNER, y] != us or (bits ^ state[NEIGHBOUR_BITS, y]) & ~(
            neighbour_bit(x) | neighbour_bit(y)
        ):
            continue
        if has_no_other_neighbours(state, x, y) and has_no_other_neighbours(state, y, x):
            return touches_all_region_groups(state, x)
    return False


@njit
def find_region_owners(state: State) -> None:
    """Find the owner of every region of empty cells, and update the lists of empty cells.

    Cells that an earlier flood fill of this call has reached are skipped.
    """
    first = state[SCRATCH, VISIT_MARK] + 1
    i = 0
    while i < state[HEADER, EMPTY_COUNT]:
        x = state[EMPTY_LIST, i]
        if state[VISITED, x] >= first or find_owner(state, x) == 0:
            i += 1
