"""Current ratings, the events that produced them, and the rated members of servers.

The user id of an engine level is minus the level.
"""

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update

from bot.store.engine.database import Transaction
from bot.store.tables.schema import games, players, rated_members, rating_events, ratings

EVENTS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Stored current rating of a player in one kind of game, such as Asli.

    :ivar games: the number of rated games.
    :ivar changed_at: the end of the last rated game; None before the first.
    :ivar listed_until: the end of their time on the leaderboard; None if they are not on it.
    """

    game_key: str
    user_id: int
    value: float
    deviation: float
    volatility: float
    games: int
    changed_at: datetime | None
    listed_until: datetime | None
    hidden: bool


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Change of one player's rating by one game, not stored yet."""

    game_id: int
    seat: int
    game_key: str
    user_id: int
    reason: str
    score: float
    at: datetime
    idle: timedelta
    old_value: float
    old_deviation: float
    old_volatility: float
    opponent_value: float
    opponent_deviation: float
    new_value: float
    new_deviation: float
    new_volatility: float


@dataclass(frozen=True, slots=True)
class EventRow(NewEvent):
    """Stored change of a player's rating; changes were made in the order of their ids."""

    id: int


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """Player on the leaderboard of a game, with name and rating."""

    user_id: int
    name: str
    row: RatingRow


async def find_for_update(
    tx: Transaction, game_key: str, user_ids: Collection[int]
) -> dict[int, RatingRow]:
    """Return stored ratings by player id, and lock them until the end of the transaction."""
    query = select(ratings).where(ratings.c.game_key == game_key, ratings.c.user_id.in_(user_ids))
    ordered = query.order_by(ratings.c.user_id).with_for_update()
    rows = (await tx.connection.execute(ordered)).mappings()
    return {row["user_id"]: RatingRow(**row) for row in rows}


async def find_of(tx: Transaction, user_id: int) -> list[RatingRow]:
    """Return the ratings of a player in all kinds of games, most played first."""
    query = select(ratings).where(ratings.c.user_id == user_id)
    ordered = query.order_by(ratings.c.games.desc(), ratings.c.game_key)
    return [RatingRow(**row) for row in (await tx.connection.execute(ordered)).mappings()]


async def find_hiding(tx: Transaction, game_key: str, user_ids: Collection[int]) -> set[int]:
    """Return the ids of the given players who hide their rating in a kind of game."""
    rated = (ratings.c.game_key == game_key, ratings.c.user_id.in_(user_ids))
    query = select(ratings.c.user_id).where(*rated, ratings.c.hidden)
    return set((await tx.connection.execute(query)).scalars())


async def find_levels(tx: Transaction, game_key: str) -> list[RatingRow]:
    """Return the ratings of the engine's levels, lowest level first."""
    query = select(ratings).where(ratings.c.game_key == game_key, ratings.c.user_id < 0)
    ordered = query.order_by(ratings.c.user_id.desc())
    return [RatingRow(**row) for row in (await tx.connection.execute(ordered)).mappings()]


async def add(tx: Transaction, rows: Sequence[RatingRow]) -> None:
    """Insert ratings of players who have no stored rating yet."""
    if rows:
        await tx.connection.execute(insert(ratings), [asdict(row) for row in rows])


async def change(tx: Transaction, row: RatingRow) -> None:
    """Overwrite the stored rating of a player in one kind of game."""
    same = (ratings.c.game_key == row.game_key, ratings.c.user_id == row.user_id)
    await tx.connection.execute(update(ratings).where(*same).values(asdict(row)))


async def replace_all(tx: Transaction, rows: Sequence[RatingRow]) -> None:
    """Delete all stored ratings, and insert the given ratings instead."""
    await tx.connection.execute(delete(ratings))
    await add(tx, rows)


async def find_all(tx: Transaction) -> list[RatingRow]:
    """Return all ratings, sorted by game key and user id."""
    query = select(ratings).order_by(ratings.c.game_key, ratings.c.user_id)
    return [RatingRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def add_events(tx: Transaction, events: Sequence[NewEvent]) -> None:
    """Insert the events of one game; a unique index refuses a game that is already rated."""
    await tx.connection.execute(insert(rating_events), [asdict(each) for each in events])


async def find_events(tx: Transaction, game_id: int) -> list[EventRow]:
    """Return the rating changes by a game, in the order of seats; empty if it was not rated."""
    query = select(rating_events).where(rating_events.c.game_id == game_id)
    return await _events(tx, query.order_by(rating_events.c.seat))


async def find_last_event(
    tx: Transaction, user_id: int, reasons: Collection[str]
) -> EventRow | None:
    """Return a player's last rating change, in any game, with one of the reasons.

    :returns: None if there is no such change.
    """
    own_rows = (rating_events.c.user_id == user_id, rating_events.c.reason.in_(reasons))
    query = select(rating_events).where(*own_rows).order_by(rating_events.c.id.desc()).limit(1)
    found = await _events(tx, query)
    return found[0] if found else None


async def find_played(
    tx: Transaction, user_id: int, game_key: str, limit: int
) -> list[tuple[float, float]]:
    """Return (rating, deviation) after each of a player's last rated games, earliest first.

    Deleted games, and games that did not change the rating, are omitted.
    """
    event = rating_events.c
    counted = event.game_key == game_key, event.reason.in_(("result", "time"))
    found = select(event.new_value, event.new_deviation).where(
        games.c.id == event.game_id, event.user_id == user_id, *counted
    )
    rows = (await tx.connection.execute(found.order_by(event.id.desc()).limit(limit))).all()
    return [(value, deviation) for value, deviation in reversed(rows)]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Players and outcome of a game, as a recomputation of ratings needs them."""

    players: tuple[int, int]
    ending: str | None
    winner_seat: int | None
    turn: int


async def all_events(tx: Transaction) -> AsyncIterator[tuple[EventRow, RatedGame | None]]:
    """Yield all rating changes, earliest first, each with its game; None for a deleted game."""
    of_game = (games.c.seat0, games.c.seat1, games.c.ending, games.c.winner_seat, games.c.turn)
    query = (
        select(*(rating_events.c[name] for name in _EVENT_FIELDS), *of_game)
        .outerjoin(games, games.c.id == rating_events.c.game_id)
        .order_by(rating_events.c.id)
    )
    async with tx.connection.stream(query) as result:
        async for part in result.partitions(EVENTS_AT_ONCE):
            for row in part:
                *columns, seat0, seat1, ending, winner_seat, turn = row
                event = EventRow(*columns)
                if seat0 is None:
                    yield event, None
                else:
                    yield event, RatedGame((seat0, seat1), ending, winner_seat, turn)


async def correct_event(tx: Transaction, event: EventRow) -> None:
    """Overwrite a stored rating change with its recomputed values."""
    changed = update(rating_events).where(rating_events.c.id == event.id)
    await tx.connection.execute(changed.values(asdict(event)))


async def add_member(tx: Transaction, guild_id: int, game_key: str, user_id: int) -> None:
    """Record that a person has played a rated game with this key in a server."""
    if not await is_member(tx, guild_id, game_key, user_id):
        row = {"guild_id": guild_id, "game_key": game_key, "user_id": user_id}
        await tx.connection.execute(insert(rated_members).values(row))


async def is_member(tx: Transaction, guild_id: int, game_key: str, user_id: int) -> bool:
    """Return whether a person has played a rated game with this key in a server."""
    row = {"guild_id": guild_id, "game_key": game_key, "user_id": user_id}
    existing = select(rated_members.c.user_id).filter_by(**row)
    return (await tx.connection.execute(existing)).first() is not None


async def find_ranked(
    tx: Transaction, game_key: str, now: datetime, limit: int, guild_id: int | None = None
) -> list[RankedPlayer]:
    """Return the top players of a game's leaderboard, highest rating first.

    :param guild_id: only players who have played rated games in this server.
    """
    named = select(ratings, players.c.name).join(players, players.c.id == ratings.c.user_id)
    ranked = named.where(*_listed(game_key, now, guild_id))
    ordered = ranked.order_by(ratings.c.value.desc(), ratings.c.user_id).limit(limit)
    found = []
    for row in (await tx.connection.execute(ordered)).mappings():
        columns = dict(row)
        name = columns.pop("name")
        found.append(RankedPlayer(columns["user_id"], name, RatingRow(**columns)))
    return found


async def count_above(
    tx: Transaction, row: RatingRow, now: datetime, guild_id: int | None = None
) -> int:
    """Return the number of players on the leaderboard with a higher rating than this one."""
    query = select(func.count()).select_from(ratings)
    above = query.where(*_listed(row.game_key, now, guild_id), ratings.c.value > row.value)
    return (await tx.connection.execute(above)).scalar_one()


def _listed(game_key: str, now: datetime, guild_id: int | None) -> Sequence[ColumnElement[bool]]:
    listed = [ratings.c.game_key == game_key, ratings.c.listed_until > now]
    if guild_id is not None:
        there = (rated_members.c.guild_id == guild_id, rated_members.c.game_key == game_key)
        listed.append(ratings.c.user_id.in_(select(rated_members.c.user_id).where(*there)))
    return listed


_EVENT_FIELDS = tuple(each.name for each in fields(EventRow))


async def _events(tx: Transaction, query: Select[Any]) -> list[EventRow]:
    return [EventRow(**row) for row in (await tx.connection.execute(query)).mappings()]
