"""Games and their moves (plies): queries and changes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import RowMapping, Select, bindparam, delete, insert, or_, select, union, update

from bot.store.engine.database import LostRace, Transaction
from bot.store.tables.schema import games, players, plies
from bot.store.tables.terms import GameTerms, values_of


class GameStatus(StrEnum):
    """Status of a game: in progress (RUNNING) or over (FINISHED)."""

    RUNNING = "running"
    FINISHED = "finished"


RUNNING, FINISHED = GameStatus.RUNNING, GameStatus.FINISHED
# empty columns of requests for an undo or an end without a result
NO_REQUESTS: dict[str, Any] = {
    "undo_seat": None,
    "undo_to_ply": None,
    "end_seat": None,
    "end_declined": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameColumns(GameTerms):
    """Columns that the row of a game and its views have in common.

    :ivar undone: the number of undos; with `turn_revision` it makes revisions unique.
    :ivar opening_plies: the number of moves, taken from another game, with which this game began.
    :ivar undo_unseen_by: the seat of the player who has not been shown the position since an undo.
    """

    id: int
    turn_message_id: int | None
    created_at: datetime
    updated_at: datetime
    undone: int = 0
    turn_revision: int = 0
    opening_plies: int = 0
    undo_unseen_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow(GameColumns):
    """Stored game with its players' names."""

    guild_id: int | None
    channel_id: int
    seat0: int
    seat1: int
    game_key: str
    rules_version: int
    options: dict[str, str | int]
    ply: int
    turn: int
    seat_to_move: int | None
    status: str
    winner_seat: int | None
    ending: str | None
    undo_seat: int | None
    undo_to_ply: int | None
    end_seat: int | None
    end_declined: bool
    engine_seat: int | None
    engine_level: int | None
    by_hand0: int | None
    by_hand1: int | None
    series_of: int | None
    largest_cut: int | None
    cut_seat: int | None
    cut_ply: int | None
    name0: str
    name1: str

    @property
    def names(self) -> tuple[str, str]:
        return self.name0, self.name1

    @property
    def players(self) -> tuple[int, int]:
        """The ids of the players, by seat."""
        return self.seat0, self.seat1

    @property
    def mover(self) -> int | None:
        """The id of the player to move; None when the game is over."""
        if self.status != RUNNING or self.seat_to_move is None:
            return None
        return self.players[self.seat_to_move]

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a player; None for other people."""
        return self.players.index(user_id) if user_id in self.players else None

    def opponent_of(self, user_id: int) -> int:
        """Return the id of a player's opponent.

        :raises ValueError: the person does not play in this game.
        """
        return self.players[1 - self.players.index(user_id)]


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """Game of a series: its number and result."""

    id: int
    winner_seat: int | None
    ending: str | None


def _with_names() -> Select[Any]:
    first, second = players.alias("first"), players.alias("second")
    columns = [games.c[each.name] for each in fields(GameRow) if each.name in games.c]
    return (
        select(*columns, first.c.name.label("name0"), second.c.name.label("name1"))
        .join(first, first.c.id == games.c.seat0)
        .join(second, second.c.id == games.c.seat1)
    )


# Statements needed in every turn are built once, because building takes longer than running.
GAMES_WITH_NAMES = _with_names()
_NAMES = [each.name for each in fields(GameRow)]
_OF_GAME = games.c.id == bindparam("game")
_FIND = GAMES_WITH_NAMES.where(_OF_GAME)
_FIND_MOVES = select(plies.c.move).where(plies.c.game_id == bindparam("game")).order_by(plies.c.ply)
_APPEND = insert(plies)
_CHANGE = update(games).where(
    _OF_GAME,
    games.c.ply == bindparam("read_ply"),
    games.c.undone == bindparam("read_undone"),
    games.c.status == RUNNING,
)
_SET_TURN_MESSAGE = update(games).where(_OF_GAME).values(turn_message_id=bindparam("message"))


async def add(tx: Transaction, terms: GameTerms, *, created_at: datetime, **columns: Any) -> int:
    """Insert a game before its first ply, and return its id.

    :param columns: the columns that `terms` does not give, such as players and location.
    """
    values = {
        **values_of(GameTerms, terms),
        **columns,
        "ply": 0,
        "undone": 0,
        "turn_revision": 0,
        "turn": 1,
        "status": RUNNING,
        "created_at": created_at,
        "updated_at": created_at,
    }
    result = await tx.connection.execute(insert(games).values(values).returning(games.c.id))
    return int(result.scalar_one())


def game_from(found: RowMapping) -> GameRow:
    """Return the game in a query's row, which may also hold columns of other tables."""
    return GameRow(**{name: found[name] for name in _NAMES})


async def find(tx: Transaction, game_id: int) -> GameRow | None:
    """Return a game; None if it does not exist."""
    found = (await tx.connection.execute(_FIND, {"game": game_id})).mappings().one_or_none()
    return None if found is None else GameRow(**found)


async def find_rematch(
    tx: Transaction, game_id: int, engine_level: int | None = None
) -> GameRow | None:
    """Return the rematch of a game, or None if none has begun.

    :param engine_level: the level of the engine in the rematch; None for one between people.
    """
    same = (games.c.rematch_of == game_id, games.c.engine_level == engine_level)
    query = GAMES_WITH_NAMES.where(*same).order_by(games.c.id).limit(1)
    found = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if found is None else GameRow(**found)


async def find_series(tx: Transaction, first_id: int) -> list[SeriesGame]:
    """Return the games of a series in order.

    :param first_id: the number of its first game.
    """
    columns = [games.c[each.name] for each in fields(SeriesGame)]
    ids = select(games.c.id).where(games.c.series_of == first_id)
    query = select(*columns).where(or_(games.c.id == first_id, games.c.id.in_(ids)))
    return [SeriesGame(*row) for row in await tx.connection.execute(query.order_by(games.c.id))]


async def find_all(tx: Transaction, game_ids: Sequence[int]) -> list[GameRow]:
    """Return the games with these ids, in the same order; ids without a game are skipped."""
    rows = await tx.connection.execute(GAMES_WITH_NAMES.where(games.c.id.in_(game_ids)))
    found = {row["id"]: GameRow(**row) for row in rows.mappings()}
    return [found[game_id] for game_id in game_ids if game_id in found]


async def find_played(tx: Transaction, user_id: int) -> set[str]:
    """Return the keys of the games that a person has played or is playing."""
    sides = (
        select(games.c.game_key).where(seat == user_id) for seat in (games.c.seat0, games.c.seat1)
    )
    return set((await tx.connection.execute(union(*sides))).scalars())


async def find_after(tx: Transaction, game_id: int, limit: int) -> list[GameRow]:
    """Return up to `limit` games with ids above `game_id`, by ascending id."""
    query = GAMES_WITH_NAMES.where(games.c.id > game_id).order_by(games.c.id).limit(limit)
    return [GameRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def moves_of(tx: Transaction, game_id: int) -> tuple[str, ...]:
    """Return the moves of a game as text, in order."""
    return tuple((await tx.connection.execute(_FIND_MOVES, {"game": game_id})).scalars())


async def moves_of_all(tx: Transaction, game_ids: Collection[int]) -> dict[int, list[str]]:
    """Return the moves of several games as text, in order, by game id."""
    found: dict[int, list[str]] = {game_id: [] for game_id in game_ids}
    query = select(plies.c.game_id, plies.c.move).where(plies.c.game_id.in_(game_ids))
    for game_id, move in await tx.connection.execute(query.order_by(plies.c.game_id, plies.c.ply)):
        found[game_id].append(move)
    return found


async def append(
    tx: Transaction, game: GameRow, seat: int, moves: Sequence[str], at: datetime
) -> None:
    """Insert moves of one seat after `game.ply`; the primary key refuses two moves at one ply."""
    rows = [
        {"game_id": game.id, "ply": ply, "seat": seat, "move": move, "played_at": at}
        for ply, move in enumerate(moves, start=game.ply)
    ]
    await tx.connection.execute(_APPEND, rows)


async def change(tx: Transaction, game: GameRow, **values: Any) -> GameRow:
    """Change a game in progress that is unchanged since it was read, and return its new state.

    Any change cancels open requests; pass `requests_of(game)` to keep them.

    :raises LostRace: a move, an undo or the end of the game came first.
    """
    same = {"game": game.id, "read_ply": game.ply, "read_undone": game.undone}
    values = NO_REQUESTS | values
    result = await tx.connection.execute(_CHANGE, same | values)
    if result.rowcount != 1:
        raise LostRace(f"game {game.id} at ply {game.ply}")
    return replace(game, **values)


async def mark_undo_seen(tx: Transaction, game_id: int, seat: int, undone: int) -> None:
    """Record that a player has been shown the position after an undo.

    :param undone: the number of undos in the position shown.
    """
    unseen = (games.c.undo_unseen_by == seat, games.c.undone == undone)
    seen = update(games).where(games.c.id == game_id, *unseen).values(undo_unseen_by=None)
    await tx.connection.execute(seen)


def requests_of(game: GameRow) -> dict[str, Any]:
    """Return the columns that store open requests for an undo or an end, with their values.

    Pass them to `change`, which otherwise cancels the requests.
    """
    return {name: getattr(game, name) for name in NO_REQUESTS}


async def finish(
    tx: Transaction, game: GameRow, ending: str, winner_seat: int | None, at: datetime
) -> GameRow:
    """End a game in progress other than by a move, and return its new state.

    :raises LostRace: a move or another ending came first.
    """
    over: dict[str, Any] = {"status": FINISHED, "seat_to_move": None, "updated_at": at}
    return await change(tx, game, ending=ending, winner_seat=winner_seat, **over)


async def remove_result(tx: Transaction, game_id: int, ending: str) -> None:
    """Remove the result of a finished game; do nothing if the game is in progress.

    :param ending: the new ending, one without a result, such as closed by a moderator.
    """
    over = (games.c.id == game_id, games.c.status == FINISHED)
    await tx.connection.execute(update(games).where(*over).values(ending=ending, winner_seat=None))


async def take_back(tx: Transaction, game: GameRow, to_ply: int, **values: Any) -> GameRow:
    """Delete the plies from `to_ply` on, count one undo, and return the new state of the game.

    :raises LostRace: the game has changed since it was read.
    """
    late = (plies.c.game_id == game.id, plies.c.ply >= to_ply)
    await tx.connection.execute(delete(plies).where(*late))
    return await change(tx, game, ply=to_ply, undone=game.undone + 1, **values)


async def played_at(tx: Transaction, game_id: int, ply: int) -> datetime:
    """Return when a ply was played.

    :raises NoResultFound: the ply is not stored.
    """
    query = select(plies.c.played_at).where(plies.c.game_id == game_id, plies.c.ply == ply)
    at: datetime = (await tx.connection.execute(query)).scalar_one()
    return at


async def find_shown_in(tx: Transaction, channel_id: int) -> list[int]:
    """Return the ids of games that have a posted turn or result message in a channel."""
    there = (games.c.channel_id == channel_id, games.c.turn_message_id.is_not(None))
    return list((await tx.connection.execute(select(games.c.id).where(*there))).scalars())


async def clear_message(tx: Transaction, game_id: int, channel_id: int) -> None:
    """Clear the message id of a game in a deleted channel; ignore a game in another channel."""
    there = (games.c.id == game_id, games.c.channel_id == channel_id)
    forgotten = update(games).where(*there).values(turn_message_id=None)
    await tx.connection.execute(forgotten)


async def set_turn_message(tx: Transaction, game_id: int, message_id: int) -> None:
    """Store the id of the message with the current turn or the result."""
    await tx.connection.execute(_SET_TURN_MESSAGE, {"game": game_id, "message": message_id})


async def set_location(
    tx: Transaction, game_id: int, guild_id: int | None, channel_id: int
) -> None:
    """Move a game to another channel or thread."""
    moved = update(games).where(games.c.id == game_id)
    await tx.connection.execute(moved.values(guild_id=guild_id, channel_id=channel_id))
