"""Parser for the records of Lifeline and Asli games from the website Abstract Play.

A record is JSON in the site's published schema: a header, and the moves in rounds of one turn per
player. The file that a player downloads is a list of such records, including other games of the
site. A cell of a hexhex board is a letter for the row, from the bottom, and a number from the left.
Cells of a square board have the same names as in `rules.topology`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.record_parser import (
    LONGEST_LINE,
    MOST_TURNS,
    Entry,
    ParsedRecord,
    RecordError,
    parse_value,
)
from rules.sentences import Listing, Sentence
from rules.topology import hexhex

# The sizes of the boards, default first.
SIZES = {"lifeline": (7, 5, 6, 10, 12), "asli": (13, 9, 11, 15, 17, 19, 27)}
ENDINGS = {"resign": "{loser} resigned.", "timeout": "{loser} ran out of time."}
WITHOUT_WINNER = ("draw", "abandoned")
_LAST_WORDS = (*ENDINGS, *WITHOUT_WINNER)

_HEADER = re.compile(r'"header"\s*:\s*\{')
_POINT = re.compile(r"[a-z]{1,2}[1-9][0-9]?")
_KOMI = re.compile(r"-?[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class ListedGame:
    """Game in a list of records: its number in the list, from 1, and its headers by name."""

    number: int
    headers: dict[str, str]
    ended: str
    """When it ended, or else began, as a time that sorts as text; empty if unknown."""


class SeveralGames(RecordError):  # noqa: N818 - a choice, not a mistake
    """Error for a file with several games that can be imported, if the request names none of them.

    The person who imports the file must choose one.

    :ivar games: the games that can be imported, the newest first.
    :ivar others: how many games of the list cannot be imported.
    """

    def __init__(self, games: Sequence[ListedGame], others: int) -> None:
        super().__init__(
            Sentence(
                "The file has {count} games. Save the one you want in its own file.",
                count=len(games),
            )
        )
        self.games = tuple(sorted(games, key=lambda each: each.ended, reverse=True))
        self.others = others


def is_abstract_play(text: str) -> bool:
    """Return whether a text begins like JSON and has a "header" object, as at Abstract Play.

    The check is quick and does not validate the record. The text may be a list of records.
    """
    start = text.lstrip("\ufeff \t\r\n")
    return start.startswith(("{", "[")) and bool(_HEADER.search(start))


def parse_abstract_play(text: str, number: int | None = None) -> ParsedRecord:
    """Parse a record of Abstract Play into headers and moves.

    :param number: which game of a list to parse, from 1; None for the only one that can be
        imported.
    :raises SeveralGames: ``number`` is None, and several games of the list can be imported.
    :raises RecordError: the text is not such a record, the list has no such number, or the record
        is of another game, board or variant.
    """
    found = parse_value(text)
    if not isinstance(found, list):
        return _parse_game(found)
    if number is None:
        number = _only_game(found)
    if not 1 <= number <= len(found):
        raise RecordError(Sentence("The file has no game {number}.", number=number))
    return _parse_game(found[number - 1])


def _only_game(records: Sequence[object]) -> int:
    """Return the number, from 1, of the only record that can be imported.

    :returns: 1 if no record can be imported.
    :raises SeveralGames: several records can be imported.
    """
    games = list(_listed(records))
    if len(games) > 1:
        raise SeveralGames(games, len(records) - len(games))
    return games[0].number if games else 1


def _listed(records: Sequence[object]) -> Iterator[ListedGame]:
    for number, each in enumerate(records, start=1):
        try:
            header, _, headers = _headers(each)
        except RecordError:  # another game of the site
            continue
        ended = _text(header.get("date-end")) or _text(header.get("date-start"))
        yield ListedGame(number, headers, ended)


def _parse_game(found: object) -> ParsedRecord:
    header, turns, headers = _headers(found)
    size = int(headers["size"])
    entries = tuple(
        _lifeline(turns, size, swapped=_swapped(header))
        if headers["game"] == "lifeline"
        else _asli(turns, swapped=_swapped(header))
    )
    return ParsedRecord(
        {name: Entry(f"“{name}”", value) for name, value in headers.items()},
        entries,
        tuple(range(1, len(entries) + 1)),
    )


def _headers(found: object) -> tuple[dict[str, object], list[Entry], dict[str, str]]:
    """Return a record's header, its turns without the ending, and the headers of our own format.

    The ending is a last entry such as "resign".

    :raises RecordError: the record is incomplete or too long, or its game, board or variant is not
        supported.
    """
    header = found.get("header") if isinstance(found, dict) else None
    moves = found.get("moves") if isinstance(found, dict) else None
    if not isinstance(header, dict) or not isinstance(moves, list):
        raise _invalid()
    game, size = _game_and_size(header.get("game"))
    turns = list(_turns(moves))
    if len(turns) > MOST_TURNS:
        raise RecordError(Sentence("The file has more than {most} turns.", most=MOST_TURNS))
    ending = turns.pop().text if turns and turns[-1].text in _LAST_WORDS else ""
    details = _details(header, ending, swapped=_swapped(header))
    return header, turns, {"game": game, "size": str(size), **details}


def _swapped(header: dict[str, object]) -> bool:
    return header.get("pie-invoked") is True or header.get("pied") is True


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
                sizes=Listing(map(str, sorted(known))),
            )
        )
    return int(number[0])


def _turns(rounds: list[object]) -> Iterator[Entry]:
    """Yield the turns, and after them the ending, such as "resign", if the record has an ending.

    Turns that are null are skipped.

    :raises RecordError: a turn is malformed, or a move follows a null turn.
    """
    missing: Sentence | None = None
    for count, turn in enumerate(_turns_of_rounds(rounds), start=1):
        where = Sentence("Move {number}", number=count)
        if turn is None:
            missing = missing or where
            continue
        text = turn.get("move") if isinstance(turn, dict) else turn
        if not isinstance(text, str) or len(text) > LONGEST_LINE:
            raise _invalid()
        text = "".join(text.split()).casefold()
        if missing is not None and text not in _LAST_WORDS:
            raise RecordError(
                Sentence("{where} is missing, but there are moves after it.", where=missing)
            )
        yield Entry(where, text)


def _turns_of_rounds(rounds: list[object]) -> Iterator[object]:
    for each in rounds:
        if not isinstance(each, list):
            raise _invalid()
        yield from each


def _lifeline(turns: Iterable[Entry], size: int, *, swapped: bool) -> Iterator[Entry]:
    names = _hexhex_names(size)
    for number, turn in enumerate(turns):
        cells = turn.text.split(",")
        if not all(cell in names for cell in cells):
            raise unreadable(turn)
        yield Entry(turn.where, " ".join(names[cell] for cell in cells))
        if number == 0 and swapped:
            yield Entry(turn.where, "swap")


def _asli(turns: Iterable[Entry], *, swapped: bool) -> Iterator[Entry]:
    for number, turn in enumerate(turns):
        if number == 0 and _KOMI.fullmatch(turn.text):
            yield Entry(turn.where, f"offer {turn.text}")
        elif number == 1 and turn.text in ("pie", "pass"):
            yield Entry(turn.where, "black" if swapped else "white")
        elif number > 1 and turn.text == "pass":
            yield Entry(turn.where, "hold")
        elif _POINT.fullmatch(turn.text):
            yield turn
        else:
            raise unreadable(turn)


def unreadable(turn: Entry) -> RecordError:
    """Return the error for a move of another program that has no counterpart in our games."""
    return RecordError(
        Sentence(
            "{where}: “{move}” isn't a move in this game.",
            where=turn.where,
            move=turn.text[:50],
        )
    )


def _hexhex_names(size: int) -> dict[str, str]:
    """Return a mapping from Abstract Play's names of hexhex cells to those of `rules.topology`."""
    names: dict[str, str] = {}
    columns: dict[int, int] = {}
    topology = hexhex(size)
    for (_, row), name in zip(topology.points, topology.names, strict=True):
        columns[row] = columns.get(row, 0) + 1
        names[f"{chr(ord('a') + row + size - 1)}{columns[row]}"] = name
    return names


def _details(header: dict[str, object], ending: str, *, swapped: bool) -> dict[str, str]:
    """Return the players' names, the dates and the result as headers of our own format.

    :param swapped: whether the colours were swapped. Abstract Play lists Black first in any case,
        but after a swap Black is the second player of our format.
    """
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
