"""Comments in a text record: notes in braces, and a line for each sequence of variation turns.

``(1 by Ann) 13. d4 {slow} 14. c3`` replaces turn 13 of the game, and ``(2 from 1) 14. b2`` replaces
turn 14 of that line, or continues it if 13 is its last turn.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.comments import Comments, Variation
from rules.missing_moves import missing_move, why_illegal
from rules.moves import Move, format_move, parse_turn
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove
from rules.record_parser import Entry, RecordError
from rules.sentences import Sentence
from rules.topology import Topology

MOST_TURNS = 2_000
"""Turns in all variations of a record."""
LONGEST_NOTE = 300
LONGEST_NAME = 100
_LONGEST_RUN = 500  # characters after which a line continues on the next

_LINE = re.compile(r"\(([1-9][0-9]{0,4})(?: by ([^(){}]+)| from ([1-9][0-9]{0,4}))?\) ?(.+)")
# with single spaces only, else matching takes time that grows with the cube of a line's length
_TURN = re.compile(r"([1-9][0-9]{0,5})\. ?([^{}]+?) ?(?:\{([^{}]*)\} ?|(?= [1-9][0-9]{0,5}\.)|$)")


def note_in_braces(note: str) -> str:
    """Return a note as text to append to a turn: a space, then braces; empty for an empty note."""
    plain = _plain(note, LONGEST_NOTE)
    return f" {{{plain}}}" if plain else ""


def variation_lines(comments: Comments, topology: Topology) -> Iterator[str]:
    """Yield the variations as lines of text, in the order in which they begin in the game."""
    waiting = [
        ("", after + 1, each)
        for after in sorted(comments.variations, reverse=True)
        for each in reversed(comments.variations[after])
    ]
    number = 0
    while waiting:
        origin, turn, node = waiting.pop()
        number += 1
        name = _plain(node.by, LONGEST_NAME)
        head = origin or (f" by {name}" if name else "")
        run, later = _turn(turn, node, topology), list[tuple[str, int, Variation]]()
        while node.then and len(run) < _LONGEST_RUN:
            turn += 1
            later += [(f" from {number}", turn, each) for each in node.then[1:]]
            node = node.then[0]
            run += f" {_turn(turn, node, topology)}"
        later += [(f" from {number}", turn + 1, each) for each in node.then]
        yield f"({number}{head}) {run}"
        waiting += reversed(later)


def _turn(number: int, node: Variation, topology: Topology) -> str:
    moves = " ".join(format_move(move, topology) for move in node.moves)
    return f"{number}. {moves}{note_in_braces(node.note)}"


def _plain(text: str, most: int) -> str:
    """Return a text as one line of at most ``most`` characters that is safe within a record.

    Braces and parentheses, which have a meaning there, become square brackets.
    """
    tidy = text.translate(str.maketrans("{}()", "[][]"))
    return " ".join(" ".join(tidy.split())[:most].split())


@dataclass(slots=True)
class _Node:
    """Turn of a variation being read, and the position after it."""

    moves: tuple[Move, ...]
    note: str
    by: str
    position: Position
    then: list["_Node"] = field(default_factory=list)


class _Reader:
    """Reader of a record's lines with variations, which collects the turns that they contain."""

    def __init__(self, starts: Mapping[int, Position]) -> None:
        self._starts = starts
        self._runs: dict[str, dict[int, _Node]] = {}
        self._nodes: list[_Node] = []
        self.first: dict[int, list[_Node]] = {}

    def read(self, entry: Entry) -> None:
        """Parse one line, play its turns, and add them to the variations read so far.

        :raises RecordError: the line is not a variation of this game.
        """
        line = _LINE.fullmatch(" ".join(entry.text.split()))
        if line is None or line[1] in self._runs:
            raise RecordError(
                Sentence(
                    "{where} isn't a variation. Write one like “(1 by Ann) 3. c3 4. e5”.",
                    where=entry.where,
                )
            )
        run = self._runs[line[1]] = {}
        origin: dict[int, _Node] | None = None
        if line[3]:
            origin = self._runs.get(line[3])
            if origin is None or origin is run:
                raise RecordError(
                    Sentence(
                        "{where}: there's no variation {number} above.",
                        where=entry.where,
                        number=line[3],
                    )
                )
        place, by, before = 0, _plain(line[2] or "", LONGEST_NAME), None
        while place < len(line[4]):
            turn = _TURN.match(line[4], place)
            if turn is None:
                raise RecordError(
                    Sentence("{where}: write turns like “3. c3 4. e5”.", where=entry.where)
                )
            place = turn.end() + line[4].startswith(" ", turn.end())
            number = int(turn[1])
            if before is None:
                parent = None if origin is None else self._at(entry, origin, number - 1)
            elif number - 1 in run:
                parent = before
            else:
                raise RecordError(
                    Sentence(
                        "{where}: turn {number} is out of order.", where=entry.where, number=number
                    )
                )
            before = run[number] = self._add(entry, parent, number, turn, by)
            by = ""

    def _at(self, entry: Entry, run: Mapping[int, _Node], number: int) -> _Node | None:
        """Return the turn of an earlier line after which a new line begins.

        :param run: the turns of the earlier line by number.
        :param number: the number of the wanted turn.
        :returns: None if the earlier line lacks that turn because it begins with the next one.
        :raises RecordError: the earlier line has neither the wanted turn nor the next one.
        """
        if number not in run and number + 1 not in run:
            raise RecordError(
                Sentence(
                    "{where}: turn {number} isn't in that variation.",
                    where=entry.where,
                    number=number + 1,
                )
            )
        return run.get(number)

    def _add(
        self, entry: Entry, parent: _Node | None, number: int, turn: re.Match[str], by: str
    ) -> _Node:
        position = self._starts.get(number) if parent is None else parent.position
        if position is None or position.turn != number:
            raise RecordError(
                Sentence(
                    "{where}: this variation begins at turn {number}, but the game has no such "
                    "turn.",
                    where=entry.where,
                    number=number,
                )
            )
        if len(self._nodes) == MOST_TURNS:
            raise RecordError(
                Sentence("The file has more than {most} turns in its variations.", most=MOST_TURNS)
            )
        moves, after = _play(entry, turn[2], position)
        node = _Node(moves, _plain(turn[3] or "", LONGEST_NOTE), by, after)
        self._nodes.append(node)
        (self.first.setdefault(number - 1, []) if parent is None else parent.then).append(node)
        return node

    def variations(self) -> dict[int, tuple[Variation, ...]]:
        """Return the variations read so far, by the number of the turn after which they begin."""
        made: dict[int, Variation] = {}
        for node in reversed(self._nodes):  # a turn is read before the turns after it
            then = tuple(made.pop(id(each)) for each in node.then)
            made[id(node)] = Variation(node.moves, node.note, then, node.by)
        return {
            after: tuple(made[id(each)] for each in nodes)
            for after, nodes in sorted(self.first.items())
        }


def read_variations(
    entries: Iterable[Entry], starts: Mapping[int, Position]
) -> dict[int, tuple[Variation, ...]]:
    """Parse the lines of a record's variations; return the variations by the turn before them.

    :param starts: the position of the game before each turn, and after the last one.
    :raises RecordError: a line is not a variation of this game; the message names the line.
    """
    reader = _Reader(starts)
    for entry in entries:
        reader.read(entry)
    return reader.variations()


def _play(entry: Entry, text: str, position: Position) -> tuple[tuple[Move, ...], Position]:
    number = position.turn
    try:
        moves: Sequence[Move] = parse_turn(text, position.topology)
    except InvalidMove as error:
        raise _refused(entry, number, error.sentence) from None
    for move in moves:
        if position.turn != number:
            raise RecordError(
                Sentence(
                    "{where} has too many moves for turn {number}.",
                    where=entry.where,
                    number=number,
                )
            )
        try:
            position = position.play(move)
        except IllegalMove as error:
            why = missing_move(position, move)
            why = why or why_illegal(position, move, error.reason.sentence)
            raise _refused(entry, number, why) from None
    if position.mid_turn and position.outcome() is None:
        raise RecordError(
            Sentence(
                "{where}: turn {number} needs one more move.", where=entry.where, number=number
            )
        )
    return tuple(moves), position


def _refused(entry: Entry, number: int, why: Sentence) -> RecordError:
    return RecordError(
        Sentence("{where}, turn {number}: {why}", where=entry.where, number=number, why=why)
    )
