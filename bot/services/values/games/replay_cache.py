"""Replayed games: positions computed from stored moves, and their cache."""

import asyncio
import gc
import sys
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.errors.storage import CannotReplay
from bot.store.engine.database import Transaction
from bot.store.tables import games
from bot.store.tables.games import GameRow
from rules.moves import Move, parse_move
from rules.options import Ruleset
from rules.position import Position
from rules.record import Record
from rules.registry import find_game
from rules.topology import Topology

MOST_BYTES = 16_000_000  # part of the memory that docs/hosting.md promises
PLIES_PER_GAME = 4
SHARED = (Topology, Enum, type)  # objects that all games share

Key = tuple[datetime, int, int]  # cache key: start of the game, number of undos, ply
TurnRef = tuple[int, int]  # a turn: first ply and number


@dataclass(frozen=True, slots=True)
class Cut:
    """Turn that takes stones of the opponent.

    :ivar stones: the number of stones taken.
    :ivar seat: the seat that played the turn.
    :ivar ply: the number of moves after the turn.
    """

    stones: int
    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """Record with its final position and the position at the start of the current turn.

    :ivar last_turns: by seat, the last turn in which the player made a move, as (ply before it,
        turn number).
    :ivar largest_cut: the complete turn that took most stones, the first of equal ones; None before
        the first capture.
    """

    record: Record
    position: Position
    turn_start: Position
    last_turns: tuple[TurnRef | None, TurnRef | None] = (None, None)
    largest_cut: Cut | None = None

    def play(self, move: Move) -> "ReplayedGame":
        """Return the game after one more move.

        :raises IllegalMove: the rules refuse the move.
        """
        after = self.position.play(move)
        same_turn = after.turn == self.position.turn
        record = Record(self.record.ruleset, (*self.record.moves, move))
        return ReplayedGame(
            record,
            after,
            self.turn_start if same_turn else after,
            self._turns_after_move(),
            self._largest_cut(after),
        )

    def _largest_cut(self, after: Position) -> Cut | None:
        before, last = self.largest_cut, after.last_turn
        assert last is not None, "a move has been played"
        stones = last.removed[last.by.other].bit_count()
        if stones <= (0 if before is None else before.stones):
            return before
        # the opponent may not see half a turn
        if after.turn == self.position.turn and after.outcome() is None:
            return before
        return Cut(stones, self.position.seat_to_move, after.ply)

    def _turns_after_move(self) -> tuple[TurnRef | None, TurnRef | None]:
        if self.position is not self.turn_start:
            return self.last_turns
        first, second = self.last_turns
        this = (self.position.ply, self.position.turn)
        return (this, second) if self.position.seat_to_move == 0 else (first, this)

    @property
    def last_turn_ply(self) -> int:
        """Number of moves before the last turn, or 0 before the first one."""
        return max((each[0] for each in self.last_turns if each is not None), default=0)

    @property
    def half_played(self) -> bool:
        """Whether a turn of several placements has begun and is not complete."""
        return self.position is not self.turn_start and self.position.outcome() is None


@dataclass(frozen=True, slots=True)
class VisibleGame:
    """The part of a replayed game that one viewer may see.

    :ivar turn_ply: number of moves before the current turn.
    """

    record: Record
    position: Position
    turn_ply: int


def visible_to(viewer_id: int, players: tuple[int, int], replayed: ReplayedGame) -> VisibleGame:
    """Return the part of a game that a person may see.

    Only the player to move sees a half-played turn; all others see the game before that turn.

    :param players: user ids by seat.
    """
    if replayed.half_played and players[replayed.position.seat_to_move] == viewer_id:
        return VisibleGame(replayed.record, replayed.position, replayed.turn_start.ply)
    return visible_to_all(replayed)


def visible_to_all(replayed: ReplayedGame) -> VisibleGame:
    """Return the part of a game that everyone at its location may see.

    The first stone of a two-placement turn is visible only to its player until the second stone
    is placed (strong pie rule). It stays hidden if the game ends before that.
    """
    if not replayed.half_played:
        return VisibleGame(replayed.record, replayed.position, replayed.position.ply)
    first_ply = replayed.turn_start.ply
    visible = Record(replayed.record.ruleset, replayed.record.moves[:first_ply])
    return VisibleGame(visible, replayed.turn_start, first_ply)


def initial_game(ruleset: Ruleset) -> ReplayedGame:
    """Return a game before its first move."""
    start = find_game(ruleset.game, ruleset.version).start(ruleset)
    return ReplayedGame(Record(ruleset, ()), start, start)


def replay_moves(ruleset: Ruleset, moves: Iterable[str]) -> ReplayedGame:
    """Return the game after stored moves; too slow for the event loop if the game is long.

    :raises IllegalMove, InvalidMove: the rules refuse a move, or it does not exist on this board.
    """
    replayed = initial_game(ruleset)
    for text in moves:
        replayed = replayed.play(parse_move(text, replayed.position.topology))
    return replayed


def ruleset_of(game_key: str, version: int, options: dict[str, str | int]) -> Ruleset:
    """Return the ruleset stored with a game or challenge.

    :raises UnknownGame: this program does not know the game or its version.
    :raises OptionError: the game does not accept an option.
    """
    return find_game(game_key, version).ruleset(options)


class ReplayCache:
    """Cache of replayed games, bounded by size.

    It holds the latest positions of the most recently used games. The bound is in bytes because a
    long game takes fifty times the memory of a short one.

    The number of undos and the ply always identify the same position of a game. The key also holds
    the start of the game, because SQLite reuses the number of a game whose commit failed.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._games: OrderedDict[int, dict[Key, ReplayedGame]] = OrderedDict()
        self._sizes: dict[int, int] = {}
        self._bytes = 0

    def __contains__(self, game_id: int) -> bool:
        return game_id in self._games

    async def get(self, tx: Transaction, row: GameRow, ply: int | None = None) -> ReplayedGame:
        """Return a game as it is now, or as it was after `ply` moves; replay it if needed.

        :raises CannotReplay: the ruleset is unknown to this version or refuses a stored move.
        """
        wanted = row.ply if ply is None else min(ply, row.ply)
        of_game = self._games.get(row.id, {})
        cached = of_game.pop(_key(row, wanted), None)
        if cached is not None:
            of_game[_key(row, wanted)] = cached  # moves it to the end: most recently used
            self._games.move_to_end(row.id)
            return cached
        moves = (await games.moves_of(tx, row.id))[:wanted]
        replayed = await asyncio.to_thread(_replay_stored, row, moves)
        self.keep(row, replayed)
        return replayed

    async def get_all(self, tx: Transaction, rows: Sequence[GameRow]) -> dict[int, ReplayedGame]:
        """Return games as they are now, by id; one query reads all moves that must be replayed.

        :raises CannotReplay: see `get`.
        """
        cached = {row.id: self._games.get(row.id, {}).get(_key(row, row.ply)) for row in rows}
        found = {game_id: each for game_id, each in cached.items() if each is not None}
        new = [row for row in rows if row.id not in found]
        moves = await games.moves_of_all(tx, [row.id for row in new]) if new else {}
        for row in new:
            found[row.id] = await asyncio.to_thread(_replay_stored, row, moves[row.id])
            self.keep(row, found[row.id])
        return found

    def keep(self, row: GameRow, replayed: ReplayedGame) -> None:
        """Add a game with committed moves to the cache; evict the least recently used games."""
        of_game = self._games.setdefault(row.id, {})
        self._games.move_to_end(row.id)
        of_game[_key(row, len(replayed.record.moves))] = replayed
        while len(of_game) > PLIES_PER_GAME:
            del of_game[next(iter(of_game))]
        # this takes a millisecond for the longest games
        size = size_of(of_game.values())
        self._bytes += size - self._sizes.get(row.id, 0)
        self._sizes[row.id] = size
        while self._bytes > self._most_bytes and len(self._games) > 1:
            oldest, _ = self._games.popitem(last=False)
            self._bytes -= self._sizes.pop(oldest)


def size_of(replayed_games: Iterable[ReplayedGame]) -> int:
    """Return the size of replayed games in bytes, counting each shared object once."""
    seen, found, size = set[int](), list[object](replayed_games), 0
    while found:
        each = found.pop()
        if id(each) in seen or isinstance(each, SHARED):
            continue
        seen.add(id(each))
        size += sys.getsizeof(each)
        found += gc.get_referents(each)
    return size


def _replay_stored(row: GameRow, moves: Iterable[str]) -> ReplayedGame:
    try:
        return replay_moves(ruleset_of(row.game_key, row.rules_version, row.options), moves)
    except Exception as error:  # damaged rows can raise any error
        raise CannotReplay(row.id, f"{type(error).__name__}: {error}") from error


def _key(row: GameRow, ply: int) -> Key:
    return row.created_at, row.undone, ply
