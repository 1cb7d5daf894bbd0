"""Compiled: the search tree: UCT with RAVE, and exact wins and losses backed up as they are found.

What is proved is kept as the colour that wins, or DRAW; it is true by the rules, repetition
included. ``nodes`` and ``kids``: see `nodes`, ``words``: see `memory`. Budgets, seeds and the
choice of the move are for `search`.
"""

import math

from sparring.arrays import Desk, Kids, Nodes, Weights, Words
from sparring.jit import njit
from sparring.kernel import attempt
from sparring.layout import (
    ASLI,
    CAP,
    CLOCK,
    DRAW,
    HEAD,
    ILLEGAL,
    LAST,
    MOVER,
    PASS,
    PATH_KID,
    PATH_MOVER,
    PATH_NODE,
    PLY,
    RULE,
    WINNER,
    WORK,
)
from sparring.memory import PATH, board_key, repeats
from sparring.nodes import (
    COUNT,
    FIRST,
    MOVE,
    NODE,
    PROVED,
    RAVE_TRIED,
    RAVE_WINS,
    SURE,
    THINNED,
    TRIED,
    VISITS,
    WINS,
    grow,
    refill,
)
from sparring.playout import step
from sparring.snapshots import show_root

# Measured in self-play: little exploration, because RAVE does it; RAVE counts as much as visits
# at about 1,000 of them; nodes grow at the second visit.
EXPLORE = 0.03
EQUIVALENCE = 1000.0
GROW_AT = 2
TICKS = 4096  # more than the moves of a playout
LATEST = 1 << 30


@njit
def promise(kids: Kids, k: int, explore: float) -> float:
    """Rate a child: its wins, mixed with RAVE's, and a bonus for the little tried."""
    tried = float(kids[k, TRIED])
    rave_tried = float(kids[k, RAVE_TRIED])
    value = 0.5 * kids[k, RAVE_WINS] / rave_tried
    if tried > 0:
        trust = rave_tried / (tried + rave_tried + tried * rave_tried / EQUIVALENCE)
        value = (1 - trust) * 0.5 * kids[k, WINS] / tried + trust * value
    return float(value + explore / math.sqrt(tried + 1))


@njit
def pick(nodes: Nodes, kids: Kids, node: int, me: int) -> int:
    """Choose the child to try: one that wins for sure, else the best promise; -1: all lose.

    A sure draw promises a half.
    """
    explore = EXPLORE * math.sqrt(math.log(nodes[node, VISITS] + 1.0))
    best, best_promise = -1, -1.0
    for k in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
        if kids[k, SURE]:
            if kids[k, SURE] == me:
                return k
            if kids[k, SURE] != DRAW:
                continue
        value = 0.5 if kids[k, SURE] else promise(kids, k, explore)
        if value > best_promise:
            best, best_promise = k, value
    return best


@njit
def decided(nodes: Nodes, kids: Kids, node: int, me: int) -> int:
    """Tell what a node's children prove: a colour, DRAW, or 0 for nothing yet."""
    winner = 3 - me
    for k in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
        if kids[k, SURE] == me:
            return me
        if kids[k, SURE] == 0:
            winner = 0
        elif kids[k, SURE] == DRAW and winner:
            winner = DRAW
    return winner


@njit
def judge(desk: Desk, kids: Kids, words: Words, k: int, depth: int) -> None:
    """Note what the rules say of the position that a child has led to."""
    placed = desk[HEAD, RULE] >= ASLI and kids[k, MOVE] != PASS
    if placed and repeats(desk, words, depth, board_key(desk, words)):
        desk[HEAD, WINNER] = DRAW if desk[HEAD, RULE] == ASLI else 3 - desk[PATH_MOVER, depth]
    kids[k, SURE] = desk[HEAD, WINNER]


@njit
def settle(desk: Desk, nodes: Nodes, kids: Kids, depth: int, winner: int) -> None:
    """Note that the node at a depth of the path is decided, and the child that led to it."""
    nodes[desk[PATH_NODE, depth], PROVED] = winner
    if depth > 0:
        kids[desk[PATH_KID, depth - 1], SURE] = winner


@njit
def choose(desk: Desk, nodes: Nodes, kids: Kids, weights: Weights, node: int, depth: int) -> int:
    """Choose the child to follow; -1: the walk ends here, and WINNER says if it is decided."""
    me = desk[HEAD, MOVER]
    desk[PATH_NODE, depth] = node
    k = pick(nodes, kids, node, me)
    if k < 0 and nodes[node, THINNED]:
        if not refill(desk, nodes, kids, weights, node):
            return -1
        k = pick(nodes, kids, node, me)
    if k < 0 or kids[k, SURE]:
        winner = decided(nodes, kids, node, me)
        if winner:
            desk[HEAD, WINNER] = winner
            settle(desk, nodes, kids, depth, winner)
            return -1
    desk[PATH_KID, depth] = k
    desk[PATH_MOVER, depth] = me
    return k


@njit
def descend(desk: Desk, nodes: Nodes, kids: Kids, weights: Weights, words: Words) -> int:
    """Walk from the root to a leaf or to a decided position; the moves made."""
    node, depth = 0, 0
    while depth < desk.shape[1] - 1:
        if desk[HEAD, RULE] >= ASLI:
            words[PATH, depth] = board_key(desk, words)
        k = choose(desk, nodes, kids, weights, node, depth)
        if k < 0:
            break
        desk[LAST + desk[HEAD, MOVER], kids[k, MOVE]] = desk[WORK, CLOCK] + depth
        attempt(desk, kids[k, MOVE])
        judge(desk, kids, words, k, depth)
        depth += 1
        if desk[HEAD, WINNER]:
            break
        if kids[k, NODE] == 0:
            if kids[k, TRIED] + 1 >= GROW_AT:
                kids[k, NODE] = grow(desk, nodes, kids, weights)
            break
        node = kids[k, NODE]
    return depth


@njit
def finish(desk: Desk, weights: Weights, depth: int) -> None:
    """Play at random to the end, noting when each colour played where."""
    time = desk[WORK, CLOCK] + depth
    while desk[HEAD, WINNER] == 0:
        me = desk[HEAD, MOVER]
        x = step(desk, weights)
        if x == ILLEGAL:
            desk[HEAD, WINNER] = 3 - me
        elif desk[HEAD, PLY] >= desk[WORK, CAP]:
            desk[HEAD, WINNER] = DRAW
        else:
            desk[LAST + me, x] = time
            time += 1


@njit
def gain(winner: int, me: int) -> int:
    """Count a result for a colour in halves of a win."""
    if winner == DRAW:
        return 1
    return 2 if winner == me else 0


@njit
def back_up(desk: Desk, nodes: Nodes, kids: Kids, depth: int) -> None:
    """Tell the path the result, and RAVE all children whose move was played later."""
    winner = desk[HEAD, WINNER]
    for d in range(depth):
        node, k, me = desk[PATH_NODE, d], desk[PATH_KID, d], desk[PATH_MOVER, d]
        won = gain(winner, me)
        nodes[node, VISITS] += 1
        kids[k, TRIED] += 1
        kids[k, WINS] += won
        since = desk[WORK, CLOCK] + d
        for j in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
            if desk[LAST + me, kids[j, MOVE]] >= since:
                kids[j, RAVE_TRIED] += 1
                kids[j, RAVE_WINS] += won


@njit
def next_playout(desk: Desk) -> None:
    """Show the root again and advance the clock."""
    show_root(desk)
    desk[WORK, CLOCK] += TICKS
    if desk[WORK, CLOCK] > LATEST:
        for x in range(desk.shape[1]):
            desk[LAST + 1, x] = desk[LAST + 2, x] = 0
        desk[WORK, CLOCK] = TICKS


@njit
def run(desk: Desk, nodes: Nodes, kids: Kids, weights: Weights, words: Words, playouts: int) -> int:
    """Search on; the playouts made, which are fewer when the root is decided."""
    for done in range(playouts):
        if nodes[0, PROVED]:
            return done
        next_playout(desk)
        depth = descend(desk, nodes, kids, weights, words)
        finish(desk, weights, depth)
        back_up(desk, nodes, kids, depth)
    return playouts
