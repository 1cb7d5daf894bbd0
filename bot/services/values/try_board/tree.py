"""Tree of the moves that one person tried in one game, as flat nodes. Pure functions.

A line begins in the game itself (parent 0, after `ply` moves of the game) or at another node. Each
node stores the key of the position in which it is played, so that a line is found again where it
meets the game, and is never mistaken for another line.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from hashlib import blake2b

from bot.store.tables.try_board import TryNode
from rules.moves import Move, format_move
from rules.position import Position

MOST_NODES = 500  # nodes of one person in one game
IN_GAME = 0  # parent of a move tried in a position of the game itself
# fields of a position that do not affect its identity
_NOT_IN_KEY = ("board", "ply", "turn", "taken", "last_turn", "history")


@dataclass(frozen=True, slots=True)
class TryPlace:
    """Position on a try-board.

    :ivar node: the node of the last move, or IN_GAME for a position of the game itself.
    :ivar ply: the number of moves before the position.
    :ivar position: the key of the position; see `position_key`.
    """

    node: int
    ply: int
    position: int


def position_key(position: Position) -> int:
    """Return a number of 63 bits that identifies a position: stones, side to move, phase, komi.

    Move number and move order do not count.
    """
    parts = [position.game, *position.stones]
    parts += [
        _plain(getattr(position, each.name))
        for each in fields(position)
        if each.name not in _NOT_IN_KEY
    ]
    digest = blake2b(repr(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


class TryTree:
    """Tree of the moves that one person tried in one game, with a node for each move."""

    def __init__(self, nodes: Iterable[TryNode]) -> None:
        self.nodes = {each.node: each for each in nodes}
        self._children: dict[int, list[TryNode]] = {}
        for each in self.nodes.values():
            self._children.setdefault(each.parent, []).append(each)

    def __len__(self) -> int:
        return len(self.nodes)

    def children(self, node: int) -> tuple[TryNode, ...]:
        """Return the moves tried after a node, oldest first."""
        return tuple(self._children.get(node, ()))

    def branches(self, place: TryPlace) -> tuple[TryNode, ...]:
        """Return the moves tried at a place on the try-board, oldest first.

        If the place is a position of the game, moves of lines that began earlier are included, as
        far as the game has followed those lines.
        """
        if place.node != IN_GAME:
            return self.children(place.node)
        here = (place.ply, place.position)
        found = (each for each in self.nodes.values() if (each.ply, each.position) == here)
        return tuple(sorted(found, key=lambda each: each.node))

    def find_branch(self, place: TryPlace, move: str) -> TryNode | None:
        """Return the node of a move tried at a place; None if the move was not tried there."""
        return next((each for each in self.branches(place) if each.move == move), None)

    def next_branch(self, branches: Sequence[TryNode], tip: int) -> TryNode | None:
        """Return the branch that leads to node `tip`, else the newest; None without branches."""
        on_line = {each.node for each in self.line(tip)} if tip in self.nodes else set()
        found = [each for each in branches if each.node in on_line] or branches
        return found[-1] if found else None

    def line(self, node: int, meets: Collection[tuple[int, int]] = ()) -> tuple[TryNode, ...]:
        """Return the moves from the game to a node.

        :param meets: (ply, key) of positions of the game; if the path to the node meets some of
            them, the line begins at the last one that it meets.
        """
        found = list(self._upwards(node, meets))
        return tuple(reversed(found))

    def passes(self, node: int, ply: int, position: int) -> bool:
        """Return whether the line to a node passes through a position, before its last move.

        :param ply: the number of moves before the position.
        :param position: the key of the position; see `position_key`.
        """
        for each in self._upwards(node):
            if each.ply <= ply:
                return (each.ply, each.position) == (ply, position)
        return False

    def subtree(self, node: int) -> tuple[int, ...]:
        """Return a node and all nodes after it."""
        found, waiting = [], [node]
        while waiting:
            each = waiting.pop()
            found.append(each)
            waiting += [child.node for child in self._children.get(each, ())]
        return tuple(found)

    def planned_before(self, node: int) -> tuple[int, ...]:
        """Return the earlier nodes of the planned reply to which a node belongs, if any."""
        if self.nodes[node].planned_at is None:
            return ()
        found, above = [], self.nodes.get(self.nodes[node].parent)
        while above is not None and above.planned_at is not None:
            found.append(above.node)
            above = self.nodes.get(above.parent)
        return tuple(found)

    def next_node(self) -> int:
        """Return the number for the next node that is added."""
        return max(self.nodes, default=IN_GAME) + 1

    def _upwards(self, node: int, meets: Collection[tuple[int, int]] = ()) -> Iterator[TryNode]:
        while node != IN_GAME:
            each = self.nodes[node]
            yield each
            if (each.ply, each.position) in meets:
                return
            node = each.parent


def new_node(tree: TryTree, place: TryPlace, move: Move, position: Position) -> TryNode:
    """Return a new node for a move that is tried for the first time at a place.

    :param position: the `Position` at that place, on whose board the move is named.
    """
    text = format_move(move, position.topology)
    return TryNode(tree.next_node(), place.node, place.ply, place.position, text)


def place_after(node: TryNode, position: Position) -> TryPlace:
    """Return the place on the try-board to which the move of a node leads.

    :param position: the `Position` after that move, from which the place's key is computed.
    """
    return TryPlace(node.node, node.ply + 1, position_key(position))


@dataclass(frozen=True, slots=True)
class Grafted:
    """Changes of a try-board's tree, made by `graft`; a changed node is removed and added.

    :ivar removed: the numbers of the nodes to delete.
    :ivar added: the nodes to insert afterwards.
    """

    removed: tuple[int, ...]
    added: tuple[TryNode, ...]


def graft(tree: TryTree, positions: Sequence[Position], moves: Sequence[Move]) -> Grafted:
    """Return the changes that keep a try-board's lines when the moves before them are undone.

    The undone moves that lead to a line become tried moves, and the line begins after them. If a
    move was tried there before, the two lines become one, unless both have a note, mark or plan.

    :param moves: the undone moves of the game, in their order.
    :param positions: the positions before each of the moves, and the position after the last.
    """
    keys = [(position.ply, position_key(position)) for position in positions]
    begins: dict[tuple[int, int], list[TryNode]] = {key: [] for key in keys[1:]}
    for each in tree.nodes.values():
        if each.parent == IN_GAME and (each.ply, each.position) in begins:
            begins[each.ply, each.position].append(each)
    last = max((at for at, key in enumerate(keys) if begins.get(key)), default=0)
    grafts = _Grafts(tree)
    parent = IN_GAME
    for (ply, key), after, move in zip(keys, keys[1:], moves[:last], strict=False):
        text = format_move(move, positions[0].topology)
        if parent == IN_GAME:
            known = tree.find_branch(TryPlace(parent, ply, key), text)
        else:
            known = grafts.child(parent, text)
        parent = grafts.add(parent, ply, key, text) if known is None else known.node
        for each in begins[after]:
            grafts.attach(each, parent)
    return grafts.result()


class _Grafts:
    """Tree of a try-board while lines are attached to it."""

    def __init__(self, tree: TryTree) -> None:
        self._tree = tree
        self._nodes = dict(tree.nodes)
        self._next = tree.next_node()
        # the first node of each move after a node
        self._after: dict[tuple[int, str], int] = {}
        for node in tree.nodes.values():
            self._after.setdefault((node.parent, node.move), node.node)

    def child(self, parent: int, move: str) -> TryNode | None:
        number = self._after.get((parent, move))
        return None if number is None else self._nodes[number]

    def add(self, parent: int, ply: int, position: int, move: str) -> int:
        """Add a move after a node; return its number."""
        node = TryNode(self._next, parent, ply, position, move)
        self._next += 1
        self._put(node)
        return node.node

    def attach(self, line: TryNode, parent: int) -> None:
        """Put a line after a node; where the same move was tried there, unite the two."""
        waiting = [(line, parent)]
        while waiting:
            node, parent = waiting.pop()
            twin = self.child(parent, node.move)
            if twin is None or not _can_unite(twin, node):
                self._put(replace(node, parent=parent))
                continue
            self._nodes[twin.node] = replace(
                twin,
                note=twin.note or node.note,
                mark=twin.mark or node.mark,
                planned_at=twin.planned_at or node.planned_at,
            )
            del self._nodes[node.node]
            children = self._tree.children(node.node)
            waiting += [(each, twin.node) for each in reversed(children)]

    def result(self) -> Grafted:
        old, new = self._tree.nodes, self._nodes
        return Grafted(
            tuple(number for number, node in old.items() if new.get(number) != node),
            tuple(node for number, node in new.items() if old.get(number) != node),
        )

    def _put(self, node: TryNode) -> None:
        self._nodes[node.node] = node
        self._after.setdefault((node.parent, node.move), node.node)


def _can_unite(one: TryNode, other: TryNode) -> bool:
    return (
        not (one.note and other.note)
        and not (one.mark and other.mark)
        and not (one.planned_at and other.planned_at)
    )
