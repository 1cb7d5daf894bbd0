"""Lines of try-boards as variations of a record. Pure functions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.services.values.try_board.tree import IN_GAME, TryTree, position_key
from bot.store.tables.try_board import TryNode
from bot.words import try_board as words
from renderer.phrases import labelled
from rules.comments import Comments, Variation
from rules.moves import Move, parse_move
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove


@dataclass(slots=True)
class _Turn:
    """Tried turn, and the turns tried after it."""

    moves: tuple[Move, ...]
    note: str
    then: list["_Turn"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Step:
    """Move of a line, with the position before it.

    :ivar after: the tried turn before the move's turn; None if that is a turn of the game.
    :ivar moves: the moves of its turn up to this one.
    """

    node: TryNode
    position: Position
    after: _Turn | None
    moves: tuple[Move, ...] = ()
    note: str = ""


def as_comments(nodes: Iterable[TryNode], game: Sequence[Position], by: str) -> Comments:
    """Return the whole turns of a person's lines as variations of the game.

    Half turns are omitted, and so are lines that begin in a position that the game no longer has.

    :param game: the position at the start and after each move of the game.
    :param by: the person's name.
    """
    return _Reader(TryTree(nodes), game).comments(by)


def together(several: Sequence[Comments]) -> Comments:
    """Merge the notes and variations of several people into one set of comments."""
    notes: dict[int, list[str]] = {}
    variations: dict[int, tuple[Variation, ...]] = {}
    for each in several:
        for turn, note in each.notes.items():
            notes.setdefault(turn, []).append(note)
        for turn, lines in each.variations.items():
            variations[turn] = variations.get(turn, ()) + lines
    return Comments({turn: " ".join(each) for turn, each in notes.items()}, variations)


class _Reader:
    def __init__(self, tree: TryTree, game: Sequence[Position]) -> None:
        self._tree = tree
        self._game = game
        self._is_game: Callable[[Position], bool] = lambda position: (
            position.ply < len(game) and position_key(game[position.ply]) == position_key(position)
        )
        self._turns: list[_Turn] = []
        self._begun: dict[int, list[_Turn]] = {}
        self._notes: dict[int, str] = {}

    def comments(self, by: str) -> Comments:
        waiting = [
            self._first(node)
            for node in reversed(self._tree.children(IN_GAME))
            if node.ply < len(self._game) and position_key(self._game[node.ply]) == node.position
        ]
        while waiting:
            waiting += self._play(waiting.pop())
        made: dict[int, Variation] = {}
        for turn in reversed(self._turns):  # a turn is found before the turns after it
            then = tuple(made.pop(id(each)) for each in turn.then)
            made[id(turn)] = Variation(turn.moves, turn.note, then)
        variations = {
            after: tuple(
                Variation(each.moves, each.note, made[id(each)].then, by) for each in turns
            )
            for after, turns in sorted(self._begun.items())
        }
        notes = {turn: labelled(by, note) for turn, note in sorted(self._notes.items())}
        return Comments(notes, variations)

    def _first(self, node: TryNode) -> _Step:
        """Return the first move of a line; its turn may have begun in the game."""
        position = self._game[node.ply]
        begun = position.last_turn.moves if position.mid_turn and position.last_turn else ()
        return _Step(node, position, None, begun)

    def _play(self, step: _Step) -> list[_Step]:
        """Play a tried move; return the moves tried after it."""
        node, number = step.node, step.position.turn
        try:
            move = parse_move(node.move, step.position.topology)
            position = step.position.play(move)
        except (IllegalMove, InvalidMove):  # the game's moves before this line were undone
            return []
        moves = (*step.moves, move)
        note = " ".join(filter(None, (step.note, words.remark(node.mark, node.note))))
        after = step.after
        if position.turn != number or position.outcome() is not None:
            in_game = self._is_game(position)
            if after is None and in_game:
                self._notes |= {number: note} if note else {}
            else:
                after = self._add(after, _Turn(moves, note), number - 1)
            after = None if in_game else after
            moves, note = (), ""
        following = reversed(self._tree.children(node.node))
        return [_Step(each, position, after, moves, note) for each in following]

    def _add(self, after: _Turn | None, turn: _Turn, number: int) -> _Turn:
        self._turns.append(turn)
        (self._begun.setdefault(number, []) if after is None else after.then).append(turn)
        return turn
