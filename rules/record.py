"""Records of games: the ruleset and the moves, from which every position can be replayed."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields

from rules.comments import Comments
from rules.missing_moves import missing_move, why_illegal
from rules.moves import Move, format_move, parse_turn
from rules.options import Game, OptionError, Ruleset
from rules.position import Position
from rules.reasons import IllegalMove, InvalidMove
from rules.record_comments import note_in_braces, read_variations, variation_lines
from rules.record_parser import Entry, ParsedRecord, RecordError, parse_json, parse_text
from rules.registry import UnknownGame, find_game
from rules.sentences import Sentence

__all__ = [
    "Details",
    "Record",
    "RecordError",
    "export_json",
    "export_text",
    "import_json",
    "import_text",
    "positions",
    "replay",
    "to_record",
    "turns",
]


@dataclass(frozen=True, slots=True)
class Details:
    """Optional details of a record: single-line texts, empty if unknown.

    ``first`` and ``second`` are the names of the players in seats 0 and 1, whatever their final
    colours. White space is normalized and each text cut to 200 characters, so that a written record
    reads back unchanged.
    """

    first: str = ""
    second: str = ""
    started: str = ""
    finished: str = ""
    result: str = ""

    def __post_init__(self) -> None:
        """Normalize the white space of each text and limit its length."""
        for name in DETAIL_NAMES:
            tidy = " ".join(" ".join(getattr(self, name).split())[:200].split())
            object.__setattr__(self, name, tidy)


DETAIL_NAMES = tuple(each.name for each in fields(Details))


@dataclass(frozen=True, slots=True)
class Record:
    """Complete game: its ruleset and moves, with details and comments for human readers."""

    ruleset: Ruleset
    moves: tuple[Move, ...] = ()
    details: Details = field(default_factory=Details)
    comments: Comments = field(default_factory=Comments, hash=False)


def positions(record: Record) -> Iterator[Position]:
    """Replay a record and yield all positions, including the initial one.

    :raises UnknownGame: the game or its version is unknown.
    :raises IllegalMove: a move is illegal in its position.
    """
    position = _start(record.ruleset)
    yield position
    for move in record.moves:
        position = position.play(move)
        yield position


def replay(record: Record) -> Position:
    """Replay a record and return its last position.

    :raises UnknownGame: the game or its version is unknown.
    :raises IllegalMove: a move is illegal in its position.
    """
    position = _start(record.ruleset)
    for move in record.moves:
        position = position.play(move)
    return position


def turns(record: Record) -> dict[int, list[Move]]:
    """Return the moves of each turn of a record, by turn number from 1.

    :raises UnknownGame: the game or its version is unknown.
    :raises IllegalMove: a move is illegal in its position.
    """
    found: dict[int, list[Move]] = {}
    for position, move in zip(positions(record), record.moves, strict=False):
        found.setdefault(position.turn, []).append(move)
    return found


def export_text(record: Record, by_turn: Mapping[int, Iterable[Move]] | None = None) -> str:
    """Return a record as text: headers, one numbered line per turn, and its variations.

    A note on the start is a line of its own before the first turn.

    :param by_turn: the result of `turns` for this record, if already known.
    :raises UnknownGame: the game or its version is unknown.
    :raises IllegalMove: a move is illegal in its position.
    """
    ruleset = record.ruleset
    headers: dict[str, object] = {"game": ruleset.game, "version": ruleset.version}
    headers |= {**ruleset.options, **_known_details(record.details)}
    lines = [f"{name.capitalize()}: {value}" for name, value in headers.items()]
    topology = _start(ruleset).topology
    notes = {turn: note_in_braces(note) for turn, note in record.comments.notes.items()}
    numbered = (
        f"{number}. {' '.join(format_move(move, topology) for move in moves)}"
        f"{notes.get(number, '')}"
        for number, moves in (turns(record) if by_turn is None else by_turn).items()
    )
    start = notes.get(0, "").lstrip()
    variations = list(variation_lines(record.comments, topology))
    lines += ["", *filter(None, [start])]
    return "\n".join([*lines, *numbered, *([""] if variations else []), *variations]) + "\n"


def import_text(text: str) -> Record:
    """Read a record from text; the inverse of `export_text`.

    :raises RecordError: the text is not a valid record; the message names the line.
    """
    return to_record(parse_text(text))


def export_json(record: Record) -> str:
    """Return a record as a JSON object, with its moves as a list of strings.

    :raises UnknownGame: the game or its version is unknown.
    """
    ruleset = record.ruleset
    topology = _start(ruleset).topology
    content: dict[str, object] = {
        "game": ruleset.game,
        "version": ruleset.version,
        "options": dict(ruleset.options),
        **_known_details(record.details),
        "moves": [format_move(move, topology) for move in record.moves],
    }
    if record.comments.notes:
        content["notes"] = {str(turn): note for turn, note in record.comments.notes.items()}
    if record.comments.variations:
        content["variations"] = list(variation_lines(record.comments, topology))
    return json.dumps(content, ensure_ascii=False, indent=1)


def import_json(text: str) -> Record:
    """Read a record from JSON; the inverse of `export_json`.

    :raises RecordError: the text is not a valid record; the message names the entry.
    """
    return to_record(parse_json(text))


def to_record(written: ParsedRecord) -> Record:
    """Convert parsed headers and turns to a record; the rules check every move.

    :raises RecordError: a header or move is invalid; the message names its location.
    """
    ruleset, details = _parse_headers(written.headers)
    position, moves = _start(ruleset), list[Move]()
    starts = {position.turn: position}
    numbers = written.numbers or (None,) * len(written.entries)
    for entry, number in zip(written.entries, numbers, strict=True):
        if number not in (None, position.turn):
            raise RecordError(_wrong_turn(entry.where, position, number))
        for move in _parse_moves(entry, position):
            if number not in (None, position.turn):
                raise RecordError(
                    Sentence(
                        "{where} has too many moves for turn {number}.",
                        where=entry.where,
                        number=number,
                    )
                )
            position = _play(entry, position, move)
            starts.setdefault(position.turn, position)
            moves.append(move)
    comments = Comments(written.notes, read_variations(written.variations, starts))
    return Record(ruleset, tuple(moves), details, comments)


def _start(ruleset: Ruleset) -> Position:
    return find_game(ruleset.game, ruleset.version).start(ruleset)


def _known_details(details: Details) -> dict[str, str]:
    every = {name: getattr(details, name) for name in DETAIL_NAMES}
    return {name: text for name, text in every.items() if text}


def _parse_headers(headers: dict[str, Entry]) -> tuple[Ruleset, Details]:
    if "game" not in headers:
        raise RecordError(
            Sentence("The header “Game” is missing. Add one such as “Game: lifeline”.")
        )
    texts = {name: entry.text for name, entry in headers.items()}
    details = Details(**{name: texts.pop(name, "") for name in DETAIL_NAMES})
    key, version = texts.pop("game").strip().casefold(), texts.pop("version", None)
    try:
        game = find_game(key, None if version is None else _version(version))
    except UnknownGame as error:
        where = headers["game" if version is None else "version"].where
        raise RecordError(Sentence("{where}: {why}", where=where, why=error.args[0])) from None
    for name, text in texts.items():
        try:
            game.option(name).read(text)
        except OptionError as error:
            raise RecordError(
                Sentence("{where}: {why}", where=headers[name].where, why=error.args[0])
            ) from None
    try:
        return game.ruleset(texts), details
    except OptionError as error:
        where = headers[_conflicting_header(game, texts)].where
        raise RecordError(Sentence("{where}: {why}", where=where, why=error.args[0])) from None


def _conflicting_header(game: Game, texts: dict[str, str]) -> str:
    """Return the name of the first header whose value conflicts with the headers before it.

    Call it only if the game refuses the combination of all these headers.
    """
    names = list(texts)
    while True:
        last = names.pop()
        try:
            game.ruleset({name: texts[name] for name in names})
        except OptionError:
            continue
        return last


def _version(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _wrong_turn(where: str, position: Position, number: int | None) -> Sentence:
    """Return the error message for an entry whose turn number differs from that of the position."""
    if position.mid_turn:
        return Sentence(
            "{where}: turn {turn} needs one more move before turn {number} can begin.",
            where=where,
            turn=position.turn,
            number=number,
        )
    return Sentence(
        "{where}: this should be turn {turn}, not turn {number}.",
        where=where,
        turn=position.turn,
        number=number,
    )


def _parse_moves(entry: Entry, position: Position) -> tuple[Move, ...]:
    try:
        return parse_turn(entry.text, position.topology)
    except InvalidMove as error:
        raise RecordError(
            Sentence("{where}: {why}", where=entry.where, why=error.args[0])
        ) from None


def _play(entry: Entry, position: Position, move: Move) -> Position:
    try:
        return position.play(move)
    except IllegalMove as error:
        raise RecordError(_illegal(entry, position, move, error.args[0])) from None


def _illegal(entry: Entry, position: Position, move: Move, why: Sentence) -> Sentence:
    """Return the error message for an illegal move in a record.

    If a move is missing before it, such as a komi offer, the message is about that move instead.
    """
    missing = missing_move(position, move)
    if missing is not None:
        return Sentence("{where}: {why}", where=entry.where, why=missing)
    return Sentence(
        "{where}: {name} is illegal: {why}",
        where=entry.where,
        name=format_move(move, position.topology).upper(),
        why=why_illegal(position, move, why),
    )
