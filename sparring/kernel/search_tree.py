"""Compiled functions of the search tree (UCT with RAVE), which backs up proved wins and losses.

`tree_nodes` is int32 [nodes, NODE_FIELDS] and `tree_edges` int32 [edges, EDGE_FIELDS]: an edge is a
move from a node, and the edges of a node are adjacent. Wins are counted in halves, so that a draw
is 1. A proved result is the winning colour or DRAW; it follows from the rules, including
repetition. Budgets, seeds and the choice of the move belong to `sparring.search`.
"""

import math

from sparring.jit import njit
from sparring.kernel.board import restore_root, save_root
from sparring.kernel.layout import (
    ASLI,
    DRAW,
    EDGES_USED,
    GAME,
    HEADER,
    ILLEGAL,
    LAST_PLAYED,
    MOVE_CLOCK,
    MOVE_LIMIT,
    MOVE_LIST,
    NODES_USED,
    PASS,
    PATH_EDGE,
    PATH_MOVER,
    PATH_NODE,
    PLY,
    SCRATCH,
    TO_MOVE,
    WINNER,
    Hashes,
    State,
    TreeEdges,
    TreeNodes,
    Weights,
)
from sparring.kernel.move_priors import move_prior
from sparring.kernel.move_pruning import prune_own_regions
from sparring.kernel.moves import list_moves, make_move
from sparring.kernel.playouts import play_random_move
from sparring.kernel.zobrist import PATH_ROW, hash_board, is_repetition

FIRST_EDGE, EDGE_COUNT, NODE_VISITS, NODE_WINNER, IS_PRUNED = range(5)
ROOT_VALUE = 5  # of the root, only with a network; see `network_search`
MOVE, CHILD_NODE, EDGE_VISITS, EDGE_WINNER, EDGE_WINS, RAVE_VISITS, RAVE_WINS = range(7)
NODE_FIELDS, EDGE_FIELDS = 6, 7

# Tuned by self-play: the RAVE games of a new edge, and the shift of their share of wins from one
# half by the edge's prior, per unit and at most.
PRIOR_GAMES = 8
PRIOR_SCALE, MAX_PRIOR_SHARE = 0.1, 0.8
# Tuned by self-play. Exploration is low because RAVE explores; RAVE weighs as much as the visits at
# about 1,000 visits; an edge gets a node at its second visit.
EXPLORATION = 0.03
RAVE_EQUIVALENCE = 1000.0
EXPAND_AT_VISIT = 2
TICKS_PER_PLAYOUT = 4096  # more than the moves of a playout
MAX_CLOCK = 1 << 30


@njit
def start_tree(state: State, tree_nodes: TreeNodes) -> None:
    """Start a tree of one node without edges for the current position."""
    state[SCRATCH, NODES_USED] = 1
    state[SCRATCH, EDGES_USED] = 0
    for field in range(NODE_FIELDS):
        tree_nodes[0, field] = 0
    save_root(state)


@njit
def add_edge(state: State, tree_edges: TreeEdges, weights: Weights, x: int) -> None:
    """Append an edge for a move in the current position; the prior sets its first RAVE results."""
    k = state[SCRATCH, EDGES_USED]
    state[SCRATCH, EDGES_USED] += 1
    expected = 0.5
    if x != PASS:
        expected = min(
            MAX_PRIOR_SHARE,
            max(1 - MAX_PRIOR_SHARE, 0.5 + PRIOR_SCALE * move_prior(state, weights, x)),
        )
    for field in range(EDGE_FIELDS):
        tree_edges[k, field] = 0
    tree_edges[k, MOVE] = x
    tree_edges[k, RAVE_VISITS] = PRIOR_GAMES
    tree_edges[k, RAVE_WINS] = round(2 * PRIOR_GAMES * expected)


@njit
def expand_node(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, weights: Weights
) -> int:
    """Add a node for the current position; return its index, or 0 if the tree is full."""
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
    for i in range(n):
        add_edge(state, tree_edges, weights, state[MOVE_LIST, i])
    return int(node)


@njit
def restore_pruned_moves(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, weights: Weights, node: int
) -> bool:
    """Add the pruned moves to the node of the current position; return False if the tree is full.

    A node is lost only if every legal move loses.
    """
    n = list_moves(state)
    first = state[SCRATCH, EDGES_USED]
    if first + n > tree_edges.shape[0]:
        return False
    for i in range(n):
        add_edge(state, tree_edges, weights, state[MOVE_LIST, i])
        for j in range(
            tree_nodes[node, FIRST_EDGE],
            tree_nodes[node, FIRST_EDGE] + tree_nodes[node, EDGE_COUNT],
        ):
            if tree_edges[j, MOVE] == state[MOVE_LIST, i]:
                for field in range(EDGE_FIELDS):
                    tree_edges[first + i, field] = tree_edges[j, field]
    tree_nodes[node, FIRST_EDGE], tree_nodes[node, EDGE_COUNT], tree_nodes[node, IS_PRUNED] = (
        first,
        n,
        0,
    )
    return True


@njit
def rate_edge(tree_edges: TreeEdges, k: int, exploration: float) -> float:
    """Return the share of wins of an edge, mixed with RAVE, plus an exploration bonus."""
    visits = float(tree_edges[k, EDGE_VISITS])
    rave_visits = float(tree_edges[k, RAVE_VISITS])
    value = 0.5 * tree_edges[k, RAVE_WINS] / rave_visits
    if visits > 0:
        rave_weight = rave_visits / (visits + rave_visits + visits * rave_visits / RAVE_EQUIVALENCE)
        value = (1 - rave_weight) * 0.5 * tree_edges[k, EDGE_WINS] / visits + rave_weight * value
    return float(value + exploration / math.sqrt(visits + 1))


@njit
def select_edge(tree_nodes: TreeNodes, tree_edges: TreeEdges, node: int, us: int) -> int:
    """Return the edge to follow from a node: a proved win, else the best rated; -1 if all lose.

    A proved draw is rated as one half.
    """
    exploration = EXPLORATION * math.sqrt(math.log(tree_nodes[node, NODE_VISITS] + 1.0))
    best, best_value = -1, -1.0
    for k in range(
        tree_nodes[node, FIRST_EDGE], tree_nodes[node, FIRST_EDGE] + tree_nodes[node, EDGE_COUNT]
    ):
        if tree_edges[k, EDGE_WINNER]:
            if tree_edges[k, EDGE_WINNER] == us:
                return k
            if tree_edges[k, EDGE_WINNER] != DRAW:
                continue
        value = 0.5 if tree_edges[k, EDGE_WINNER] else rate_edge(tree_edges, k, exploration)
        if value > best_value:
            best, best_value = k, value
    return best


@njit
def combine_results(tree_nodes: TreeNodes, tree_edges: TreeEdges, node: int, us: int) -> int:
    """Return the result that a node's edges prove: a colour, DRAW, or 0 for no result yet."""
    winner = 3 - us
    for k in range(
        tree_nodes[node, FIRST_EDGE], tree_nodes[node, FIRST_EDGE] + tree_nodes[node, EDGE_COUNT]
    ):
        if tree_edges[k, EDGE_WINNER] == us:
            return us
        if tree_edges[k, EDGE_WINNER] == 0:
            winner = 0
        elif tree_edges[k, EDGE_WINNER] == DRAW and winner:
            winner = DRAW
    return winner


@njit
def set_edge_result(
    state: State, tree_edges: TreeEdges, hashes: Hashes, k: int, depth: int
) -> None:
    """Store the result that the rules give to the position after an edge."""
    placed = state[HEADER, GAME] >= ASLI and tree_edges[k, MOVE] != PASS
    if placed and is_repetition(state, hashes, depth, hash_board(state, hashes)):
        state[HEADER, WINNER] = (
            DRAW if state[HEADER, GAME] == ASLI else 3 - state[PATH_MOVER, depth]
        )
    tree_edges[k, EDGE_WINNER] = state[HEADER, WINNER]


@njit
def set_node_result(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, depth: int, winner: int
) -> None:
    """Store the proved result of the node at a depth of the path, and of the edge to it."""
    tree_nodes[state[PATH_NODE, depth], NODE_WINNER] = winner
    if depth > 0:
        tree_edges[state[PATH_EDGE, depth - 1], EDGE_WINNER] = winner


@njit
def put_on_path(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, node: int, depth: int, k: int
) -> int:
    """Put the selected edge of a node on the path, and return it; -1 if the node is proved now.

    :param k: the edge; -1 if none can be followed.
    """
    us = state[HEADER, TO_MOVE]
    if k < 0 or tree_edges[k, EDGE_WINNER]:
        winner = combine_results(tree_nodes, tree_edges, node, us)
        if winner:
            state[HEADER, WINNER] = winner
            set_node_result(state, tree_nodes, tree_edges, depth, winner)
            return -1
    state[PATH_EDGE, depth] = k
    state[PATH_MOVER, depth] = us
    return k


@njit
def select_child(
    state: State,
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    weights: Weights,
    node: int,
    depth: int,
) -> int:
    """Select the edge to follow from a node, put it on the path and return it.

    :returns: the edge; -1 at a proved node, whose result is then in WINNER, or if the tree is full.
    """
    us = state[HEADER, TO_MOVE]
    state[PATH_NODE, depth] = node
    k = select_edge(tree_nodes, tree_edges, node, us)
    if k < 0 and tree_nodes[node, IS_PRUNED]:
        if not restore_pruned_moves(state, tree_nodes, tree_edges, weights, node):
            return -1
        k = select_edge(tree_nodes, tree_edges, node, us)
    return put_on_path(state, tree_nodes, tree_edges, node, depth, k)


@njit
def descend(
    state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, weights: Weights, hashes: Hashes
) -> int:
    """Follow edges from the root to a leaf or a decided position; return the number of moves."""
    node, depth = 0, 0
    while depth < state.shape[1] - 1:
        if state[HEADER, GAME] >= ASLI:
            hashes[PATH_ROW, depth] = hash_board(state, hashes)
        k = select_child(state, tree_nodes, tree_edges, weights, node, depth)
        if k < 0:
            break
        state[LAST_PLAYED + state[HEADER, TO_MOVE], tree_edges[k, MOVE]] = (
            state[SCRATCH, MOVE_CLOCK] + depth
        )
        make_move(state, tree_edges[k, MOVE])
        set_edge_result(state, tree_edges, hashes, k, depth)
        depth += 1
        if state[HEADER, WINNER]:
            break
        if tree_edges[k, CHILD_NODE] == 0:
            if tree_edges[k, EDGE_VISITS] + 1 >= EXPAND_AT_VISIT:
                tree_edges[k, CHILD_NODE] = expand_node(state, tree_nodes, tree_edges, weights)
            break
        node = tree_edges[k, CHILD_NODE]
    return depth


@njit
def simulate(state: State, weights: Weights, depth: int) -> None:
    """Play random moves to the end; set WINNER, and record when each colour last played each cell.

    :param depth: the number of moves on the path from the root.
    """
    time = state[SCRATCH, MOVE_CLOCK] + depth
    while state[HEADER, WINNER] == 0:
        us = state[HEADER, TO_MOVE]
        x = play_random_move(state, weights)
        if x == ILLEGAL:
            state[HEADER, WINNER] = 3 - us
        elif state[HEADER, PLY] >= state[SCRATCH, MOVE_LIMIT]:
            state[HEADER, WINNER] = DRAW
        else:
            state[LAST_PLAYED + us, x] = time
            time += 1


@njit
def count_half_wins(winner: int, us: int) -> int:
    """Return the value of a result for a colour in halves of a win: 2 a win, 1 a draw, 0 a loss."""
    if winner == DRAW:
        return 1
    return 2 if winner == us else 0


@njit
def backpropagate(state: State, tree_nodes: TreeNodes, tree_edges: TreeEdges, depth: int) -> None:
    """Add the playout's result to the edges on the path, and to RAVE of moves played later.

    RAVE counts every edge of a node on the path whose move the same colour played later in the
    playout.
    """
    winner = state[HEADER, WINNER]
    for d in range(depth):
        node, k, us = state[PATH_NODE, d], state[PATH_EDGE, d], state[PATH_MOVER, d]
        half_wins = count_half_wins(winner, us)
        tree_nodes[node, NODE_VISITS] += 1
        tree_edges[k, EDGE_VISITS] += 1
        tree_edges[k, EDGE_WINS] += half_wins
        since = state[SCRATCH, MOVE_CLOCK] + d
        for j in range(
            tree_nodes[node, FIRST_EDGE],
            tree_nodes[node, FIRST_EDGE] + tree_nodes[node, EDGE_COUNT],
        ):
            if state[LAST_PLAYED + us, tree_edges[j, MOVE]] >= since:
                tree_edges[j, RAVE_VISITS] += 1
                tree_edges[j, RAVE_WINS] += half_wins


@njit
def start_playout(state: State) -> None:
    """Restore the root position and advance MOVE_CLOCK past all earlier playouts.

    This keeps the moves of earlier playouts out of RAVE.
    """
    restore_root(state)
    state[SCRATCH, MOVE_CLOCK] += TICKS_PER_PLAYOUT
    if state[SCRATCH, MOVE_CLOCK] > MAX_CLOCK:
        for x in range(state.shape[1]):
            state[LAST_PLAYED + 1, x] = state[LAST_PLAYED + 2, x] = 0
        state[SCRATCH, MOVE_CLOCK] = TICKS_PER_PLAYOUT


@njit
def run_playouts(
    state: State,
    tree_nodes: TreeNodes,
    tree_edges: TreeEdges,
    weights: Weights,
    hashes: Hashes,
    playouts: int,
) -> int:
    """Run `playouts` more playouts; return their number, smaller if the root is proved."""
    for count in range(playouts):
        if tree_nodes[0, NODE_WINNER]:
            return count
        start_playout(state)
        depth = descend(state, tree_nodes, tree_edges, weights, hashes)
        simulate(state, weights, depth)
        backpropagate(state, tree_nodes, tree_edges, depth)
    return playouts
