"""Parser for the game records of Abstract Play: Lifeline and Asli.

A record is JSON in the site's published schema: a header, and the moves in rounds of one turn per
player. A cell of a hexhex board is a letter for the row, from the bottom, and a number from the
left. Cells of a square board have the same names as here.
"""

import re
from collections.abc import Iterable, Iterator

from rules.record_parser import (
    LONGEST_LINE,
    MOST_TURNS,
    Entry,
    ParsedRecord,
    RecordError,
    parse_object,
)
from rules.sentences import Sentence
from rules.topology import hexhex

# The sizes of the boards, default first.
SIZES = {"lifeline": (7, 5, 6, 10, 12), "asli": (13, 9, 11, 15, 17, 19, 27)}
ENDINGS = {"resign": "{loser} resigned.", "timeout": "{loser} ran out of time."}
WITHOUT_WINNER = ("draw", "abandoned")

_HEADER = re.compile(r'"header"\s*:\s*\{')
_POINT = re.compile(r"[a-z]{1,2}[1-9][0-9]?")
_KOMI = re.compile(r"-?[0-9]{1,4}")


def is_abstract_play(text: str) -> bool:
    """Return whether a text looks like a record of Abstract Play."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and bool(_HEADER.search(text))


def parse_abstract_play(text: str) -> ParsedRecord:
    """Parse a record of Abstract Play into headers and moves.

    :raises RecordError: the text is not such a record, or the record is of another game, board or
        variant.
    """
    found = parse_object(text)
    header, moves = found.get("header"), found.get("moves")
    if not isinstance(header, dict) or not isinstance(moves, list):
        raise _invalid()
    game, size = _game_and_size(header.get("game"))
    swapped = header.get("pie-invoked") is True or header.get("pied") is True
    turns = list(_turns(moves))
    if len(turns) > MOST_TURNS:
        raise RecordError(Sentence("The file has more than {most} turns.", most=MOST_TURNS))
    ending = turns.pop().text if turns and turns[-1].text in (*ENDINGS, *WITHOUT_WINNER) else ""
    entries = tuple(
        _lifeline(turns, size, swapped=swapped)
        if game == "lifeline"
        else _asli(turns, swapped=swapped)
    )
    headers = {
        "game": game,
        "size": str(size),
        **_details(header, ending, swapped=swapped),
    }
    return ParsedRecord(
        {name: Entry(f"“{name}”", value) for name, value in headers.items()},
        entries,
        tuple(range(1, len(entries) + 1)),
    )


def _invalid() -> RecordError:
    return RecordError(
        Sentence(
            "This isn't a complete record from {site}. Export it there again.", site="Abstract Play"
        )
    )


def _game_and_size(described: object) -> tuple[str, int]:
    if not isinstance(described, dict):
        raise _invalid()
    game = _text(described.get("name")).strip().casefold()
    if game not in SIZES:
        raise RecordError(
            Sentence(
                "From {site}, only {games} can be imported.",
                site="Abstract Play",
                games="Lifeline, Asli",
            )
        )
    variants = described.get("variants") or []
    if not isinstance(variants, list):
        raise _invalid()
    default, *others = SIZES[game]
    sizes = {_size(_text(variant), (default, *others)) for variant in variants} or {default}
    if len(sizes) > 1:
        raise _invalid()
    return game, sizes.pop()


def _size(variant: str, known: tuple[int, ...]) -> int:
    number = re.search(r"[0-9]{1,3}", variant, re.ASCII)
    if number is None or int(number[0]) not in known:
        raise RecordError(
            Sentence(
                "Only boards of size {sizes} can be imported, not the variant “{name}”.",
                name=variant[:50],
                sizes=", ".join(map(str, sorted(known))),
            )
        )
    return int(number[0])


def _turns(rounds: list[object]) -> Iterator[Entry]:
    count = 0
    for each in rounds:
        if not isinstance(each, list):
            raise _invalid()
        for turn in each:
            text = turn.get("move") if isinstance(turn, dict) else turn
            if text is None and turn is None:  # a seat without a turn in this round
                continue
            if not isinstance(text, str) or len(text) > LONGEST_LINE:
                raise _invalid()
            count += 1
            yield Entry(Sentence("Move {count}", count=count), "".join(text.split()).casefold())


def _lifeline(turns: Iterable[Entry], size: int, *, swapped: bool) -> Iterator[Entry]:
    names = _hexhex_names(size)
    for number, turn in enumerate(turns):
        if number == 1 and swapped:
            yield Entry(turn.where, "swap")
        cells = turn.text.split(",")
        if not all(cell in names for cell in cells):
            raise unreadable(turn)
        yield Entry(turn.where, " ".join(names[cell] for cell in cells))


def _asli(turns: Iterable[Entry], *, swapped: bool) -> Iterator[Entry]:
    for number, turn in enumerate(turns):
        if number == 0 and _KOMI.fullmatch(turn.text):
            yield Entry(turn.where, f"offer {turn.text}")
        elif number == 1 and turn.text in ("pie", "pass"):
            yield Entry(turn.where, "black" if swapped else "white")
        elif number > 1 and turn.text == "pass":
            yield Entry(turn.where, "hold")
        elif number > 1 and _POINT.fullmatch(turn.text):
            yield turn
        else:
            raise unreadable(turn)


def unreadable(turn: Entry) -> RecordError:
    """Return the error for another program's move that has no counterpart here."""
    return RecordError(
        Sentence(
            "{where}: “{move}” isn't a move in this game.",
            where=turn.where,
            move=turn.text[:50],
        )
    )


def _hexhex_names(size: int) -> dict[str, str]:
    """Return our name of each cell by its name at Abstract Play."""
    names: dict[str, str] = {}
    columns: dict[int, int] = {}
    topology = hexhex(size)
    for (_, row), name in zip(topology.points, topology.names, strict=True):
        columns[row] = columns.get(row, 0) + 1
        names[f"{chr(ord('a') + row + size - 1)}{columns[row]}"] = name
    return names


def _details(header: dict[str, object], ending: str, *, swapped: bool) -> dict[str, str]:
    """Return names, dates and result. The header lists Black first, even after a swap."""
    players = header.get("players")
    if not isinstance(players, list) or len(players) != 2:
        raise _invalid()
    if not all(isinstance(player, dict) for player in players):
        raise _invalid()
    black, white = (_text(player.get("name")) for player in players)
    scores = [player.get("result") for player in players]
    first, second = (white, black) if swapped else (black, white)
    return {
        "first": first,
        "second": second,
        "started": _text(header.get("date-start"))[:10],
        "finished": _text(header.get("date-end"))[:10],
        "result": _result((black, white), scores, ending),
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _result(names: tuple[str, str], scores: list[object], ending: str) -> str:
    if ending == "draw":
        return "Draw."
    black, white = scores
    if not isinstance(black, int) or not isinstance(white, int) or black == white:
        return ""
    winner, loser = names if black > white else (names[1], names[0])
    reason = ENDINGS.get(ending, "").replace("{loser}", loser)
    return f"{winner} wins. {reason}".strip() if winner and loser else ""
