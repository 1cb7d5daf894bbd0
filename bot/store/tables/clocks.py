"""Clocks of games; a game without a clock has no row."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
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
    type_coerce,
    update,
)

from bot.store.engine.database import LostRace, Transaction
from bot.store.tables import outages
from bot.store.tables.games import RUNNING
from bot.store.tables.outages import OutageBatch
from bot.store.tables.outbox import HAS_CLOCK_CHANGE
from bot.store.tables.schema import Moment, clocks, deadlines, games, players


@dataclass(frozen=True, slots=True)
class ClockRow:
    """Stored clock, corrected for outages of the bot; `version` grows with each change.

    :ivar settings0: the stored settings of the player in seat 0; None without a player.
    """

    game_id: int
    pace: str
    strict: bool
    left0: timedelta
    left1: timedelta
    seat: int
    since: datetime | None
    no_vacation_at: int | None = None
    reminded_at: int | None = None
    nudged_at: datetime | None = None
    version: int = 0
    settings0: dict[str, str] | None = None
    settings1: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class UnremindedClock:
    """Running clock whose player to move was not reminded in this turn.

    :ivar ends_at: the planned deadline, which unfinished outages postpone together with reminders.
    :ivar left: the player's time at the beginning of the turn.
    """

    game_id: int
    ends_at: datetime
    left: timedelta


@dataclass(frozen=True, slots=True)
class ShownClock:
    """Game whose posted board shows a running clock; the fields are those of `GameRow`."""

    id: int
    guild_id: int | None
    channel_id: int
    turn: int


def _settings_of(seat: str) -> ColumnElement[dict[str, str] | None]:
    """Return, as a column, the settings of a player of a clock's game."""
    of_game = games.alias("of_clock")
    chosen = select(players.c.settings).where(
        players.c.id == of_game.c[seat], of_game.c.id == clocks.c.game_id
    )
    return chosen.correlate(clocks).scalar_subquery()


# Statements needed in every turn are built once, because building takes longer than running.
_STORED = [clocks.c[name] for name in ClockRow.__slots__ if name in clocks.c]
CLOCK_COLUMNS = [*_STORED, _settings_of("seat0"), _settings_of("seat1")]
_CLOCKS = select(*CLOCK_COLUMNS, outages.pending_subquery())
_FIND = _CLOCKS.where(clocks.c.game_id == bindparam("game"))
_CHANGE = update(clocks).where(
    clocks.c.game_id == bindparam("game"), clocks.c.version == bindparam("read_version")
)


async def add(tx: Transaction, row: ClockRow) -> None:
    """Insert the clock of a new game."""
    values = {name: value for name, value in asdict(row).items() if name in clocks.c}
    await tx.connection.execute(insert(clocks).values(values))


async def find(tx: Transaction, game_id: int) -> ClockRow | None:
    """Return the clock of a game; None for a game without one."""
    found = await _found(tx, _FIND, {"game": game_id})
    return found[0] if found else None


async def change(tx: Transaction, row: ClockRow, **values: Any) -> ClockRow:
    """Change a clock that is unchanged since it was read.

    :raises LostRace: the clock has changed since.
    """
    same = {"game": row.game_id, "read_version": row.version}
    values |= {"version": row.version + 1}
    # a value corrected on reading must not be stored, or it would be corrected twice
    new = {name: value for name, value in values.items() if value != getattr(row, name)}
    if (await tx.connection.execute(_CHANGE, same | new)).rowcount != 1:
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
    """Return the clocks that run for a person who was not reminded of the turn yet.

    :param kind: the kind of the deadlines at which clocks run out.
    """
    first, second = clocks.c.seat == 0, clocks.c.seat == 1
    waits = or_(and_(games.c.seat0 == user_id, first), and_(games.c.seat1 == user_id, second))
    unreminded = clocks.c.reminded_at.is_distinct_from(games.c.turn_revision)
    left = case((first, clocks.c.left0), else_=clocks.c.left1)
    query = (
        select(clocks.c.game_id, deadlines.c.due_at, left)
        .join(games, games.c.id == clocks.c.game_id)
        .join(deadlines, and_(deadlines.c.subject == games.c.id, deadlines.c.kind == kind))
        .where(_plays_now(user_id), waits, clocks.c.since.is_not(None), unreminded)
    )
    return [UnremindedClock(*row) for row in await tx.connection.execute(query)]


async def count_changes(tx: Transaction, game_ids: Collection[int]) -> None:
    """Count a change of several clocks, so that concurrent changes to them run again."""
    changed = update(clocks).where(clocks.c.game_id.in_(game_ids))
    await tx.connection.execute(changed.values(version=clocks.c.version + 1))


async def find_in_server(tx: Transaction, guild_id: int) -> list[ClockRow]:
    """Return the clocks of a server's games in progress."""
    return await _of_games(tx, and_(games.c.guild_id == guild_id, games.c.status == RUNNING))


async def find_shown(tx: Transaction, batch: OutageBatch) -> list[ShownClock]:
    """Return a batch's games with a running clock on the posted board and no waiting update."""
    posted = (clocks.c.since.is_not(None), games.c.turn_message_id.is_not(None))
    of_game = (games.c.id, games.c.guild_id, games.c.channel_id, games.c.turn)
    joined = select(*of_game).join(clocks, clocks.c.game_id == games.c.id)
    query = joined.where(*batch.has(clocks.c.game_id), *posted, ~HAS_CLOCK_CHANGE)
    rows = await tx.connection.execute(query.order_by(games.c.id))
    return [ShownClock(*row) for row in rows]


async def lock(tx: Transaction, batch: OutageBatch) -> None:
    """Lock the running clocks of a batch until the end of the transaction."""
    query = select(clocks.c.game_id).where(*_to_correct(batch)).order_by(clocks.c.game_id)
    await tx.connection.execute(query.with_for_update())


async def exclude_outage(tx: Transaction, batch: OutageBatch) -> None:
    """Exclude an outage from the running clocks of a batch."""
    later = type_coerce(clocks.c.since + batch.lost_since(clocks.c.since), Moment)
    values = {"since": later, "version": clocks.c.version + 1}
    await tx.connection.execute(update(clocks).where(*_to_correct(batch)).values(values))


def _to_correct(batch: OutageBatch) -> tuple[ColumnElement[bool], ...]:
    return *batch.has(clocks.c.game_id), clocks.c.since < batch.outage.end


async def _of_games(tx: Transaction, condition: ColumnElement[bool]) -> list[ClockRow]:
    ids = select(games.c.id).where(condition)
    return await _found(tx, _CLOCKS.where(clocks.c.game_id.in_(ids)))


async def _found(
    tx: Transaction, query: Select[Any], about: Mapping[str, int] = MappingProxyType({})
) -> list[ClockRow]:
    rows = await tx.connection.execute(query, about)
    return [corrected(ClockRow(*row[:-1]), row[-1]) for row in rows]


def corrected(row: ClockRow, stored: str | None) -> ClockRow:
    """Return a clock as stored, corrected for unfinished outages.

    :param stored: the value of `outages.pending_subquery`.
    """
    unfinished = outages.parse(stored)
    for outage in outages.pending_for(unfinished, row.game_id):
        if row.since is not None:
            row = replace(row, since=row.since + outage.lost_since(row.since))
    return row
