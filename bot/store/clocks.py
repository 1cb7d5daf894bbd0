"""The clocks of games; a game without a clock has none here."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, insert, literal, or_, select, update

from bot.store.database import LostRace, Transaction
from bot.store.games import RUNNING
from bot.store.schema import Moment, games
from bot.store.time_schema import clocks, microseconds


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A stored clock; `version` grows with each change."""

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


@dataclass(frozen=True, slots=True)
class ShownClock:
    """A game whose clock runs, and is shown by the board of its turn; fields as of `GameRow`."""

    id: int
    guild_id: int | None
    channel_id: int
    turn: int


async def add(tx: Transaction, row: ClockRow) -> None:
    """Store the clock of a new game."""
    await tx.connection.execute(insert(clocks).values(asdict(row)))


async def find(tx: Transaction, game_id: int) -> ClockRow | None:
    """Return a game's clock, None when it is played without."""
    query = select(clocks).where(clocks.c.game_id == game_id)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else ClockRow(**row)


async def change(tx: Transaction, row: ClockRow, **values: Any) -> ClockRow:
    """Change a clock that is still as it was read.

    :raises LostRace: when it has changed since.
    """
    same = (clocks.c.game_id == row.game_id, clocks.c.version == row.version)
    values |= {"version": row.version + 1}
    if (await tx.connection.execute(update(clocks).where(*same).values(values))).rowcount != 1:
        raise LostRace(f"clock of game {row.game_id}")
    return replace(row, **values)


async def of_person(tx: Transaction, user_id: int) -> list[ClockRow]:
    """Return the clocks of a person's running games."""
    # one search an index: both seats
    plays = or_(
        and_(games.c.seat0 == user_id, games.c.status == RUNNING),
        and_(games.c.seat1 == user_id, games.c.status == RUNNING),
    )
    return await _of_games(tx, plays)


async def in_server(tx: Transaction, guild_id: int) -> list[ClockRow]:
    """Return the clocks of the running games of a server."""
    return await _of_games(tx, and_(games.c.guild_id == guild_id, games.c.status == RUNNING))


async def shown(tx: Transaction, now: datetime) -> list[ShownClock]:
    """Return the clocks that run in games of which a board is posted."""
    posted = (clocks.c.since <= now, games.c.turn_message_id.is_not(None))
    of_game = (games.c.id, games.c.guild_id, games.c.channel_id, games.c.turn)
    query = select(*of_game).join(clocks, clocks.c.game_id == games.c.id).where(*posted)
    rows = await tx.connection.execute(query)
    return [ShownClock(*row) for row in rows]


async def running_since(tx: Transaction, moment: datetime) -> list[ClockRow]:
    """Return the clocks whose time is counted from a moment, or from a later one."""
    rows = await tx.connection.execute(select(clocks).where(clocks.c.since >= moment))
    return [ClockRow(**row) for row in rows.mappings()]


async def _of_games(tx: Transaction, which: ColumnElement[bool]) -> list[ClockRow]:
    ids = select(games.c.id).where(which)
    rows = await tx.connection.execute(select(clocks).where(clocks.c.game_id.in_(ids)))
    return [ClockRow(**row) for row in rows.mappings()]


async def shift(tx: Transaction, start: datetime, end: datetime) -> int:
    """Let no time have passed between two moments on any running clock; return how many ran."""
    moved = clocks.c.since + microseconds(end - start)
    later = case((clocks.c.since > start, literal(end, Moment)), else_=moved)
    running = update(clocks).where(clocks.c.since < end)
    values = {"since": later, "version": clocks.c.version + 1}
    return (await tx.connection.execute(running.values(values))).rowcount
