"""Compiled functions that test whether groups are alive, and find the captures of a stone.

A local test on the neighbours of the placed stone settles most placements. For the others, flood
fills find the groups that may have lost their connection, and `is_alive` tests these.
"""

from sparring.jit import njit
from sparring.kernel.board import adjacent_colours, new_visit_mark, queue_empty_neighbours
from sparring.kernel.layout import (
    ASLI,
    BLACK,
    CAPTURED,
    COLOUR,
    CORNERED,
    EMPTY,
    GAME,
    GEOMETRY,
    GROUP,
    GROUP_COUNT,
    HAD_TWO_GROUPS,
    HEADER,
    LIFLINA,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    NEXT_STONE,
    QUEUE,
    RIM,
    SCRATCH,
    SIDE_COUNT,
    SIDE_MASK,
    SURROUNDINGS,
    SUSPECTS,
    VISIT_MARK,
    VISITED,
    State,
)

MAY_SPLIT, MAY_ISOLATE = 1, 2


@njit
def rotate_left(mask: int, bits: int) -> int:
    """Rotate a bit mask of a cell's neighbours, two bits for each, left by one neighbour."""
    return int(((mask << 2) | (mask >> (bits - 2))) & ((1 << bits) - 1))


@njit
def rotate_right(mask: int, bits: int) -> int:
    """Rotate a bit mask of a cell's neighbours, two bits for each, right by one neighbour."""
    return int(((mask >> 2) | (mask << (bits - 2))) & ((1 << bits) - 1))


@njit
def stay_adjacent(state: State, x: int, enemy: int, cut: int) -> bool:
    """Return whether every enemy group in `cut` keeps an empty cell next to x.

    `enemy` marks the enemy stones next to x; `cut` marks those of them that touch no empty
    neighbour of x. A group keeps such a cell if another of its stones is in `enemy` and not in
    `cut`.
    """
    step = state[GEOMETRY, NEIGHBOUR_COUNT] >> 2
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        if (cut >> (2 * i * step)) & 1:
            label = state[GROUP, state[NEIGHBOUR + i, x]]
            keeps_cell = False
            for j in range(state[GEOMETRY, SIDE_COUNT]):
                if ((enemy & ~cut) >> (2 * j * step)) & 1 and state[
                    GROUP, state[NEIGHBOUR + j, x]
                ] == label:
                    keeps_cell = True
            if not keeps_cell:
                return False
    return True


@njit
def find_local_risks(state: State, x: int, them: int) -> int:
    """Return the possible effects of a stone at x on enemy groups: MAY_SPLIT, MAY_ISOLATE, or 0.

    MAY_SPLIT: the stone may divide the empty region around x. MAY_ISOLATE: an enemy group next to x
    may no longer touch that region. The result is 0 if the empty neighbours of x are connected
    around x and every enemy group next to x touches one of them.
    """
    code = state[SURROUNDINGS, x]
    bits = 2 * state[GEOMETRY, NEIGHBOUR_COUNT]
    sides = state[GEOMETRY, SIDE_MASK]
    low, high = code & 0x5555, (code >> 1) & 0x5555
    empty = ~(low | high) & ((1 << bits) - 1) & 0x5555
    open_sides = empty & sides
    if state[GEOMETRY, SIDE_COUNT] == 4:
        from_left = rotate_left(rotate_left(open_sides, bits) & empty, bits)
        from_right = rotate_right(rotate_right(open_sides, bits) & empty, bits)
    else:
        from_left = rotate_left(open_sides, bits)
        from_right = rotate_right(open_sides, bits)
    starts = open_sides & ~from_left
    risk = MAY_SPLIT if starts & (starts - 1) else 0
    enemy = (low & ~high if them == BLACK else high & ~low) & sides
    cut = enemy & ~(from_left | from_right)
    if cut and not stay_adjacent(state, x, enemy, cut):
        risk |= MAY_ISOLATE
    return int(risk)


@njit
def touches_other_group(state: State, x: int, colour: int, label: int) -> bool:
    """Return whether a cell is next to a stone of a colour outside the group `label`."""
    if not adjacent_colours(state[SURROUNDINGS, x], state[GEOMETRY, SIDE_MASK]) & colour:
        return False
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        y = state[NEIGHBOUR + i, x]
        if state[COLOUR, y] == colour and state[GROUP, y] != label:
            return True
    return False


@njit
def queue_touches_other_group(state: State, start: int, n: int, colour: int, label: int) -> bool:
    """Return whether a queued cell is next to a group of a colour other than group `label`.

    Only the cells from index `start` to n - 1 of row QUEUE are tested.
    """
    while start < n and not touches_other_group(state, state[QUEUE, start], colour, label):
        start += 1
    return start < n


@njit
def shares_region_with_friend(state: State, label: int) -> bool:
    """Return whether a group touches an empty region that another group of its colour touches."""
    colour = state[COLOUR, label]
    if state[HEADER, GROUP_COUNT + colour] < 2:
        return False
    new_visit_mark(state)
    before, n = 0, 0
    stone = label
    while True:
        before, n = n, queue_empty_neighbours(state, stone, n)
        if queue_touches_other_group(state, before, n, colour, label):
            return True
        stone = state[NEXT_STONE, stone]
        if stone == label:
            break
    j = 0
    while j < n:
        before, n = n, queue_empty_neighbours(state, state[QUEUE, j], n)
        if queue_touches_other_group(state, before, n, colour, label):
            return True
        j += 1
    return False


@njit
def find_line_end(state: State, x: int, i: int) -> int:
    """Return the stone or rim cell that ends the line of empty cells from x in direction i."""
    while state[COLOUR, x] == EMPTY:
        x = state[NEIGHBOUR + i, x]
    return int(x)


@njit
def has_lifeline(state: State, x: int, colour: int) -> bool:
    """Return whether a stone of a colour on x has, or would have, a lifeline (Liflina).

    A lifeline is a straight line of at least one empty cell from the stone to a stone of the same
    colour or to the edge of the board.
    """
    for i in range(4):
        y = state[NEIGHBOUR + i, x]
        if state[COLOUR, y] != EMPTY:
            continue
        if state[COLOUR, find_line_end(state, y, i)] in (RIM, colour):
            return True
    return False


@njit
def group_has_lifeline(state: State, label: int) -> bool:
    """Return whether at least one stone of a group has a lifeline (Liflina)."""
    stone = label
    while True:
        if has_lifeline(state, stone, state[COLOUR, label]):
            return True
        stone = state[NEXT_STONE, stone]
        if stone == label:
            return False


@njit
def is_alive(state: State, label: int) -> bool:
    """Return whether a group is alive by the rules of the game."""
    game = state[HEADER, GAME]
    colour = state[COLOUR, label]
    if game == LIFLINA:
        return group_has_lifeline(state, label)
    if (
        game == ASLI
        and state[HEADER, GROUP_COUNT + colour] == 1
        and state[HEADER, HAD_TWO_GROUPS + colour] == 0
    ):
        return True
    if game == CORNERED and state[HEADER, 3 - colour] == 0:
        return True
    return shares_region_with_friend(state, label)


@njit
def track_only_group(state: State, x: int, them: int, only: int) -> int:
    """Return the label of the only enemy group found so far, including the groups next to cell x.

    :param only: the label of the only group found before, or 0 if none was found.
    :return: the label, 0 if no group has been found, -1 for several groups.
    """
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        y = state[NEIGHBOUR + i, x]
        if state[COLOUR, y] == them and state[GROUP, y] != only:
            if only > 0:
                return -1
            only = state[GROUP, y]
    return only


@njit
def fill_until_sides_reached(state: State, x: int, y: int) -> tuple[int, int, bool]:
    """Flood-fill from y, an empty neighbour of x, until all empty neighbours of x are reached.

    :return: the number of queued cells, the number of expanded cells, and whether an empty
        neighbour of x cannot be reached.
    """
    mark = state[SCRATCH, VISIT_MARK]
    state[VISITED, y] = mark
    state[QUEUE, 0] = y
    n, j = 1, 0
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        side = state[NEIGHBOUR + i, x]
        if state[COLOUR, side] == EMPTY:
            while state[VISITED, side] != mark:
                if j == n:
                    return n, j, True
                n = queue_empty_neighbours(state, state[QUEUE, j], n)
                j += 1
    return n, j, False


@njit
def find_only_group(state: State, n: int, j: int, them: int) -> int:
    """Continue a flood fill; return the label of the only enemy group that the region touches.

    :param n: the number of queued cells.
    :param j: the number of queued cells whose neighbours have been queued.
    :return: the label, 0 for no group, -1 for several.
    """
    sides = state[GEOMETRY, SIDE_MASK]
    only = 0
    i = 0
    while i < n and only >= 0:
        y = state[QUEUE, i]
        if adjacent_colours(state[SURROUNDINGS, y], sides) & them:
            only = track_only_group(state, y, them, only)
        if i == j:
            n = queue_empty_neighbours(state, y, n)
            j += 1
        i += 1
    return only


@njit
def append_unique(state: State, row: int, n: int, label: int) -> int:
    """Append a label to a row of n labels unless the row has it; return the new length."""
    for i in range(n):
        if state[row, i] == label:
            return n
    state[row, n] = label
    return int(n + 1)


@njit
def list_suspects_by_part(state: State, x: int, them: int, risk: int) -> int:
    """List, in row SUSPECTS, each enemy group that is alone at a part of the region around x.

    Return their number. The parts are the connected sets of empty cells that remain around the
    stone at x; skip parts that the stone cannot have changed.
    """
    mark = new_visit_mark(state)
    is_suspect = risk & MAY_ISOLATE > 0
    n = 0
    for i in range(state[GEOMETRY, SIDE_COUNT]):
        y = state[NEIGHBOUR + i, x]
        if state[COLOUR, y] == EMPTY and state[VISITED, y] != mark:
            queued, expanded, cut = fill_until_sides_reached(state, x, y)
            is_suspect |= cut
            if is_suspect:
                only = find_only_group(state, queued, expanded, them)
                if only > 0:
                    n = append_unique(state, SUSPECTS, n, only)
    return n


@njit
def list_suspects_by_region(state: State, x: int, risk: int) -> int:
    """List, in row SUSPECTS, enemy groups that the stone at x may have cut off from all friends.

    Return their number. Every other group next to x still touches a region that two groups touch.
    """
    them = 3 - state[COLOUR, x]
    n = list_suspects_by_part(state, x, them, risk)
    if risk & MAY_ISOLATE:
        for i in range(state[GEOMETRY, SIDE_COUNT]):
            y = state[NEIGHBOUR + i, x]
            if state[COLOUR, y] == them:
                n = append_unique(state, SUSPECTS, n, state[GROUP, y])
    return n


@njit
def list_suspects_by_line(state: State, x: int) -> int:
    """List enemy groups that may have lost a lifeline to the stone at x; return their number.

    They are in row SUSPECTS. Only Liflina needs this.
    """
    them = 3 - state[COLOUR, x]
    n = 0
    for i in range(4):
        y = state[NEIGHBOUR + i, x]
        while state[COLOUR, y] == EMPTY:
            y = state[NEIGHBOUR + i, y]
        if state[COLOUR, y] == them:
            n = append_unique(state, SUSPECTS, n, state[GROUP, y])
    return n


@njit
def find_captures(state: State, x: int, risk: int) -> int:
    """Write the labels of the enemy groups that the stone at x captures to row CAPTURED.

    :param risk: the result of `find_local_risks` before the placement.
    :return: the number of captured groups.
    """
    if state[HEADER, GAME] == LIFLINA:
        suspects = list_suspects_by_line(state, x)
    elif risk:
        suspects = list_suspects_by_region(state, x, risk)
    else:
        return 0
    n = 0
    for i in range(suspects):
        if not is_alive(state, state[SUSPECTS, i]):
            state[CAPTURED, n] = state[SUSPECTS, i]
            n += 1
    return n
