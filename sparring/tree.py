"""Compiled: the search tree: UCT with RAVE, and exact wins and losses backed up as they are found.

``nodes`` is int32 [most nodes, 5], ``kids`` int32 [most children, 7]; the children of a node lie
side by side. Wins are counted in halves, so that a draw is 1. What is proved is kept as the colour
that wins, or DRAW; it is true by the rules, repetition included. ``words``: see `memory`. Budgets,
seeds and the choice of the move are for `search`.
"""

import math

from sparring.arrays import Desk, Weights, Words
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
def promise(kids: Desk, k: int, explore: float) -> float:
    """Rate a child: its wins, mixed with RAVE's, and a bonus for the little tried."""
    tried = float(kids[k, TRIED])
    rave_tried = float(kids[k, RAVE_TRIED])
    value = 0.5 * kids[k, RAVE_WINS] / rave_tried
    if tried > 0:
        trust = rave_tried / (tried + rave_tried + tried * rave_tried / EQUIVALENCE)
        value = (1 - trust) * 0.5 * kids[k, WINS] / tried + trust * value
    return float(value + explore / math.sqrt(tried + 1))


@njit
def pick(nodes: Desk, kids: Desk, node: int, me: int) -> int:
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
def decided(nodes: Desk, kids: Desk, node: int, me: int) -> int:
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
def judge(m: Desk, kids: Desk, words: Words, k: int, depth: int) -> None:
    """Note what the rules say of the position that a child has led to."""
    placed = m[HEAD, RULE] >= ASLI and kids[k, MOVE] != PASS
    if placed and repeats(m, words, depth, board_key(m, words)):
        m[HEAD, WINNER] = DRAW if m[HEAD, RULE] == ASLI else 3 - m[PATH_MOVER, depth]
    kids[k, SURE] = m[HEAD, WINNER]


@njit
def settle(m: Desk, nodes: Desk, kids: Desk, depth: int, winner: int) -> None:
    """Note that the node at a depth of the path is decided, and the child that led to it."""
    nodes[m[PATH_NODE, depth], PROVED] = winner
    if depth > 0:
        kids[m[PATH_KID, depth - 1], SURE] = winner


@njit
def choose(m: Desk, nodes: Desk, kids: Desk, weights: Weights, node: int, depth: int) -> int:
    """Choose the child to follow; -1: the walk ends here, and WINNER says if it is decided."""
    me = m[HEAD, MOVER]
    m[PATH_NODE, depth] = node
    k = pick(nodes, kids, node, me)
    if k < 0 and nodes[node, THINNED]:
        if not refill(m, nodes, kids, weights, node):
            return -1
        k = pick(nodes, kids, node, me)
    if k < 0 or kids[k, SURE]:
        winner = decided(nodes, kids, node, me)
        if winner:
            m[HEAD, WINNER] = winner
            settle(m, nodes, kids, depth, winner)
            return -1
    m[PATH_KID, depth] = k
    m[PATH_MOVER, depth] = me
    return k


@njit
def descend(m: Desk, nodes: Desk, kids: Desk, weights: Weights, words: Words) -> int:
    """Walk from the root to a leaf or to a decided position; the moves made."""
    node, depth = 0, 0
    while depth < m.shape[1] - 1:
        if m[HEAD, RULE] >= ASLI:
            words[PATH, depth] = board_key(m, words)
        k = choose(m, nodes, kids, weights, node, depth)
        if k < 0:
            break
        m[LAST + m[HEAD, MOVER], kids[k, MOVE]] = m[WORK, CLOCK] + depth
        attempt(m, kids[k, MOVE])
        judge(m, kids, words, k, depth)
        depth += 1
        if m[HEAD, WINNER]:
            break
        if kids[k, NODE] == 0:
            if kids[k, TRIED] + 1 >= GROW_AT:
                kids[k, NODE] = grow(m, nodes, kids, weights)
            break
        node = kids[k, NODE]
    return depth


@njit
def finish(m: Desk, weights: Weights, depth: int) -> None:
    """Play at random to the end, noting when each colour played where."""
    time = m[WORK, CLOCK] + depth
    while m[HEAD, WINNER] == 0:
        me = m[HEAD, MOVER]
        x = step(m, weights)
        if x == ILLEGAL:
            m[HEAD, WINNER] = 3 - me
        elif m[HEAD, PLY] >= m[WORK, CAP]:
            m[HEAD, WINNER] = DRAW
        else:
            m[LAST + me, x] = time
            time += 1


@njit
def gain(winner: int, me: int) -> int:
    """Count a result for a colour in halves of a win."""
    if winner == DRAW:
        return 1
    return 2 if winner == me else 0


@njit
def back_up(m: Desk, nodes: Desk, kids: Desk, depth: int) -> None:
    """Tell the path the result, and RAVE all children whose move was played later."""
    winner = m[HEAD, WINNER]
    for d in range(depth):
        node, k, me = m[PATH_NODE, d], m[PATH_KID, d], m[PATH_MOVER, d]
        won = gain(winner, me)
        nodes[node, VISITS] += 1
        kids[k, TRIED] += 1
        kids[k, WINS] += won
        since = m[WORK, CLOCK] + d
        for j in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
            if m[LAST + me, kids[j, MOVE]] >= since:
                kids[j, RAVE_TRIED] += 1
                kids[j, RAVE_WINS] += won


@njit
def next_playout(m: Desk) -> None:
    """Show the root again and advance the clock."""
    show_root(m)
    m[WORK, CLOCK] += TICKS
    if m[WORK, CLOCK] > LATEST:
        for x in range(m.shape[1]):
            m[LAST + 1, x] = m[LAST + 2, x] = 0
        m[WORK, CLOCK] = TICKS


@njit
def run(m: Desk, nodes: Desk, kids: Desk, weights: Weights, words: Words, playouts: int) -> int:
    """Search on; the playouts made, which are fewer when the root is decided."""
    for done in range(playouts):
        if nodes[0, PROVED]:
            return done
        next_playout(m)
        depth = descend(m, nodes, kids, weights, words)
        finish(m, weights, depth)
        back_up(m, nodes, kids, depth)
    return playouts
