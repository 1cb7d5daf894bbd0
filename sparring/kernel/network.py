"""Compiled functions of a small neural network that rates a position's moves and chance to win.

`network` is float32 [rows, columns] with all weights; the functions below name its rows. `sums` is
float32 [SUM_ROWS, columns] with the values of the neurons. The input is one code for each cell,
seen from the side to move, and both sides' komi and numbers of groups. The first layer is a sum of
rows, one for each code: a search keeps the sum for its root and, for another position, exchanges
only the rows of the cells that differ.

Loops run along rows, so that they are vectorised without changing the order of any addition: the
result does not depend on the processor.
"""

import math

import numpy as np

from sparring.jit import njit
from sparring.kernel.layout import (
    BLACK,
    CELL_INDEX,
    COLOUR,
    EMPTY,
    GROUP_COUNT,
    HEADER,
    KOMI,
    MOVE_LIST,
    PASS,
    REGION_OWNER,
    RIM,
    ROOT_INPUT,
    TO_MOVE,
    WHITE,
    IntVector,
    NetworkSums,
    NetworkWeights,
    State,
)
from sparring.kernel.move_pruning import find_region_owners

# The first row of `network`: the number of cells, the widths of both hidden layers, which are
# multiples of LANES, and two numbers for the search, see `network_search`.
CELLS, FIRST_WIDTH, SECOND_WIDTH, EXPLORATION, UNVISITED_LOSS = range(5)
FIRST_ROW = 1
# The codes of a cell other than 0, an empty cell of a shared region: a stone or an empty cell of a
# region, of the side to move or of the other.
OWN_STONE, ENEMY_STONE, OWN_REGION, ENEMY_REGION = range(1, 5)
CODES = 4
# Counts of each side with a row for each number from 1; more than MAX_COUNT counts as that.
OWN_KOMI, ENEMY_KOMI, OWN_GROUPS, ENEMY_GROUPS = range(4)
COUNTS, MAX_COUNT = 4, 8
LANES = 16

# The rows of `sums`: BASE + colour is the first layer of the root as that colour sees it.
BASE, FIRST, SECOND, OUTPUT, ACTIVE_SUM, ACTIVE_NEURON = 0, 3, 4, 5, 6, 7
SUM_ROWS = ACTIVE_NEURON + 1


@njit
def first_bias(network: NetworkWeights) -> int:
    """Return the row number of the biases of the first hidden layer."""
    return FIRST_ROW + CODES * int(network[0, CELLS]) + COUNTS * MAX_COUNT


@njit
def second_bias(network: NetworkWeights) -> int:
    """Return the row number of the biases of the second hidden layer; its weights follow."""
    return first_bias(network) + 1


@njit
def output_bias(network: NetworkWeights) -> int:
    """Return the row number of the biases of the outputs, which are the moves and the value.

    The weights of the moves follow.
    """
    return second_bias(network) + 1 + int(network[0, FIRST_WIDTH])


@njit
def value_row(network: NetworkWeights) -> int:
    """Return the row number of the weights of the value, the chance to win."""
    return output_bias(network) + 1 + int(network[0, SECOND_WIDTH])


@njit
def cell_code(state: State, x: int) -> int:
    """Return the network's input for a cell, as Black sees it: 0, or OWN_STONE to ENEMY_REGION.

    0 stands for an empty cell whose region has no single owner. Call `find_region_owners` first.
    """
    if state[COLOUR, x] != EMPTY:
        return int(state[COLOUR, x])
    return int(state[REGION_OWNER, x] + 2 if state[REGION_OWNER, x] else 0)


@njit
def seen_by(code: int, us: int) -> int:
    """Convert the result of `cell_code` from Black's point of view to that of the colour `us`."""
    if us != WHITE or code == 0:
        return code
    return code + 1 if code % 2 else code - 1


@njit
def add_row(network: NetworkWeights, sums: NetworkSums, row: int, target: int, sign: int) -> None:
    """Add a row of the first layer's weights to a row of sums; subtract it if sign is negative."""
    if sign > 0:
        for j in range(int(network[0, FIRST_WIDTH])):
            sums[target, j] += network[row, j]
    else:
        for j in range(int(network[0, FIRST_WIDTH])):
            sums[target, j] -= network[row, j]


@njit
def add_cell(
    state: State, network: NetworkWeights, sums: NetworkSums, x: int, code: int, us: int
) -> None:
    """Add the weights of a cell's code to the first layer of the root, as a colour sees it."""
    if code:
        row = FIRST_ROW + CODES * state[CELL_INDEX, x] + seen_by(code, us) - 1
        add_row(network, sums, row, BASE + us, 1)


@njit
def add_count(network: NetworkWeights, sums: NetworkSums, kind: int, count: int) -> None:
    """Add the weights of a number of komi points or groups to the first layer's sum, row FIRST.

    :param kind: the meaning of the number, from OWN_KOMI to ENEMY_GROUPS.
    """
    if count:
        first = FIRST_ROW + CODES * int(network[0, CELLS]) + kind * MAX_COUNT
        add_row(network, sums, first + min(count, MAX_COUNT) - 1, FIRST, 1)


@njit
def sum_root(state: State, network: NetworkWeights, sums: NetworkSums) -> None:
    """Compute the first layer of the current position, the new root, as each colour sees it."""
    find_region_owners(state)
    for us in range(BLACK, WHITE + 1):
        for j in range(int(network[0, FIRST_WIDTH])):
            sums[BASE + us, j] = network[first_bias(network), j]
    for x in range(state.shape[1]):
        if state[COLOUR, x] != RIM:
            state[ROOT_INPUT, x] = cell_code(state, x)
            for us in range(BLACK, WHITE + 1):
                add_cell(state, network, sums, x, state[ROOT_INPUT, x], us)


@njit
def sum_inputs(state: State, network: NetworkWeights, sums: NetworkSums) -> None:
    """Compute the first layer of the current position, in row FIRST of `sums`.

    Start from the sums of the root and replace the weights of the cells that have changed. Call
    `sum_root` at the root first.
    """
    us = state[HEADER, TO_MOVE]
    find_region_owners(state)
    for j in range(int(network[0, FIRST_WIDTH])):
        sums[FIRST, j] = sums[BASE + us, j]
    for x in range(state.shape[1]):
        if state[COLOUR, x] == RIM:
            continue
        code = cell_code(state, x)
        before = state[ROOT_INPUT, x]
        if code != before:
            first = FIRST_ROW + CODES * state[CELL_INDEX, x] - 1
            if before:
                add_row(network, sums, first + seen_by(before, us), FIRST, -1)
            if code:
                add_row(network, sums, first + seen_by(code, us), FIRST, 1)
    komi = OWN_KOMI if us == WHITE else ENEMY_KOMI
    add_count(network, sums, komi, state[HEADER, KOMI])
    add_count(network, sums, OWN_GROUPS, state[HEADER, GROUP_COUNT + us])
    add_count(network, sums, ENEMY_GROUPS, state[HEADER, GROUP_COUNT + 3 - us])


@njit
def list_inputs(state: State, inputs: IntVector) -> None:
    """Write the training input to `inputs`: each cell's code, then the counts, up to MAX_COUNT."""
    us, cells = state[HEADER, TO_MOVE], state[CELL_INDEX, PASS]
    find_region_owners(state)
    for x in range(state.shape[1]):
        if state[COLOUR, x] != RIM:
            inputs[state[CELL_INDEX, x]] = seen_by(cell_code(state, x), us)
    inputs[cells + OWN_KOMI] = min(MAX_COUNT, state[HEADER, KOMI] if us == WHITE else 0)
    inputs[cells + ENEMY_KOMI] = min(MAX_COUNT, state[HEADER, KOMI] if us != WHITE else 0)
    inputs[cells + OWN_GROUPS] = min(MAX_COUNT, state[HEADER, GROUP_COUNT + us])
    inputs[cells + ENEMY_GROUPS] = min(MAX_COUNT, state[HEADER, GROUP_COUNT + 3 - us])


@njit
def list_active(sums: NetworkSums, row: int, width: int) -> int:
    """List the neurons of a row with positive sums in ACTIVE_NEURON, and the sums in ACTIVE_SUM.

    :returns: the number of these neurons.
    """
    n = 0
    for i in range(width):
        value = sums[row, i]
        sums[ACTIVE_SUM, n] = value
        sums[ACTIVE_NEURON, n] = np.float32(i)
        n += value > 0
    return n


@njit
def add_four_rows(
    network: NetworkWeights, sums: NetworkSums, target: int, first: int, i: int, width: int
) -> None:
    """Add the weighted rows of four active neurons to row `target` of the sums in one pass.

    :param first: the network's row with the weights of the first neuron of the layer before.
    :param i: the index, in the list of active neurons, of the first of the four.
    :param width: the number of neurons in the computed layer.
    """
    a, b = first + int(sums[ACTIVE_NEURON, i]), first + int(sums[ACTIVE_NEURON, i + 1])
    c, d = first + int(sums[ACTIVE_NEURON, i + 2]), first + int(sums[ACTIVE_NEURON, i + 3])
    p, q = sums[ACTIVE_SUM, i], sums[ACTIVE_SUM, i + 1]
    r, s = sums[ACTIVE_SUM, i + 2], sums[ACTIVE_SUM, i + 3]
    for j in range(width):
        sums[target, j] += (p * network[a, j] + q * network[b, j]) + (
            r * network[c, j] + s * network[d, j]
        )


@njit
def run_layer(
    network: NetworkWeights, sums: NetworkSums, active: int, target: int, bias: int, width: int
) -> None:
    """Compute row `target` of the sums from the listed active neurons of the layer before.

    :param active: the number of active neurons, see `list_active`.
    :param bias: the row with the biases; the weights follow it.
    :param width: the number of neurons in the computed layer.
    """
    for j in range(width):
        sums[target, j] = network[bias, j]
    i = 0
    while i + 4 <= active:
        add_four_rows(network, sums, target, bias + 1, i, width)
        i += 4
    while i < active:
        row, value = bias + 1 + int(sums[ACTIVE_NEURON, i]), sums[ACTIVE_SUM, i]
        for j in range(width):
            sums[target, j] += value * network[row, j]
        i += 1


@njit
def run_hidden_layers(state: State, network: NetworkWeights, sums: NetworkSums) -> None:
    """Compute both hidden layers for the current position; call `sum_root` at the root first."""
    sum_inputs(state, network, sums)
    active = list_active(sums, FIRST, int(network[0, FIRST_WIDTH]))
    run_layer(network, sums, active, SECOND, second_bias(network), int(network[0, SECOND_WIDTH]))


@njit
def read_value(network: NetworkWeights, sums: NetworkSums) -> float:
    """Return the chance of the side to move to win, 0 to 1; call `run_hidden_layers` first."""
    row = value_row(network)
    for j in range(LANES):
        sums[OUTPUT, j] = 0
    for i in range(0, int(network[0, SECOND_WIDTH]), LANES):
        for j in range(LANES):
            sums[OUTPUT, j] += max(sums[SECOND, i + j], np.float32(0)) * network[row, i + j]
    odds = float(network[output_bias(network), int(network[0, CELLS]) + 1])
    for j in range(LANES):
        odds += sums[OUTPUT, j]
    return 1 / (1 + math.exp(-odds))


@njit
def rate_moves(state: State, network: NetworkWeights, sums: NetworkSums, n: int) -> None:
    """Write the probability of each of the n moves in row MOVE_LIST to row OUTPUT; their sum is 1.

    Call `run_hidden_layers` first.
    """
    active = list_active(sums, SECOND, int(network[0, SECOND_WIDTH]))
    cells = int(network[0, CELLS])
    run_layer(network, sums, active, OUTPUT, output_bias(network), cells + 1)
    highest = sums[OUTPUT, state[CELL_INDEX, state[MOVE_LIST, 0]]]
    for i in range(n):
        sums[ACTIVE_SUM, i] = sums[OUTPUT, state[CELL_INDEX, state[MOVE_LIST, i]]]
        highest = max(highest, sums[ACTIVE_SUM, i])
    total = 0.0
    for i in range(n):
        share = math.exp(sums[ACTIVE_SUM, i] - highest)
        sums[OUTPUT, i] = share
        total += share
    for i in range(n):
        sums[OUTPUT, i] /= np.float32(total)
