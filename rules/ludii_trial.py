"""Parser for trials of Lifeline, which are the game records of the program Ludii.

The opening must be the strong or the weak pie. A trial has lines such as "game=…", "Board Size/7"
and "Move=[Move:mover=1,to=9,actions=[Add:to=9,what=1,decision=true]]". Ludii numbers the cells like
`rules.topology.hexhex`: row by row from the bottom, each from the left.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.abstract_play import unreadable
from rules.options import OptionError
from rules.record_parser import MOST_TURNS, Entry, ParsedRecord, RecordError, refuse_long
from rules.registry import find_game
from rules.sentences import Sentence
from rules.topology import Topology, hexhex

DEFAULT_SIZE = 7
STARTS = {"strong pie": "strong-pie", "weak pie": "weak-pie"}

_GAME = re.compile(r"game=(.{0,500})")
_MOVE = re.compile(r"\[Move:([^\[\]]{0,200}),actions=(.*)\]")
_FROM = re.compile(r"(?:^|,)from=([0-9]{1,4})(?![0-9])")
_TO = re.compile(r"(?:^|,)to=([0-9]{1,4})(?![0-9])")
_ACTION = re.compile(r"\[([A-Z][A-Za-z]*+):?([^\[\]]*+)\]")


@dataclass(frozen=True, slots=True)
class Trial:
    """Parsed Ludii trial: a record, and the cells that Ludii emptied in each turn."""

    record: ParsedRecord
    removed: tuple[frozenset[int], ...]


def is_ludii_trial(text: str) -> bool:
    """Return whether a text begins like a trial, the game record of the program Ludii."""
    return text.lstrip("\ufeff \t\r\n").startswith("game=")


def parse_trial(text: str) -> Trial:
    """Parse Ludii's trial (its game record) of a game of Lifeline.

    :raises RecordError: the text is not such a trial, or its game or opening is not supported.
    """
    refuse_long(text)
    lines = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
    _check_game(lines)
    size, start = _options(lines)
    topology = hexhex(size)
    moves = [
        Entry(Sentence("Line {number} of the file", number=count), line.removeprefix("Move="))
        for count, line in enumerate(lines, start=1)
        if line.startswith("Move=")
    ]
    if len(moves) > MOST_TURNS:
        raise RecordError(Sentence("The file has more than {most} turns.", most=MOST_TURNS))
    if moves and "[Forfeit:" in moves[-1].text:  # a resignation; Ludii does not name the colour
        moves.pop()
    entries = tuple(Entry(move.where, _turn(move, topology)) for move in moves)
    headers = {"game": "lifeline", "size": str(size), "start": start}
    record = ParsedRecord(
        {name: Entry(f"“{name}”", value) for name, value in headers.items()},
        entries,
        tuple(range(1, len(entries) + 1)),
    )
    return Trial(record, tuple(frozenset(_removed(move)) for move in moves))


def _check_game(lines: Iterable[str]) -> None:
    found = next(filter(None, map(_GAME.fullmatch, lines)), None)
    name = re.split(r"[/\\]", found[1])[-1] if found else ""
    if name.casefold().removesuffix(".lud").strip() != "lifeline":
        raise RecordError(
            Sentence(
                "From {site}, only {games} can be imported.",
                site="Ludii",
                games="Lifeline",
            )
        )


def _options(lines: list[str]) -> tuple[int, str]:
    """Return the board size and the opening of a trial, which may be Ludii's defaults.

    :raises RecordError: the size or opening is not supported, or stones were set up by hand.
    """
    size, start = DEFAULT_SIZE, "strong-pie"
    for line in lines:
        if line.startswith("Board Size/"):
            size = _size(line.removeprefix("Board Size/"))
        elif line.startswith("Balance/"):
            name = line.removeprefix("Balance/").partition("(")[0].strip()
            start = STARTS.get(name.casefold(), "")
            if not start:
                raise _start_unknown(name)
        elif line.casefold() == "sandbox=true":
            raise RecordError(
                Sentence("This trial begins with stones set up by hand, so it can't be imported.")
            )
    return size, start


def _size(text: str) -> int:
    try:
        return int(find_game("lifeline").option("size").read(text))
    except OptionError as error:
        raise RecordError(error.args[0]) from None


def _start_unknown(name: str) -> RecordError:
    return RecordError(
        Sentence(
            "Only Ludii's strong pie and weak pie openings can be imported, not “{name}”.",
            name=name[:50],
        )
    )


def _turn(move: Entry, topology: Topology) -> str:
    """Return a turn in our notation, such as "c3 e5".

    The captures that Ludii lists are left out, because the rules find them.

    :raises RecordError: the player's decision is not a move of Lifeline.
    """
    parts = _MOVE.fullmatch(move.text)
    if parts is None:
        raise unreadable(move)
    match [each for each in _ACTION.findall(parts[2]) if "decision=true" in each[1]]:
        case [("Swap", _)]:
            return "swap"
        case [("Add", values)]:
            cells, expected = _TO.findall(values), 1
        case [("Select", _)]:  # the first two stones
            cells, expected = [*_FROM.findall(parts[1]), *_TO.findall(parts[1])], 2
        case _:
            raise unreadable(move)
    if len(cells) != expected or any(int(cell) >= len(topology) for cell in cells):
        raise unreadable(move)
    return " ".join(topology.names[int(cell)] for cell in cells)


def _removed(move: Entry) -> Iterator[int]:
    for kind, values in _ACTION.findall(move.text):
        if kind == "Remove":
            yield from map(int, _TO.findall(values))
