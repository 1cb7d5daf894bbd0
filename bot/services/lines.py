"""Stored moves become positions here, and stay cached so that a move replays nothing."""

import asyncio
import gc
import sys
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.errors import CannotReplay
from bot.store import games
from bot.store.database import Transaction
from bot.store.games import GameRow
from rules.moves import Move, parse_move
from rules.options import Ruleset
from rules.position import Position
from rules.record import Record
from rules.registry import find_game
from rules.topology import Topology

MOST_BYTES = 16_000_000  # docs/hosting.md promises what the whole program takes
LINES_A_GAME = 4
SHARED = (Topology, Enum, type)  # of which all games use the same ones

Name = tuple[datetime, int, int]
Begun = tuple[int, int]  # a turn: the ply at which it began, and its number


@dataclass(frozen=True, slots=True)
class Line:
    """A record, the position it leads to, and the position at the start of the turn at hand.

    `begun`: by seat, the last turn of which a move has been made.
    """

    record: Record
    position: Position
    turn_start: Position
    begun: tuple[Begun | None, Begun | None] = (None, None)

    def play(self, move: Move) -> "Line":
        """Return the line after one more move.

        :raises IllegalMove: when the rules refuse it.
        """
        after = self.position.play(move)
        same_turn = after.turn == self.position.turn
        record = Record(self.record.ruleset, (*self.record.moves, move))
        return Line(record, after, self.turn_start if same_turn else after, self._now_begun())

    def _now_begun(self) -> tuple[Begun | None, Begun | None]:
        if self.position is not self.turn_start:
            return self.begun
        first, second = self.begun
        this = (self.position.ply, self.position.turn)
        return (this, second) if self.position.seat_to_move == 0 else (first, this)

    @property
    def half_played(self) -> bool:
        """Whether a placement of the turn at hand is owed."""
        return self.position is not self.turn_start and self.position.outcome() is None


@dataclass(frozen=True, slots=True)
class Seen:
    """As much of a line as somebody may see; `turn_ply` moves come before the turn at hand."""

    record: Record
    position: Position
    turn_ply: int


def seen_by(viewer_id: int | None, players: tuple[int, int], line: Line) -> Seen:
    """Return as much of a game's line as one person may see, or everybody (None).

    The first stone of a two-placement turn stays hidden from all but its mover until the second
    is placed (rules: strong pie); for good if the game ends before.

    :param players: their ids, by seat.
    """
    if not line.half_played:
        return Seen(line.record, line.position, line.position.ply)
    begun_at = line.turn_start.ply
    if players[line.position.seat_to_move] == viewer_id:
        return Seen(line.record, line.position, begun_at)
    shown = Record(line.record.ruleset, line.record.moves[:begun_at])
    return Seen(shown, line.turn_start, begun_at)


def opening(ruleset: Ruleset) -> Line:
    """Return the line without a move."""
    start = find_game(ruleset.game, ruleset.version).start(ruleset)
    return Line(Record(ruleset, ()), start, start)


def replayed(ruleset: Ruleset, moves: Iterable[str]) -> Line:
    """Return the line of stored moves. Takes long: not for the event loop."""
    line = opening(ruleset)
    for text in moves:
        line = line.play(parse_move(text, line.position.topology))
    return line


def ruleset_of(game_key: str, version: int, options: dict[str, str | int]) -> Ruleset:
    """Return the ruleset that a row names."""
    return find_game(game_key, version).ruleset(options)


class Lines:
    """The lines in use: the latest few of each game, of the games touched last.

    Its size is limited in bytes, because a long game takes fifty times as much as a short one.

    A line's name is (undos, ply): within a game it never comes to mean another line. The game's
    beginning is a part of it, because SQLite gives the number of a game that could not be committed
    to the next one.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[int, dict[Name, Line]] = OrderedDict()
        self._sizes: dict[int, int] = {}
        self._bytes = 0

    def __contains__(self, game_id: int) -> bool:
        return game_id in self._kept

    async def of(self, tx: Transaction, row: GameRow, ply: int | None = None) -> Line:
        """Return a game's line, as it is or as it was after `ply` moves.

        :raises CannotReplay: its rules are unknown here, or refuse its moves.
        """
        wanted = row.ply if ply is None else min(ply, row.ply)
        of_game = self._kept.get(row.id, {})
        kept = of_game.pop(_name(row, wanted), None)
        if kept is not None:
            of_game[_name(row, wanted)] = kept  # now the latest
            self._kept.move_to_end(row.id)
            return kept
        moves = (await games.moves_of(tx, row.id))[:wanted]
        line = await asyncio.to_thread(_replayed, row, moves)
        self.keep(row, line)
        return line

    def keep(self, row: GameRow, line: Line) -> None:
        """Remember a line that is committed."""
        of_game = self._kept.setdefault(row.id, {})
        self._kept.move_to_end(row.id)
        of_game[_name(row, len(line.record.moves))] = line
        while len(of_game) > LINES_A_GAME:
            del of_game[next(iter(of_game))]
        # a millisecond for the longest games
        size = size_of(of_game.values())
        self._bytes += size - self._sizes.get(row.id, 0)
        self._sizes[row.id] = size
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            oldest, _ = self._kept.popitem(last=False)
            self._bytes -= self._sizes.pop(oldest)


def size_of(lines: Iterable[Line]) -> int:
    """Return how many bytes some lines take, counting once what they have in common."""
    seen, found, size = set[int](), list[object](lines), 0
    while found:
        each = found.pop()
        if id(each) in seen or isinstance(each, SHARED):
            continue
        seen.add(id(each))
        size += sys.getsizeof(each)
        found += gc.get_referents(each)
    return size


def _replayed(row: GameRow, moves: Iterable[str]) -> Line:
    try:
        return replayed(ruleset_of(row.game_key, row.rules_version, row.options), moves)
    except Exception as error:  # damaged rows fail in any way
        raise CannotReplay(row.id, f"{type(error).__name__}: {error}") from error


def _name(row: GameRow, ply: int) -> Name:
    return row.created_at, row.undone, ply
