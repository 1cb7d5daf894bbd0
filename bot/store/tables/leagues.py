"""Leagues: members, seasons, places in groups, pairings and actions of organisers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, delete, func, insert, or_, select, update

from bot.store.engine.database import LostRace, Transaction
from bot.store.tables.games import RUNNING
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import (
    BotTime,
    RulingKind,
    games,
    league_members,
    league_pairings,
    league_places,
    league_rulings,
    league_seasons,
    leagues,
    players,
)


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """League of a server; `weeks` is the length of a season, `by_id` the manager who opened it."""

    id: int
    guild_id: int
    channel_id: int
    game_key: str
    rules_version: int
    options: dict[str, str | int]
    weeks: int
    by_id: int
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Season of a league: people register until `begun_at`, and its last game ends at `ended_at`.

    :ivar starts_at: the planned start; once the season has begun, the real one.
    :ivar message_id: the message with which people join.
    """

    id: int
    league_id: int
    number: int
    starts_at: BotTime
    begun_at: datetime | None = None
    ended_at: datetime | None = None
    message_id: int | None = None

    @property
    def is_running(self) -> bool:
        """Whether the season has begun and has not ended."""
        return self.begun_at is not None and self.ended_at is None


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Member of a league.

    Members play in the next season, unless they were asked whether they still play and have not
    answered.

    :ivar confirmed_at: when the member last said that they play.
    :ivar asked_at: when the member was asked whether they still play; None if no answer is due.
    """

    league_id: int
    user_id: int
    confirmed_at: datetime
    asked_at: datetime | None = None

    @property
    def is_silent(self) -> bool:
        """Whether the person was asked whether they still play, and has not answered."""
        return self.asked_at is not None


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """Player in a group of a season.

    :ivar number: the player's number in the group, from 0.
    :ivar left_at: when the player left the season; None if they did not.
    :ivar name: the player's name; empty if the query does not read it.
    """

    season_id: int
    group_number: int
    number: int
    user_id: int
    left_at: datetime | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class PairingRow:
    """Game that two players of a group play in a season; `game_id` is None before it begins.

    :ivar first, second: the players' numbers in the group; `first` has seat 0.
    :ivar ended_at: the last change of the game.
    :ivar is_annulled: an organiser has annulled its result.
    """

    id: int
    season_id: int
    group_number: int
    first: int
    second: int
    game_id: int | None
    status: str | None
    winner_seat: int | None
    ending: str | None
    ended_at: datetime | None
    is_annulled: bool

    @property
    def is_over(self) -> bool:
        """Whether the pairing is annulled, or its game has ended."""
        return self.is_annulled or (self.game_id is not None and self.status != RUNNING)


@dataclass(frozen=True, slots=True)
class RulingRow:
    """Action of an organiser; `user_id` is the removed person, `game_id` the annulled game."""

    league_id: int
    season_id: int
    kind: RulingKind
    by_id: int
    at: datetime
    user_id: int | None = None
    game_id: int | None = None


async def add(tx: Transaction, **columns: Any) -> int:
    """Insert a league, given by its columns, and return its id."""
    new = insert(leagues).values(columns).returning(leagues.c.id)
    return int((await tx.connection.execute(new)).scalar_one())


async def find(tx: Transaction, league_id: int) -> LeagueRow | None:
    """Return a league; None if it does not exist."""
    return await _league(tx, select(leagues).where(leagues.c.id == league_id))


async def find_in_server(tx: Transaction, guild_id: int) -> list[LeagueRow]:
    """Return the leagues of a server, oldest first."""
    return await _leagues(tx, select(leagues).where(leagues.c.guild_id == guild_id))


async def find_of_person(tx: Transaction, user_id: int) -> list[LeagueRow]:
    """Return the leagues of which a person is a member or in which they play, oldest first."""
    member = select(league_members.c.league_id).where(league_members.c.user_id == user_id)
    playing = (
        select(league_seasons.c.league_id)
        .join(league_places, league_places.c.season_id == league_seasons.c.id)
        .where(league_places.c.user_id == user_id, league_seasons.c.ended_at.is_(None))
    )
    mine = or_(leagues.c.id.in_(member), leagues.c.id.in_(playing))
    return await _leagues(tx, select(leagues).where(mine))


async def set_channel(tx: Transaction, league_id: int, channel_id: int) -> None:
    """Move a league to another channel of its server."""
    moved = update(leagues).where(leagues.c.id == league_id)
    await tx.connection.execute(moved.values(channel_id=channel_id))


async def add_season(tx: Transaction, league_id: int, number: int, starts_at: BotTime) -> int:
    """Insert a season and return its id; the index refuses a second one with the same number."""
    values = {"league_id": league_id, "number": number, "starts_at": starts_at}
    new = insert(league_seasons).values(values).returning(league_seasons.c.id)
    return int((await tx.connection.execute(new)).scalar_one())


async def find_season(tx: Transaction, season_id: int) -> SeasonRow | None:
    """Return a season; None if it does not exist."""
    found = await _seasons(tx, select(league_seasons).where(league_seasons.c.id == season_id))
    return found[0] if found else None


async def find_season_with_league(
    tx: Transaction, season_id: int
) -> tuple[SeasonRow, LeagueRow] | None:
    """Return a season and its league; None if they were deleted."""
    season = await find_season(tx, season_id)
    league = None if season is None else await find(tx, season.league_id)
    return None if season is None or league is None else (season, league)


async def find_seasons(tx: Transaction, league_id: int) -> list[SeasonRow]:
    """Return all seasons of a league, newest first."""
    query = select(league_seasons).where(league_seasons.c.league_id == league_id)
    return await _seasons(tx, query.order_by(league_seasons.c.number.desc()))


async def find_last_seasons(tx: Transaction, league_id: int) -> list[SeasonRow]:
    """Return the newest two seasons of a league, the newest first."""
    query = select(league_seasons).where(league_seasons.c.league_id == league_id)
    return await _seasons(tx, query.order_by(league_seasons.c.number.desc()).limit(2))


async def change_season(tx: Transaction, season: SeasonRow, **values: Any) -> None:
    """Change a season whose start and end are unchanged since it was read.

    :raises LostRace: the season has begun or ended since.
    """
    same = (
        league_seasons.c.id == season.id,
        league_seasons.c.begun_at.is_not_distinct_from(season.begun_at),
        league_seasons.c.ended_at.is_not_distinct_from(season.ended_at),
    )
    changed = update(league_seasons).where(*same).values(values)
    if (await tx.connection.execute(changed)).rowcount != 1:
        raise LostRace(f"season {season.id}")


async def set_message(tx: Transaction, season_id: int, message_id: int | None) -> None:
    """Store the id of the message with which people join a season; None if it is gone."""
    posted = update(league_seasons).where(league_seasons.c.id == season_id)
    await tx.connection.execute(posted.values(message_id=message_id))


async def find_members(tx: Transaction, league_id: int) -> list[MemberRow]:
    """Return the members of a league, in the order in which they last said that they play."""
    query = select(league_members).where(league_members.c.league_id == league_id)
    order = (league_members.c.confirmed_at, league_members.c.user_id)
    rows = (await tx.connection.execute(query.order_by(*order))).mappings()
    return [MemberRow(**row) for row in rows]


async def find_member(tx: Transaction, league_id: int, user_id: int) -> MemberRow | None:
    """Return a person's membership of a league; None if the person is not a member."""
    query = select(league_members).filter_by(league_id=league_id, user_id=user_id)
    row = (await tx.connection.execute(query)).mappings().one_or_none()
    return None if row is None else MemberRow(**row)


async def put_member(tx: Transaction, row: MemberRow) -> None:
    """Insert or update a person's membership of a league."""
    await delete_member(tx, row.league_id, row.user_id)
    await tx.connection.execute(insert(league_members).values(asdict(row)))


async def ask(tx: Transaction, row: MemberRow, at: datetime) -> None:
    """Record that a member was asked whether they still play."""
    mine = (
        league_members.c.league_id == row.league_id,
        league_members.c.user_id == row.user_id,
    )
    await tx.connection.execute(update(league_members).where(*mine).values(asked_at=at))


async def delete_member(tx: Transaction, league_id: int, user_id: int) -> None:
    """Delete a person's membership of a league, if there is one."""
    mine = (league_members.c.league_id == league_id, league_members.c.user_id == user_id)
    await tx.connection.execute(delete(league_members).where(*mine))


async def add_groups(
    tx: Transaction,
    season_id: int,
    groups: Sequence[Sequence[int]],
    pairings: Mapping[int, Sequence[tuple[int, int]]],
) -> None:
    """Insert the players of a season by group, and the pairings of their games.

    :param groups: user ids, the highest group first.
    :param pairings: the games of a group, by the group's number of players; each game is the pair
        of its players' numbers in the group, from 0.
    """
    of_group = [(number, group) for number, group in enumerate(groups, start=1)]
    places = [
        {"season_id": season_id, "group_number": group, "number": number, "user_id": user_id}
        for group, people in of_group
        for number, user_id in enumerate(people)
    ]
    await tx.connection.execute(insert(league_places), places)
    rows = [
        {"season_id": season_id, "group_number": group, "first": first, "second": second}
        for group, people in of_group
        for first, second in pairings[len(people)]
    ]
    await tx.connection.execute(insert(league_pairings), rows)


async def add_pairing(tx: Transaction, old: PairingRow) -> None:
    """Insert another pairing of the same two players, for the replay of an annulled game."""
    values = {name: getattr(old, name) for name in ("season_id", "group_number", "first", "second")}
    await tx.connection.execute(insert(league_pairings).values(values))


async def find_places(
    tx: Transaction, season_id: int, group_number: int | None = None
) -> list[PlaceRow]:
    """Return the players of a season, or of one group, by group and number."""
    of_season = [league_places.c.season_id == season_id]
    if group_number is not None:
        of_season.append(league_places.c.group_number == group_number)
    query = (
        select(league_places, players.c.name)
        .join(players, players.c.id == league_places.c.user_id)
        .where(*of_season)
        .order_by(league_places.c.group_number, league_places.c.number)
    )
    return [PlaceRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def find_running_places(tx: Transaction, user_id: int) -> list[PlaceRow]:
    """Return a person's places in groups of seasons that have not ended; their `name` is empty."""
    query = (
        select(league_places)
        .join(league_seasons, league_seasons.c.id == league_places.c.season_id)
        .where(league_places.c.user_id == user_id, league_seasons.c.ended_at.is_(None))
    )
    return [PlaceRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def find_group(tx: Transaction, season_id: int, user_id: int) -> int | None:
    """Return the number of a person's group in a season, None if they do not play in it."""
    own = select(league_places.c.group_number).filter_by(season_id=season_id, user_id=user_id)
    return await tx.connection.scalar(own)


async def count_groups(tx: Transaction, season_id: int) -> int:
    """Return the number of groups of a season; 0 before it begins."""
    last = select(func.max(league_places.c.group_number)).filter_by(season_id=season_id)
    return int((await tx.connection.execute(last)).scalar_one() or 0)


async def mark_left(tx: Transaction, place: PlaceRow, at: datetime) -> None:
    """Record when a player left a season, unless that is recorded already."""
    key = ("season_id", "group_number", "number")
    same = [league_places.c[name] == getattr(place, name) for name in key]
    left = update(league_places).where(*same, league_places.c.left_at.is_(None))
    await tx.connection.execute(left.values(left_at=at))


async def find_pairings(
    tx: Transaction, season_id: int, group_number: int | None = None
) -> list[PairingRow]:
    """Return the pairings of a season, or of one group, in the order in which they were made."""
    of_season = [league_pairings.c.season_id == season_id]
    if group_number is not None:
        of_season.append(league_pairings.c.group_number == group_number)
    return await _pairings(tx, _PAIRINGS.where(*of_season).order_by(league_pairings.c.id))


async def find_pairing_of(tx: Transaction, game_id: int) -> PairingRow | None:
    """Return the pairing of a game; None for a game outside leagues."""
    found = await _pairings(tx, _PAIRINGS.where(league_pairings.c.game_id == game_id))
    return found[0] if found else None


async def find_unmade(tx: Transaction, season_id: int, limit: int) -> list[PairingRow]:
    """Return up to `limit` pairings of a season whose games have not begun."""
    unmade = (league_pairings.c.season_id == season_id, league_pairings.c.game_id.is_(None))
    return await _pairings(tx, _PAIRINGS.where(*unmade).order_by(league_pairings.c.id).limit(limit))


async def is_anything_left(tx: Transaction, season_id: int) -> bool:
    """Return whether a game of a season is in progress, or has not begun."""
    left = (
        select(league_pairings.c.id)
        .outerjoin(games, games.c.id == league_pairings.c.game_id)
        .where(league_pairings.c.season_id == season_id)
        .where(or_(league_pairings.c.game_id.is_(None), games.c.status == RUNNING))
    )
    return (await tx.connection.execute(left.limit(1))).first() is not None


async def set_game(tx: Transaction, pairing: PairingRow, game_id: int) -> None:
    """Store the id of the game that has begun for a pairing; a pairing begins only one game.

    :raises LostRace: the game has begun since the pairing was read.
    """
    unmade = (league_pairings.c.id == pairing.id, league_pairings.c.game_id.is_(None))
    made = update(league_pairings).where(*unmade).values(game_id=game_id)
    if (await tx.connection.execute(made)).rowcount != 1:
        raise LostRace(f"pairing {pairing.id}")


async def delete_pairing(tx: Transaction, pairing: PairingRow) -> None:
    """Delete a pairing because a player has left; do nothing if its game has begun."""
    unmade = (league_pairings.c.id == pairing.id, league_pairings.c.game_id.is_(None))
    await tx.connection.execute(delete(league_pairings).where(*unmade))


async def add_ruling(tx: Transaction, row: RulingRow) -> None:
    """Insert an action of an organiser."""
    await tx.connection.execute(insert(league_rulings).values(asdict(row)))


async def find_rulings(
    tx: Transaction, league_id: int, kind: RulingKind | None = None
) -> list[RulingRow]:
    """Return the actions of organisers in a league, or those of one kind, earliest first."""
    names = [league_rulings.c[name] for name in RulingRow.__slots__]
    query = select(*names).where(league_rulings.c.league_id == league_id)
    if kind is not None:
        query = query.where(league_rulings.c.kind == kind)
    rows = (await tx.connection.execute(query.order_by(league_rulings.c.id))).mappings()
    return [RulingRow(**row) for row in rows]


async def find_in_first_group(tx: Transaction, user_id: int) -> list[SeasonRow]:
    """Return the ended seasons in whose highest group a person played, oldest first."""
    query = (
        select(league_seasons)
        .join(league_places, league_places.c.season_id == league_seasons.c.id)
        .where(
            league_places.c.user_id == user_id,
            league_places.c.group_number == 1,
            league_seasons.c.ended_at.is_not(None),
        )
        .order_by(league_seasons.c.id)
    )
    return [] if user_id == DELETED_USER_ID else await _seasons(tx, query)


async def erase_server(tx: Transaction, guild_id: int) -> list[int]:
    """Delete a server's leagues; return the season ids, whose deadlines the caller must delete."""
    of_server = select(leagues.c.id).where(leagues.c.guild_id == guild_id)
    seasons = select(league_seasons.c.id).where(league_seasons.c.league_id.in_(of_server))
    ids = list((await tx.connection.execute(seasons)).scalars())
    for table in (league_pairings, league_places):
        await tx.connection.execute(delete(table).where(table.c.season_id.in_(seasons)))
    for table in (league_rulings, league_members, league_seasons):
        await tx.connection.execute(delete(table).where(table.c.league_id.in_(of_server)))
    await tx.connection.execute(delete(leagues).where(leagues.c.guild_id == guild_id))
    return ids


def _annulled() -> Any:
    ruled = select(league_rulings.c.id).where(
        league_rulings.c.game_id == league_pairings.c.game_id,
        league_rulings.c.kind == RulingKind.ANNULLED,
    )
    return ruled.exists()


# Statements needed at the end of every game are built once.
_PAIRINGS = select(
    *(league_pairings.c[name] for name in PairingRow.__slots__ if name in league_pairings.c),
    games.c.status,
    games.c.winner_seat,
    games.c.ending,
    games.c.updated_at.label("ended_at"),
    _annulled().label("is_annulled"),
).outerjoin(games, games.c.id == league_pairings.c.game_id)


async def _pairings(tx: Transaction, query: Select[Any]) -> list[PairingRow]:
    return [PairingRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def _seasons(tx: Transaction, query: Select[Any]) -> list[SeasonRow]:
    return [SeasonRow(**row) for row in (await tx.connection.execute(query)).mappings()]


async def _leagues(tx: Transaction, query: Select[Any]) -> list[LeagueRow]:
    rows: Collection[RowMapping] = (
        (await tx.connection.execute(query.order_by(leagues.c.id))).mappings().all()
    )
    return [LeagueRow(**row) for row in rows]


async def _league(tx: Transaction, query: Select[Any]) -> LeagueRow | None:
    found = await _leagues(tx, query)
    return found[0] if found else None
