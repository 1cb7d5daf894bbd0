"""Compiled functions that recognise Liflina endgames which one side wins by holding alone.

A side that holds takes an enemy stone out of the prison instead of placing a stone. If it only
holds, its enemy fills the board. As in unconditional life in Go (Benson 1976), the side keeps
*closed* regions, which touch only its own safe groups and in which no enemy stone could have a
lifeline. A group is *safe* if one stone cannot end all its lifelines in closed regions. So the
enemy can never place in a closed region: the stone would capture nothing and be dead.
"""

from sparring.jit import njit
from sparring.kernel.board import new_visit_mark
from sparring.kernel.captures import find_line_end
from sparring.kernel.layout import (
    BLACK,
    CLOSED,
    COLOUR,
    EMPTY,
    EMPTY_COUNT,
    EMPTY_LIST,
    GAME,
    GROUP,
    GROUP_SIZE,
    HEADER,
    LIFELINES,
    LIFLINA,
    NEIGHBOUR,
    PRISON,
    RIM,
    TO_MOVE,
    VISITED,
    WHITE,
    State,
)


@njit
def touches_open_cell(state: State, x: int) -> bool:
    """Return whether a cell is next to a cell that is not closed, or to an unsafe group."""
    for i in range(4):
        y = state[NEIGHBOUR + i, x]
        if state[COLOUR, y] == EMPTY:
            if not state[CLOSED, y]:
                return True
        elif state[COLOUR, y] != RIM and state[LIFELINES, state[GROUP, y]] < 0:
            return True
    return False


@njit
def admits_enemy(state: State, x: int) -> bool:
    """Return whether an enemy stone on an own region's cell x would have a lifeline to the edge."""
    for i in range(4):
        y = state[NEIGHBOUR + i, x]
        if state[COLOUR, y] == EMPTY and state[COLOUR, find_line_end(state, y, i)] == RIM:
            return True
    return False


@njit
def open_adjacent_regions(state: State, us: int) -> None:
    """Mark as open the own regions that have an open cell or touch an unsafe group."""
    again = True
    while again:
        again = False
        for j in range(state[HEADER, EMPTY_COUNT + us]):
            x = state[EMPTY_LIST + us, j]
            if state[CLOSED, x] and touches_open_cell(state, x):
                state[CLOSED, x] = 0
                again = True


@njit
def count_lifelines(state: State, us: int) -> None:
    """Write each safe group's number of lifelines in closed regions to row LIFELINES.

    Unsafe groups keep their mark, -1.
    """
    for j in range(state[HEADER, EMPTY_COUNT + us]):
        x = state[EMPTY_LIST + us, j]
        for i in range(4):
            y = state[NEIGHBOUR + i, x]
            if state[COLOUR, y] == us and state[LIFELINES, state[GROUP, y]] > 0:
                state[LIFELINES, state[GROUP, y]] = 0
    for j in range(state[HEADER, EMPTY_COUNT + us]):
        x = state[EMPTY_LIST + us, j]
        for i in range(4):
            y = state[NEIGHBOUR + i, x]
            # the line of empty cells that begins here ends at the same colour or at the edge
            if state[CLOSED, x] and state[COLOUR, y] == us:
                state[LIFELINES, state[GROUP, y]] += 1


@njit
def count_ends_at(state: State, x: int, label: int) -> int:
    """Return the number of a group's lifeline ends that a stone on a closed cell would block."""
    n = 0
    for i in range(4):
        y = find_line_end(state, x, i)
        if state[COLOUR, y] != RIM and state[GROUP, y] == label:
            n += 1
    return n


@njit
def mark_unsafe_groups(state: State, us: int) -> bool:
    """Mark groups that one stone in a closed region could kill; return whether any exist."""
    found = False
    for j in range(state[HEADER, EMPTY_COUNT + us]):
        x = state[EMPTY_LIST + us, j]
        if not state[CLOSED, x]:
            continue
        for i in range(4):
            y = find_line_end(state, x, i)
            if state[COLOUR, y] == RIM:
                continue
            label = state[GROUP, y]
            if state[LIFELINES, label] <= count_ends_at(state, x, label):
                state[LIFELINES, label] = -1
                found = True
    return found


@njit
def find_closed_regions(state: State, us: int) -> None:
    """Find the closed regions of a colour and mark their cells in row CLOSED."""
    for j in range(state[HEADER, EMPTY_COUNT + us]):
        x = state[EMPTY_LIST + us, j]
        state[CLOSED, x] = 0 if admits_enemy(state, x) else 1
        for i in range(4):
            y = state[NEIGHBOUR + i, x]
            if state[COLOUR, y] == us:
                state[LIFELINES, state[GROUP, y]] = 0
    open_adjacent_regions(state, us)
    count_lifelines(state, us)
    while mark_unsafe_groups(state, us):
        open_adjacent_regions(state, us)
        count_lifelines(state, us)


@njit
def count_enemy_room(state: State, us: int) -> int:
    """Return how much room the enemy has to fill while a colour only holds.

    It is the number of empty cells outside the closed regions of the colour, plus two for each
    stone of the colour that can be captured.
    """
    find_closed_regions(state, us)
    mark = new_visit_mark(state)
    room = state[HEADER, EMPTY_COUNT] + state[HEADER, EMPTY_COUNT + 3 - us] + 2 * state[HEADER, us]
    for j in range(state[HEADER, EMPTY_COUNT + us]):
        x = state[EMPTY_LIST + us, j]
        if not state[CLOSED, x]:
            room += 1
            continue
        for i in range(4):
            y = state[NEIGHBOUR + i, x]
            if state[COLOUR, y] == us and state[VISITED, state[GROUP, y]] != mark:
                state[VISITED, state[GROUP, y]] = mark
                room -= 2 * state[GROUP_SIZE, state[GROUP, y]]
    return int(room)


@njit
def find_holding_side(state: State) -> int:
    """Return the colour that can hold and so might win by holding alone; 0 if neither can."""
    if state[HEADER, GAME] != LIFLINA or state[HEADER, PRISON] == 0:
        return 0
    return WHITE if state[HEADER, PRISON] > 0 else BLACK


@njit
def count_missing_holds(state: State, us: int) -> int:
    """Return the number of holds that a colour lacks to win by holding alone; 0 means that it wins.

    The enemy fills at most the cells that the colour may lose and captures the stones there: each
    captured stone costs a prisoner and gives the enemy a cell. The enemy's last stone leaves an
    empty cell, on its lifeline. The owners of all regions must be known.
    """
    holds = abs(state[HEADER, PRISON]) - (1 if state[HEADER, TO_MOVE] == us else 0)
    return int(max(0, count_enemy_room(state, us) - 1 - holds))
