"""Moves as values, and their notation. Positions decide whether a move is legal."""

import re
from dataclasses import dataclass
from string import ascii_lowercase

from rules.colour import Colour
from rules.reasons import InvalidMove, Reason, ReasonKind
from rules.sentences import Sentence
from rules.topology import LARGEST_SQUARE, Cell, Topology, column_name
from rules.typed_text import plain

LONGEST_TEXT = 200

_WORD = re.compile(r"(swap|komi|hold|black|white)(?![a-z0-9])", re.ASCII)
_CELL = re.compile(r"([a-z]{1,2})[\s_-]*0*([1-9][0-9]{0,2}|0)(?![0-9])", re.ASCII)
_OFFER = re.compile(r"offer[\s:=]*(-?[0-9]{1,6})(?![0-9])", re.ASCII)
_SEPARATORS = re.compile(r"[\s,;&+./_-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """Move that places one stone on a cell."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Swap:
    """Move that exchanges the colours of the two seats; the stones stay in place."""


@dataclass(frozen=True, slots=True)
class Komi:
    """Move that spends one of White's komi points instead of placing a stone."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Move that takes one enemy stone out of the prison instead of placing a stone."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Move that offers a komi: the number at which the first seat considers the game even."""

    value: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Move that chooses a colour before play, at the komi that the first seat offered."""

    colour: Colour


Move = Place | Swap | Komi | Hold | Offer | Choose

# Every possible placement, created once because move generation is performance-critical.
PLACES = tuple(Place(cell) for cell in range(LARGEST_SQUARE**2))

# The moves that are written as a single word, by that word.
WORDS: dict[str, Move] = {
    "swap": Swap(),
    "komi": Komi(),
    "hold": Hold(),
    "black": Choose(Colour.BLACK),
    "white": Choose(Colour.WHITE),
}


def parse_move(text: str, topology: Topology) -> Move:
    """Parse one move. Case, spaces, dashes, quotes and brackets are ignored.

    >>> from rules.topology import hexhex
    >>> parse_move("E-6", hexhex(7)) == parse_move("e 6", hexhex(7))
    True

    :raises InvalidMove: the text is not exactly one move; the message says what to type.
    """
    moves = parse_turn(text, topology)
    if len(moves) > 1:
        raise InvalidMove(
            Sentence("“{text}” is more than one move. Type one, such as E6.", text=_short(text))
        )
    return moves[0]


def parse_turn(text: str, topology: Topology) -> tuple[Move, ...]:
    """Parse the moves of one turn, at least one, such as "c3 e5", "swap" or "c3 komi".

    :raises InvalidMove: a part is not a move, or names a cell that this board lacks; in the second
        case ``reason.kind`` is `ReasonKind.OFF_BOARD`.
    """
    if len(text) > LONGEST_TEXT:
        raise InvalidMove(
            Sentence(
                "That's more than {most} characters. Type a cell, such as E6.", most=LONGEST_TEXT
            )
        )
    rest, moves = plain(text).lower(), []
    position = _skip(rest, 0)
    while position < len(rest):
        move, position = _read(text, rest, position, topology)
        moves.append(move)
        position = _skip(rest, position)
    if not moves:
        raise _unreadable(text)
    return tuple(moves)


def format_move(move: Move, topology: Topology) -> str:
    """Return the notation of a move, such as "e6", "swap", "offer 5" or "black".

    The inverse of `parse_move`:

    >>> from rules.topology import square
    >>> format_move(Place(4), square(3)), format_move(Offer(5), square(3))
    ('b2', 'offer 5')
    """
    match move:
        case Place(cell):
            return topology.names[cell]
        case Offer(value):
            return f"offer {value}"
        case Choose(colour):
            return colour.label.lower()
        case _:  # swap, komi, hold
            return type(move).__name__.lower()


def _skip(text: str, position: int) -> int:
    match = _SEPARATORS.match(text, position)
    return match.end() if match else position


def _read(text: str, lower: str, position: int, topology: Topology) -> tuple[Move, int]:
    if word := _WORD.match(lower, position):
        return WORDS[word[1]], word.end()
    if offer := _OFFER.match(lower, position):
        return Offer(int(offer[1])), offer.end()
    if cell := _CELL.match(lower, position):
        return _place(cell[1] + cell[2], topology), cell.end()
    raise _unreadable(text)


def _place(name: str, topology: Topology) -> Place:
    try:
        return Place(topology.cell(name))
    except KeyError:
        raise off_board(name, topology) from None


def off_board(name: str, topology: Topology) -> InvalidMove:
    """Return the error for a well-formed cell name that does not exist on the board.

    Its message names the cells of the row, or the range of letters and numbers.
    """
    number = name.lstrip(ascii_lowercase)
    row = [cell.upper() for cell in topology.names if cell.lstrip(ascii_lowercase) == number]
    if row:
        sentence = Sentence(
            "There's no cell {cell} on this board: row {row} runs from {first} to {last}.",
            cell=name.upper(),
            row=number,
            first=row[0],
            last=row[-1],
        )
    else:
        rows = 2 * topology.size - 1 if topology.shape == "hexhex" else topology.size
        sentence = Sentence(
            "There's no cell {cell} on this board: columns run from A to {column}, rows from "
            "1 to {rows}.",
            cell=name.upper(),
            column=column_name(rows - 1).upper(),
            rows=rows,
        )
    return InvalidMove(sentence, Reason(ReasonKind.OFF_BOARD, sentence))


def _unreadable(text: str) -> InvalidMove:
    return InvalidMove(
        Sentence(
            "{problem} Type a cell such as E6, two cells such as “C3 E5”, or a word: "
            "swap, komi, hold, offer 5, black, white.",
            problem=cannot_read(text),
        )
    )


def cannot_read(text: str) -> Sentence:
    """Return the sentence that says that a text is not a move; the caller adds valid examples."""
    if not plain(text):
        return Sentence("You didn't type anything.")
    return Sentence("I can't read “{text}” as a move.", text=_short(text))


def _short(text: str) -> str:
    clean = " ".join(text.split())
    return clean if len(clean) <= 30 else clean[:29] + "…"
