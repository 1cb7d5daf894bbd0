"""Clocks of games; a game without a clock has no row."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    insert,
    or_,
    select,
    update,
)

from bot.store.engine.database import LostRace, Transaction
from bot.store.tables.bot_time import heartbeat_subquery
from bot.store.tables.games import RUNNING
from bot.store.tables.outbox import HAS_CLOCK_CHANGE
from bot.store.tables.row_parts import RowPart, columns_of
from bot.store.tables.schema import BotTime, clocks, deadlines, games, players
from bot.store.tables.terms import Pace


@dataclass(frozen=True, slots=True)
class ClockRow:
    """Stored clock, with the columns of the table `clocks`; `version` grows with each change.

    :ivar settings0: the stored settings of the player in seat 0; None if that player is not stored.
    """

    game_id: int
    pace: str
    strict: bool
    left0: timedelta
    left1: timedelta
    seat: int
    since: BotTime | None
    no_vacation_at: int | None = None
    reminded_at: int | None = None
    nudged_at: datetime | None = None
    turn0: timedelta | None = None
    turn1: timedelta | None = None
    version: int = 0
    settings0: dict[str, str] | None = None
    settings1: dict[str, str] | None = None

    @property
    def stops_for_vacations(self) -> bool:
        """Whether a vacation of a player stops the clock; it does not in a league game."""
        return self.pace != Pace.SEASON


@dataclass(frozen=True, slots=True)
class UnremindedClock:
    """Running clock whose player to move was not reminded in this turn.

    :ivar left: the player's time at the beginning of the turn.
    """

    game_id: int
    ends_at: BotTime
    left: timedelta


@dataclass(frozen=True, slots=True)
class ShownClock:
    """Game whose posted board shows a running clock; the fields are those of `GameRow`."""

    id: int
    guild_id: int | None
    channel_id: int
    turn: int


def _settings_of(seat: str) -> ColumnElement[dict[str, str] | None]:
    """Return, as an SQL column, the settings of the player in a seat of a clock's game.

    :param seat: the name of the seat's column in `games`.
    """
    of_game = games.alias("of_clock")
    chosen = select(players.c.settings).where(
        players.c.id == of_game.c[seat], of_game.c.id == clocks.c.game_id
    )
    return chosen.correlate(clocks).scalar_subquery()


# Statements needed in every turn are built once, because building takes longer than running.
_STORED = columns_of(ClockRow, clocks)
CLOCK = RowPart(
    ClockRow,
    _STORED | {"settings0": _settings_of("seat0"), "settings1": _settings_of("seat1")},
)
_CLOCKS = select(*CLOCK.columns, heartbeat_subquery().label("heartbeat"))
_FIND = _CLOCKS.where(clocks.c.game_id == bindparam("game"))
_CHANGE = update(clocks).where(
    clocks.c.game_id == bindparam("game"), clocks.c.version == bindparam("read_version")
)


async def add(tx: Transaction, row: ClockRow) -> None:
    """Insert the clock of a new game."""
    values = {name: getattr(row, name) for name in _STORED}
    await tx.connection.execute(insert(clocks).values(values))


async def find(tx: Transaction, game_id: int) -> ClockRow | None:
    """Return the clock of a game; None for a game without one."""
    found = await _found(tx, _FIND, {"game": game_id})
    return found[0] if found else None


async def change(tx: Transaction, row: ClockRow, **values: Any) -> ClockRow:
    """Change a clock that is unchanged since it was read, and return its new row.

    :raises LostRace: the clock has changed since.
    """
    same = {"game": row.game_id, "read_version": row.version}
    values |= {"version": row.version + 1}
    if (await tx.connection.execute(_CHANGE, same | values)).rowcount != 1:
        raise LostRace(f"clock of game {row.game_id}")
    return replace(row, **values)


async def find_of_player(tx: Transaction, user_id: int) -> list[ClockRow]:
    """Return the clocks of a person's games in progress."""
    return await _of_games(tx, _plays_now(user_id))


def _plays_now(user_id: int) -> ColumnElement[bool]:
    """Return the condition that a person plays in a game in progress."""
    # two conditions, one for each seat's index
    return or_(
        and_(games.c.seat0 == user_id, games.c.status == RUNNING),
        and_(games.c.seat1 == user_id, games.c.status == RUNNING),
    )


async def find_unreminded(tx: Transaction, user_id: int, kind: str) -> list[UnremindedClock]:
    """Return the running clocks of a person who is to move and was not reminded in this turn.

    :param kind: the kind of the deadlines at which clocks run out.
    """
    first, second = clocks.c.seat == 0, clocks.c.seat == 1
    waits = or_(and_(games.c.seat0 == user_id, first), and_(games.c.seat1 == user_id, second))
    unreminded = clocks.c.reminded_at.is_distinct_from(games.c.turn_revision)
    left = case((first, clocks.c.left0), else_=clocks.c.left1)
    longest = case((first, clocks.c.turn0), else_=clocks.c.turn1)
    query = (
        select(clocks.c.game_id, deadlines.c.bot_due_at, left, longest)
        .join(games, games.c.id == clocks.c.game_id)
        .join(deadlines, and_(deadlines.c.subject == games.c.id, deadlines.c.kind == kind))
        .where(_plays_now(user_id), waits, clocks.c.since.is_not(None), unreminded)
    )
    return [
        UnremindedClock(game_id, ends_at, left if longest is None else min(left, longest))
        for game_id, ends_at, left, longest in await tx.connection.execute(query)
    ]


async def count_changes(tx: Transaction, game_ids: Collection[int]) -> None:
    """Increment the versions of games' clocks, so that concurrent changes lose the race."""
    changed = update(clocks).where(clocks.c.game_id.in_(game_ids))
    await tx.connection.execute(changed.values(version=clocks.c.version + 1))


async def find_in_server(tx: Transaction, guild_id: int) -> list[ClockRow]:
    """Return the clocks of a server's games in progress."""
    return await _of_games(tx, and_(games.c.guild_id == guild_id, games.c.status == RUNNING))


async def find_shown(tx: Transaction, after: int, limit: int) -> list[ShownClock]:
    """Return up to `limit` games whose posted board shows a running clock, by ascending id.

    Games for which an update of the clock waits in the outbox are omitted.

    :param after: return only games with larger ids.
    """
    posted = (clocks.c.since.is_not(None), games.c.turn_message_id.is_not(None))
    of_game = (games.c.id, games.c.guild_id, games.c.channel_id, games.c.turn)
    joined = select(*of_game).join(clocks, clocks.c.game_id == games.c.id)
    query = joined.where(clocks.c.game_id > after, *posted, ~HAS_CLOCK_CHANGE)
    rows = await tx.connection.execute(query.order_by(clocks.c.game_id).limit(limit))
    return [ShownClock(**row) for row in rows.mappings()]


async def _of_games(tx: Transaction, condition: ColumnElement[bool]) -> list[ClockRow]:
    ids = select(games.c.id).where(condition)
    return await _found(tx, _CLOCKS.where(clocks.c.game_id.in_(ids)))


async def _found(
    tx: Transaction, query: Select[Any], about: Mapping[str, int] = MappingProxyType({})
) -> list[ClockRow]:
    found = []
    for row in (await tx.connection.execute(query, about)).mappings():
        tx.heartbeat = row["heartbeat"]
        found.append(CLOCK.of(row))
    return found
