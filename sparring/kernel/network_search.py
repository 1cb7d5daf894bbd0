"""Compiled search tree led by a network (PUCT), which backs up proved wins and losses.

The tree has the arrays of `search_tree`. An edge keeps the mean value for its mover and its prior,
both as fractions of UNIT, in place of wins and RAVE. The edges of a node are sorted by prior, so
that those without visits come last and only the first of them is considered. Two settings of the
network guide the search: the weight of priors, and how much worse than its node a move without
visits counts. A leaf is rated, and gets a node, when it is first reached.

Only Lifeline after the set-up is searched: no repetition, no turn of two placements.
"""

import math

from sparring.jit import njit
from sparring.kernel.board import restore_root, save_root
from sparring.kernel.layout import (
    DRAW,
    EDGES_USED,
    HEADER,
    MOVE_LIST,
    NODES_USED,
    PATH_EDGE,
    PATH_MOVER,
    PATH_NODE,
    SCRATCH,
    TO_MOVE,
    WINNER,
    IntVector,
    NetworkSums,
    NetworkWeights,
    State,
    TreeEdges,
    TreeNodes,
)
from sparring.kernel.move_pruning import prune_own_regions
from sparring.kernel.moves import list_moves, make_move
from sparring.kernel.network import (
    EXPLORATION,
    OUTPUT,
    UNVISITED_LOSS,
    rate_moves,
    read_value,
    run_hidden_layers,
    sum_root,
)
from sparring.kernel.search_tree import (
    CHILD_NODE,
    EDGE_COUNT,
    EDGE_FIELDS,
    EDGE_VISITS,
    EDGE_WINNER,
    EDGE_WINS,
    FIRST_EDGE,
    IS_PRUNED,
    MOVE,
    NODE_FIELDS,
    NODE_VISITS,
    NODE_WINNER,
    RAVE_VISITS,
    ROOT_VALUE,
    put_on_path,
)

EDGE_VALUE, EDGE_PRIOR = EDGE_WINS, RAVE_VISITS  # the fields of an edge, as fractions of UNIT
UNIT = 1 << 30


@njit
def result_value(winner: int, us: int) -> float:
    """Return the value of a result for a colour: 1 a win, 0.5 a draw, 0 a loss."""
    if winner == DRAW:
        return 0.5
    return 1.0 if winner == us else 0.0


@njit
def sort_moves(state: State, sums: NetworkSums, n: int) -> None:
    """Sort the n moves in row MOVE_LIST by their shares in row OUTPUT, the largest first."""
    for i in range(1, n):
        move, share = state[MOVE_LIST, i], sums[OUTPUT, i]
        j = i
        while j > 0 and sums[OUTPUT, j - 1] < share:
            state[MOVE_LIST, j], sums[OUTPUT, j] = state[MOVE_LIST, j - 1], sums[OUTPUT, j - 1]
            j -= 1
        state[MOVE_LIST, j], sums[OUTPUT, j] = move, share


@njit
def add_rated_edge(state: State, tree_edges: TreeEdges, x: int, share: float) -> None:
    """Append an edge for a move to the tree.

    :param share: the prior of the move, from 0 to 1.
    """
    k = state[SCRATCH, EDGES_USED]
    state[SCRATCH, EDGES_USED] += 1
    for field in range(EDGE_FIELDS):
        tree_edges[k, field] = 0
    tree_edges[k, MOVE] = x
    tree_edges[k, EDGE_PRIOR] = int(share * UNIT)


@njit
def add_rated_node(
    state: State,
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    network: NetworkWeights,
    sums: NetworkSums,
) -> int:
    """Add a node for the current position; return its index, or 0 if the tree is full.

    Call `run_hidden_layers` first.
    """
    node = state[SCRATCH, NODES_USED]
    legal = list_moves(state)
    n = prune_own_regions(state, legal)
    if node >= tree_nodes.shape[0] or state[SCRATCH, EDGES_USED] + n > tree_edges.shape[0]:
        return 0
    state[SCRATCH, NODES_USED] += 1
    for field in range(NODE_FIELDS):
        tree_nodes[node, field] = 0
    tree_nodes[node, FIRST_EDGE] = state[SCRATCH, EDGES_USED]
    tree_nodes[node, EDGE_COUNT] = n
    tree_nodes[node, IS_PRUNED] = 1 if n < legal else 0
    if n:
        rate_moves(state, network, sums, n)
        sort_moves(state, sums, n)
    for i in range(n):
        add_rated_edge(state, tree_edges, state[MOVE_LIST, i], sums[OUTPUT, i])
    return int(node)


@njit
def start_rated_tree(
    state: State,
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    network: NetworkWeights,
    sums: NetworkSums,
) -> float:
    """Start a tree for the current position; return the mover's chance to win, 0 to 1."""
    state[SCRATCH, NODES_USED] = state[SCRATCH, EDGES_USED] = 0
    save_root(state)
    sum_root(state, network, sums)
    run_hidden_layers(state, network, sums)
    chance = read_value(network, sums)
    add_rated_node(state, tree_nodes, tree_edges, network, sums)
    tree_nodes[0, ROOT_VALUE] = int(chance * UNIT)
    return chance


@njit
def restore_pruned_edges(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, node: int
) -> bool:
    """Add the pruned moves to the node of the current position; return False if the tree is full.

    All other moves lose, so the pruned moves get equal priors.
    """
    n = list_moves(state)
    first = state[SCRATCH, EDGES_USED]
    if first + n > tree_edges.shape[0]:
        return False
    for i in range(n):
        add_rated_edge(state, tree_edges, state[MOVE_LIST, i], 1.0 / n)
        for j in range(
            tree_nodes[node, FIRST_EDGE],
            tree_nodes[node, FIRST_EDGE] + tree_nodes[node, EDGE_COUNT],
        ):
            if tree_edges[j, MOVE] == state[MOVE_LIST, i]:
                for field in range(EDGE_FIELDS):
                    tree_edges[first + i, field] = tree_edges[j, field]
    tree_nodes[node, FIRST_EDGE] = first
    tree_nodes[node, EDGE_COUNT] = n
    tree_nodes[node, IS_PRUNED] = 0
    return True


@njit
def select_rated_edge(
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    network: NetworkWeights,
    node: int,
    us: int,
    value: float,
) -> int:
    """Return the edge to follow from a node: a proved win, else the best rated; -1 if all lose.

    :param value: the value of the node for the side to move.
    """
    factor = network[0, EXPLORATION] * math.sqrt(tree_nodes[node, NODE_VISITS] + 1.0)
    best, best_rating = -1, -1.0
    for k in range(
        tree_nodes[node, FIRST_EDGE], tree_nodes[node, FIRST_EDGE] + tree_nodes[node, EDGE_COUNT]
    ):
        visits = tree_edges[k, EDGE_VISITS]
        edge_value = (
            tree_edges[k, EDGE_VALUE] / UNIT if visits else value - network[0, UNVISITED_LOSS]
        )
        if tree_edges[k, EDGE_WINNER]:
            if tree_edges[k, EDGE_WINNER] == us:
                return k
            if tree_edges[k, EDGE_WINNER] != DRAW:
                continue
            edge_value = 0.5
        rating = edge_value + factor * (tree_edges[k, EDGE_PRIOR] / UNIT) / (1.0 + visits)
        if rating > best_rating:
            best, best_rating = k, rating
        if visits == 0:
            break
    return best


@njit
def follow_tree(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, network: NetworkWeights
) -> int:
    """Follow edges from the root to a leaf or a decided position; return the number of moves."""
    node, depth = 0, 0
    while depth < state.shape[1] - 1:
        k = select_rated_child(state, tree_nodes, tree_edges, network, node, depth)
        if k < 0:
            break
        make_move(state, tree_edges[k, MOVE])
        tree_edges[k, EDGE_WINNER] = state[HEADER, WINNER]
        depth += 1
        if state[HEADER, WINNER] or tree_edges[k, CHILD_NODE] == 0:
            break
        node = tree_edges[k, CHILD_NODE]
    return depth


@njit
def select_rated_child(
    state: State,
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    network: NetworkWeights,
    node: int,
    depth: int,
) -> int:
    """Select the edge to follow from a node, put it on the path and return it.

    :returns: the edge; -1 at a proved node, whose result is then in WINNER, or if the tree is full.
    """
    us = state[HEADER, TO_MOVE]
    state[PATH_NODE, depth] = node
    value = tree_nodes[0, ROOT_VALUE] / UNIT
    if depth > 0:
        value = 1.0 - tree_edges[state[PATH_EDGE, depth - 1], EDGE_VALUE] / UNIT
    k = select_rated_edge(tree_nodes, tree_edges, network, node, us, value)
    if k < 0 and tree_nodes[node, IS_PRUNED]:
        if not restore_pruned_edges(state, tree_nodes, tree_edges, node):
            return -1
        k = select_rated_edge(tree_nodes, tree_edges, network, node, us, value)
    return put_on_path(state, tree_nodes, tree_edges, node, depth, k)


@njit
def back_up_value(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, depth: int, value: float, us: int
) -> None:
    """Add a leaf's value to the mean values of the edges on the path, and count their visits.

    :param value: the value of the leaf for the colour `us`, 0 to 1.
    """
    for d in range(depth):
        k = state[PATH_EDGE, d]
        share = value if state[PATH_MOVER, d] == us else 1.0 - value
        tree_nodes[state[PATH_NODE, d], NODE_VISITS] += 1
        tree_edges[k, EDGE_VISITS] += 1
        mean = tree_edges[k, EDGE_VALUE]
        tree_edges[k, EDGE_VALUE] += int((share * UNIT - mean) / tree_edges[k, EDGE_VISITS])


@njit
def rate_leaf(
    state: State,
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    network: NetworkWeights,
    sums: NetworkSums,
    depth: int,
) -> float:
    """Return the value, 0 to 1, of the position at the end of the path for the side to move.

    It is the result if the game is over. Otherwise it is the network's value, and the position gets
    a node if it has none.
    """
    if state[HEADER, WINNER]:
        return result_value(state[HEADER, WINNER], state[HEADER, TO_MOVE])
    run_hidden_layers(state, network, sums)
    value = read_value(network, sums)
    k = state[PATH_EDGE, max(0, depth - 1)]
    if depth > 0 and tree_edges[k, CHILD_NODE] == 0:
        tree_edges[k, CHILD_NODE] = add_rated_node(state, tree_nodes, tree_edges, network, sums)
    return value


@njit
def run_evaluations(
    state: State,
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    network: NetworkWeights,
    sums: NetworkSums,
    count: int,
) -> int:
    """Rate `count` more leaves of the tree; return their number, smaller if the root is proved."""
    for done in range(count):
        if tree_nodes[0, NODE_WINNER]:
            return done
        restore_root(state)
        depth = follow_tree(state, tree_nodes, tree_edges, network)
        value = rate_leaf(state, tree_nodes, tree_edges, network, sums, depth)
        back_up_value(state, tree_nodes, tree_edges, depth, value, state[HEADER, TO_MOVE])
    return count


@njit
def follow_line(state: State, moves: IntVector) -> None:
    """Restore the root position of the search and play legal moves from it."""
    restore_root(state)
    for i in range(moves.shape[0]):
        make_move(state, moves[i])
