"""Compiled: the nodes of a search tree: their fields, and how they grow.

``nodes`` is int32 [most nodes, 5], ``kids`` int32 [most children, 7]; the children of a node lie
side by side. Wins are counted in halves, so that a draw is 1.
"""

from sparring.arrays import Desk, Kids, Nodes, Weights
from sparring.jit import njit
from sparring.kernel import list_moves
from sparring.layout import (
    KIDS_USED,
    MOVES,
    NODES_USED,
    PASS,
    WORK,
)
from sparring.snapshots import save_root
from sparring.taste import worth
from sparring.thinning import thin_out

FIRST, COUNT, VISITS, PROVED, THINNED = range(5)
MOVE, NODE, TRIED, SURE, WINS, RAVE_TRIED, RAVE_WINS = range(7)
NODE_FIELDS, KID_FIELDS = 5, 7

# Measured in self-play: RAVE games with which a child starts; how far its worth moves the share of
# wins made up for it from even, and how far at most.
MADE_UP = 8
TRUST, MOST = 0.1, 0.8


@njit
def plant(desk: Desk, nodes: Nodes) -> None:
    """Start a tree of one node without children, for the state that the desk shows."""
    desk[WORK, NODES_USED] = 1
    desk[WORK, KIDS_USED] = 0
    for field in range(NODE_FIELDS):
        nodes[0, field] = 0
    save_root(desk)


@njit
def add_kid(desk: Desk, kids: Kids, weights: Weights, x: int) -> None:
    """Append a child for a move of the state that the desk shows."""
    k = desk[WORK, KIDS_USED]
    desk[WORK, KIDS_USED] += 1
    expected = 0.5
    if x != PASS:
        expected = min(MOST, max(1 - MOST, 0.5 + TRUST * worth(desk, weights, x)))
    for field in range(KID_FIELDS):
        kids[k, field] = 0
    kids[k, MOVE] = x
    kids[k, RAVE_TRIED] = MADE_UP
    kids[k, RAVE_WINS] = round(2 * MADE_UP * expected)


@njit
def grow(desk: Desk, nodes: Nodes, kids: Kids, weights: Weights) -> int:
    """Make a node for the state that the desk shows; 0 when there is no room."""
    node = desk[WORK, NODES_USED]
    legal = list_moves(desk)
    n = thin_out(desk, legal)
    if node >= nodes.shape[0] or desk[WORK, KIDS_USED] + n > kids.shape[0]:
        return 0
    desk[WORK, NODES_USED] += 1
    for field in range(NODE_FIELDS):
        nodes[node, field] = 0
    nodes[node, FIRST] = desk[WORK, KIDS_USED]
    nodes[node, COUNT] = n
    nodes[node, THINNED] = 1 if n < legal else 0
    for i in range(n):
        add_kid(desk, kids, weights, desk[MOVES, i])
    return int(node)


@njit
def refill(desk: Desk, nodes: Nodes, kids: Kids, weights: Weights, node: int) -> bool:
    """Give the desk's node the moves that were thinned out; False: there is no room.

    A node is lost only when every legal move loses.
    """
    n = list_moves(desk)
    first = desk[WORK, KIDS_USED]
    if first + n > kids.shape[0]:
        return False
    for i in range(n):
        add_kid(desk, kids, weights, desk[MOVES, i])
        for j in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
            if kids[j, MOVE] == desk[MOVES, i]:
                for field in range(KID_FIELDS):
                    kids[first + i, field] = kids[j, field]
    nodes[node, FIRST], nodes[node, COUNT], nodes[node, THINNED] = first, n, 0
    return True
