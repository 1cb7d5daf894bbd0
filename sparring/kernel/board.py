"""Compiled functions for stones, groups, regions, lists of empty cells and copies of positions.

This module knows no rules: nothing is captured or illegal.
"""

from sparring.jit import njit
from sparring.kernel.layout import (
    CODE_SHIFT,
    COLOUR,
    EMPTY,
    EMPTY_COUNT,
    EMPTY_LIST,
    GEOMETRY,
    GROUP,
    GROUP_COUNT,
    GROUP_SIZE,
    HEADER,
    LIST_INDEX,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    NEXT_STONE,
    POSITION_ROWS,
    QUEUE,
    REGION_OWNER,
    ROOT,
    SAVED,
    SCRATCH,
    SIDE_COUNT,
    SIDE_MASK,
    SURROUNDINGS,
    VISIT_MARK,
    VISITED,
    State,
)


@njit
def adjacent_colours(code: int, sides: int) -> int:
    """Return the colours of the stones next to a cell: 1 Black, 2 White, 3 both, 0 none.

    :param code: the cell's value in row SURROUNDINGS.
    :param sides: the bits of the adjacent cells, SIDE_MASK.
    """
    low = code & sides
    high = (code >> 1) & sides
    return (1 if low & ~high else 0) | (2 if high & ~low else 0)


@njit
def remove_from_list(state: State, x: int) -> None:
    """Remove an empty cell from the list of cells of its region's owner."""
    k = state[REGION_OWNER, x]
    state[HEADER, EMPTY_COUNT + k] -= 1
    last = state[EMPTY_LIST + k, state[HEADER, EMPTY_COUNT + k]]
    index = state[LIST_INDEX, x]
    state[EMPTY_LIST + k, index] = last
    state[LIST_INDEX, last] = index


@njit
def add_to_list(state: State, x: int, k: int) -> None:
    """Append an empty cell to the list of cells of region owner k: a colour, or 0 for unknown."""
    n = state[HEADER, EMPTY_COUNT + k]
    state[EMPTY_LIST + k, n] = x
    state[LIST_INDEX, x] = n
    state[REGION_OWNER, x] = k
    state[HEADER, EMPTY_COUNT + k] = n + 1


@njit
def swap_list_entries(state: State, k: int, i: int, j: int) -> None:
    """Exchange entries i and j of the list of empty cells of region owner k."""
    x, y = state[EMPTY_LIST + k, i], state[EMPTY_LIST + k, j]
    state[EMPTY_LIST + k, i], state[EMPTY_LIST + k, j] = y, x
    state[LIST_INDEX, y], state[LIST_INDEX, x] = i, j


@njit
def set_colour(state: State, x: int, colour: int) -> None:
    """Set the colour of a cell and update the surroundings of its neighbours."""
    flip = state[COLOUR, x] ^ colour
    state[COLOUR, x] = colour
    for i in range(state[GEOMETRY, NEIGHBOUR_COUNT]):
        state[SURROUNDINGS, state[NEIGHBOUR + i, x]] ^= flip << state[GEOMETRY, CODE_SHIFT + i]


@njit
def merge_groups(state: State, smaller: int, larger: int) -> None:
    """Merge two groups, given by label in any order, under the label of the larger one."""
    if state[GROUP_SIZE, smaller] > state[GROUP_SIZE, larger]:
        smaller, larger = larger, smaller
    stone = smaller
    while True:
        state[GROUP, stone] = larger
        stone = state[NEXT_STONE, stone]
        if stone == smaller:
            break
    state[NEXT_STONE, smaller], state[NEXT_STONE, larger] = (
        state[NEXT_STONE, larger],
        state[NEXT_STONE, smaller],
    )
    state[GROUP_SIZE, larger] += state[GROUP_SIZE, smaller]


@njit
def place_stone(state: State, x: int, us: int) -> int:
    """Place a stone, merge it with adjacent groups of its colour, and return their number."""
    remove_from_list(state, x)
    set_colour(state, x, us)
    state[GROUP, x] = x
    state[NEXT_STONE, x] = x
    state[GROUP_SIZE, x] = 1
    state[HEADER, us] += 1
    joined = 0
    if adjacent_colours(state[SURROUNDINGS, x], state[GEOMETRY, SIDE_MASK]) & us:
        for i in range(state[GEOMETRY, SIDE_COUNT]):
            y = state[NEIGHBOUR + i, x]
            if state[COLOUR, y] == us and state[GROUP, y] != state[GROUP, x]:
                merge_groups(state, state[GROUP, x], state[GROUP, y])
                joined += 1
    state[HEADER, GROUP_COUNT + us] += 1 - joined
    return int(joined)


@njit
def new_visit_mark(state: State) -> int:
    """Return a new number with which the next flood fill marks the cells it visits."""
    state[SCRATCH, VISIT_MARK] += 1
    return int(state[SCRATCH, VISIT_MARK])


@njit
def queue_empty_neighbours(state: State, x: int, n: int) -> int:
    """Append the unvisited empty neighbours of a cell to a queue of n cells; return its new length.

    Every neighbour is written and marked, but the length grows only if the neighbour belongs in the
    queue: a mispredicted branch costs more than two superfluous writes.
    """
    mark = state[SCRATCH, VISIT_MARK]
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        y = state[NEIGHBOUR + i, x]
        state[QUEUE, n] = y
        n += (state[COLOUR, y] == EMPTY) & (state[VISITED, y] != mark)
        state[VISITED, y] = mark
    return n


@njit
def fill_region(state: State, x: int) -> int:
    """Queue all empty cells connected to x or to its empty neighbours; return their number."""
    mark = new_visit_mark(state)
    n = 0
    if state[COLOUR, x] == EMPTY:
        state[VISITED, x] = mark
        state[QUEUE, 0] = x
        n = 1
    n = queue_empty_neighbours(state, x, n)
    j = 0
    while j < n:
        n = queue_empty_neighbours(state, state[QUEUE, j], n)
        j += 1
    return n


@njit
def forget_owner(state: State, x: int) -> None:
    """Move the empty regions at and next to cell x to the list of cells without a known owner."""
    for j in range(fill_region(state, x)):
        y = state[QUEUE, j]
        if state[REGION_OWNER, y] != 0:
            remove_from_list(state, y)
            add_to_list(state, y, 0)


@njit
def remove_group(state: State, label: int) -> int:
    """Remove a group, given by its label, from the board; return its number of stones."""
    colour = state[COLOUR, label]
    stone = label
    removed = 0
    while True:
        set_colour(state, stone, EMPTY)
        add_to_list(state, stone, 0)
        removed += 1
        stone = state[NEXT_STONE, stone]
        if stone == label:
            break
    state[HEADER, colour] -= removed
    state[HEADER, GROUP_COUNT + colour] -= 1
    if state[HEADER, EMPTY_COUNT + colour] > 0:  # this group may have been their only owner
        forget_owner(state, label)
    return int(removed)


@njit
def find_owner(state: State, x: int) -> int:
    """Return the only colour that touches an empty cell's region; 0 for both or none.

    The cells of an owned region move to the owner's list.
    """
    if state[REGION_OWNER, x] != 0:
        return int(state[REGION_OWNER, x])
    sides = state[GEOMETRY, SIDE_MASK]
    touched = adjacent_colours(state[SURROUNDINGS, x], sides)
    mark = new_visit_mark(state)
    state[VISITED, x] = mark
    state[QUEUE, 0] = x
    n = 1
    j = 0
    while j < n and touched != 3:
        n = queue_empty_neighbours(state, state[QUEUE, j], n)
        j += 1
        if j < n:
            touched |= adjacent_colours(state[SURROUNDINGS, state[QUEUE, j]], sides)
    if touched % 3 == 0:
        return 0
    for j in range(n):
        remove_from_list(state, state[QUEUE, j])
        add_to_list(state, state[QUEUE, j], touched)
    return int(touched)


@njit
def region_touches(state: State, x: int, colour: int) -> bool:
    """Return whether the region of an empty cell touches a stone of a colour."""
    sides = state[GEOMETRY, SIDE_MASK]
    if adjacent_colours(state[SURROUNDINGS, x], sides) & colour:
        return True
    mark = new_visit_mark(state)
    state[VISITED, x] = mark
    n = queue_empty_neighbours(state, x, 0)
    j = 0
    while j < n:
        y = state[QUEUE, j]
        if adjacent_colours(state[SURROUNDINGS, y], sides) & colour:
            return True
        n = queue_empty_neighbours(state, y, n)
        j += 1
    return False


@njit
def copy_position(source: State, first: int, target: State, to: int) -> None:
    """Copy the position at row `first` of an array to row `to` of another."""
    for row in range(POSITION_ROWS):
        for x in range(target.shape[1]):
            target[to + row, x] = source[first + row, x]


@njit
def save_position(state: State) -> None:
    """Save the position, so that a move can be undone."""
    copy_position(state, 0, state, SAVED)


@njit
def restore_position(state: State) -> None:
    """Restore the position saved by `save_position`."""
    copy_position(state, SAVED, state, 0)


@njit
def save_root(state: State) -> None:
    """Save the position as the root of a search, for `restore_root`."""
    copy_position(state, 0, state, ROOT)


@njit
def restore_root(state: State) -> None:
    """Restore the root position that `save_root` has saved."""
    copy_position(state, ROOT, state, 0)
