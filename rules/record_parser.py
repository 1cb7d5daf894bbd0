"""Parser for the syntax of a record, text or JSON, without knowledge of the rules.

The length of every input is limited, and an error names the faulty line.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.sentences import Sentence

LONGEST_FILE = 300_000
LONGEST_LINE = 500
LONGEST_VARIATION = 1_000  # characters of a line with a variation
MOST_TURNS = 5_000

_HEADER = re.compile(r"([A-Za-z_-]{1,30}):\s*(.*)", re.ASCII)
_TURN = re.compile(r"([1-9][0-9]{0,5})\.\s*+([^{}]++)(?:\{([^{}]*)\})?", re.ASCII)
_NOTE = re.compile(r"\{([^{}]+)\}")  # on the start


class RecordError(ValueError):
    """Error for a text that is not a valid record; the message names the line or move."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Header value, turn or other line of a record, with its location for error messages."""

    where: str
    text: str


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """Parsed record: headers by lower-case name, and the entries of the moves.

    ``numbers`` are the turn numbers of the entries; empty when each entry is one move (JSON).
    ``notes`` are texts by turn number, and ``variations`` the lines with variations.
    """

    headers: dict[str, Entry]
    entries: tuple[Entry, ...]
    numbers: tuple[int, ...] = ()
    notes: dict[int, str] = field(default_factory=dict)
    variations: tuple[Entry, ...] = ()


def parse_text(text: str) -> ParsedRecord:
    """Parse a text record into headers, numbered turns, notes and lines of variations.

    :raises RecordError: a line is neither a header nor a numbered turn, a header is misplaced or
        duplicated, or the text is too long.
    """
    refuse_long(text)
    headers: dict[str, Entry] = {}
    entries: list[Entry] = []
    numbers: list[int] = []
    notes: dict[int, str] = {}
    variations: list[Entry] = []
    for count, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line, where = raw.strip(), Sentence("Line {number} of the file", number=count)
        _refuse_long_line(line, where)
        if turn := _TURN.fullmatch(line):
            numbers.append(int(turn[1]))
            entries.append(Entry(where, turn[2].rstrip()))
            if turn[3]:
                notes[int(turn[1])] = turn[3]
        elif (note := _NOTE.fullmatch(line)) and not entries:
            notes[0] = note[1]
        elif line.startswith("("):
            variations.append(Entry(where, line))
        elif line:
            _add_header(headers, line, where, late=bool(entries))
    if len(entries) > MOST_TURNS:
        raise RecordError(Sentence("The file has more than {most} turns.", most=MOST_TURNS))
    return ParsedRecord(headers, tuple(entries), tuple(numbers), notes, tuple(variations))


def parse_json(text: str) -> ParsedRecord:
    """Parse a JSON record: one object of texts and whole numbers, with its moves as texts.

    :raises RecordError: the text is not such JSON, or too long.
    """
    found = parse_object(text)
    moves, options = found.pop("moves", []), found.pop("options", {})
    notes, lines = found.pop("notes", {}), found.pop("variations", [])
    if not isinstance(options, dict):
        raise RecordError(Sentence("The field “options” must be a JSON object."))
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError(Sentence("The field “moves” must be a list of strings."))
    if len(moves) > MOST_TURNS:
        raise RecordError(Sentence("The file has more than {most} moves.", most=MOST_TURNS))
    if twice := found.keys() & options.keys():
        raise RecordError(Sentence("The field “{name}” appears twice.", name=min(twice)[:30]))
    headers = {name: _value(name, value) for name, value in {**found, **options}.items()}
    entries = (
        Entry(Sentence("Move {number}", number=count), move)
        for count, move in enumerate(moves, start=1)
    )
    return ParsedRecord(
        headers, tuple(entries), notes=_notes(notes), variations=tuple(_variations(lines))
    )


def parse_object(text: str) -> dict[str, Any]:
    """Parse the text of one JSON object.

    :raises RecordError: the text is not an object, has a duplicate name, or is too long.
    """
    found = parse_value(text)
    if not isinstance(found, dict):
        raise RecordError(
            Sentence(
                "A record must be a JSON object with the fields “game”, “options” and “moves”."
            )
        )
    return found


def parse_value(text: str) -> Any:
    """Parse a JSON value, perhaps after a byte order mark.

    :raises RecordError: the text is not JSON, has a duplicate name, or is too long.
    """
    refuse_long(text)
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_unique_names)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(
            Sentence(
                "Line {number} of the file isn't valid JSON: {why}.",
                number=error.lineno,
                why=error.msg,
            )
        ) from None
    except (ValueError, RecursionError):
        raise RecordError(
            Sentence("This JSON is nested too deeply, or a number in it is too long.")
        ) from None


def refuse_long(text: str) -> None:
    """Raise `RecordError` if a text has more than `LONGEST_FILE` characters.

    :raises RecordError: the text is too long.
    """
    if len(text) > LONGEST_FILE:
        raise RecordError(Sentence("The file has more than {most} characters.", most=LONGEST_FILE))


def _refuse_long_line(line: str, where: str) -> None:
    most = LONGEST_VARIATION if line.startswith("(") else LONGEST_LINE
    if len(line) > most:
        raise RecordError(
            Sentence("{where} has more than {most} characters.", where=where, most=most)
        )


def _notes(found: object) -> dict[int, str]:
    if not isinstance(found, dict) or not all(
        isinstance(text, str) and re.fullmatch("[0-9]{1,6}", turn) for turn, text in found.items()
    ):
        raise RecordError(
            Sentence("The field “notes” must be a JSON object with a string for each turn number.")
        )
    return {int(turn): text for turn, text in found.items()}


def _variations(lines: object) -> Iterator[Entry]:
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise RecordError(Sentence("The field “variations” must be a list of strings."))
    for count, line in enumerate(lines, start=1):
        if len(line) > LONGEST_VARIATION:
            raise RecordError(
                Sentence(
                    "Variation {number} has more than {most} characters.",
                    number=count,
                    most=LONGEST_VARIATION,
                )
            )
        yield Entry(Sentence("Variation {number}", number=count), line)


def _add_header(headers: dict[str, Entry], line: str, where: str, *, late: bool) -> None:
    header = _HEADER.fullmatch(line)
    if header is None:
        raise RecordError(
            Sentence(
                "{where} must be a header such as “Size: 7” or a turn such as “1. c3 e5”.",
                where=where,
            )
        )
    if late:
        raise RecordError(Sentence("{where}: headers must come before the turns.", where=where))
    name = header[1].lower()
    if name in headers:
        raise RecordError(
            Sentence("{where}: the header “{name}” appears twice.", where=where, name=header[1])
        )
    headers[name] = Entry(where, header[2])


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise RecordError(Sentence("The field “{name}” appears twice.", name=twice[:30]))
    return found


def _value(name: str, value: object) -> Entry:
    if isinstance(value, bool) or not isinstance(value, str | int) or len(str(name)) > 30:
        raise RecordError(
            Sentence("The field “{name}” must be a string or a whole number.", name=name[:30])
        )
    text = str(value)
    if len(text) > LONGEST_LINE:
        raise RecordError(
            Sentence(
                "The field “{name}” has more than {most} characters.",
                name=name,
                most=LONGEST_LINE,
            )
        )
    return Entry(f"“{name}”", text)
