"""Tables of leagues within a transaction: computed from games and rulings, never stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.services.values.games.replay_cache import ruleset_of
from bot.services.values.leagues.groups import Movement, Standing, movement
from bot.services.values.leagues.season import Season
from bot.services.values.leagues.table import DRAW, LOSS, WIN, LeagueGame, Line, table
from bot.services.values.leagues.views import LeagueView, SeasonView
from bot.services.values.view_builder import NO_RESULT, RESIGNED, TIMED_OUT
from bot.services.values.views import Location, Player
from bot.store.engine.database import Transaction
from bot.store.tables import leagues
from bot.store.tables.bot_time import downtime_at, to_wall_time
from bot.store.tables.games import RUNNING
from bot.store.tables.leagues import LeagueRow, PairingRow, PlaceRow, SeasonRow
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import RulingKind
from bot.words import endings


@dataclass(frozen=True, slots=True)
class GroupTable:
    """Group of a season: its players by number, its games, and its table, best player first.

    Annulled games are left out.
    """

    places: tuple[PlaceRow, ...]
    games: tuple[LeagueGame, ...]
    lines: tuple[Line, ...]


async def group_tables(
    tx: Transaction, season_id: int, group: int | None = None
) -> dict[int, GroupTable]:
    """Return the tables of a season, or of one group, by the number of the group from 1."""
    places = await leagues.find_places(tx, season_id, group)
    pairings = await leagues.find_pairings(tx, season_id, group)
    numbers = sorted({each.group_number for each in places})
    return {
        number: _table(
            [each for each in places if each.group_number == number],
            [each for each in pairings if each.group_number == number],
        )
        for number in numbers
    }


async def standings(tx: Transaction, season: SeasonRow) -> list[Standing[int]]:
    """Return the standings of an ended season, best first: who goes up, stays, or goes down."""
    tables = await group_tables(tx, season.id)
    return [
        Standing(
            each.places[line.number].user_id,
            group,
            order,
            moves,
            group == len(tables),
        )
        for group, each in tables.items()
        for order, (line, moves) in enumerate(
            zip(each.lines, movements(group, len(tables), each.lines), strict=True)
        )
    ]


def movements(group: int, groups: int, lines: Sequence[Line]) -> list[Movement]:
    """Return, for each line of a table, whether its player goes up a group, stays or goes down.

    A player without a place never goes up.

    :param group: the number of the group, from 1 for the highest of `groups`.
    """
    moves = [movement(order, len(lines), group, groups) for order in range(len(lines))]
    return [
        Movement.STAY if each is Movement.UP and line.place is None else each
        for each, line in zip(moves, lines, strict=True)
    ]


async def championships(tx: Transaction, user_id: int) -> int:
    """Return the number of seasons that a person won, alone or at a shared first place."""
    won = 0
    for season in await leagues.find_in_first_group(tx, user_id):
        found = (await group_tables(tx, season.id, 1))[1]
        firsts = [found.places[each.number].user_id for each in found.lines if each.place == 1]
        won += user_id in firsts
    return won


def player_at(place: PlaceRow) -> Player:
    """Return the player who has a place in a group of a season.

    The name of a deleted player is a phrase in the current language.
    """
    is_deleted = place.user_id == DELETED_USER_ID
    return Player(place.user_id, endings.DELETED() if is_deleted else place.name)


async def league_view(tx: Transaction, row: LeagueRow) -> LeagueView:
    """Return a league as messages show it: its location, its game, the length of a season."""
    ruleset = ruleset_of(row.game_key, row.rules_version, row.options)
    where = Location(row.guild_id, row.channel_id)
    return LeagueView(row.id, where, ruleset, row.weeks, await is_ending(tx, row.id))


async def is_ending(tx: Transaction, league_id: int) -> bool:
    """Return whether an organiser has ended a league, so that no other season follows."""
    return bool(await leagues.find_rulings(tx, league_id, RulingKind.ENDED))


async def season_view(tx: Transaction, season: SeasonRow, weeks: int, now: datetime) -> SeasonView:
    """Return a season as messages show it, with its dates in wall time."""
    dates = await season_dates(tx, season, weeks, now)
    begun, ended = season.begun_at is not None, season.ended_at is not None
    return SeasonView(season.id, season.number, dates.begins, dates.ends, begun, ended)


async def season_dates(tx: Transaction, season: SeasonRow, weeks: int, now: datetime) -> Season:
    """Return the dates of a season in wall time; outages of the bot postpone them."""
    return Season(to_wall_time(season.starts_at, await downtime_at(tx, now)), weeks)


def is_lost_on_time(pairing: PairingRow, number: int) -> bool:
    """Return whether a player, given by number in the group, lost the game of a pairing on time."""
    game = _game(pairing, {})
    return game.loser == number and game.on_time


def _table(places: Sequence[PlaceRow], pairings: Sequence[PairingRow]) -> GroupTable:
    left = {each.number: each.left_at for each in places}
    games = [_game(each, left) for each in pairings if not each.is_annulled]
    gone = [number for number, left_at in left.items() if left_at is not None]
    return GroupTable(tuple(places), tuple(games), tuple(table(len(places), games, gone)))


def _game(pairing: PairingRow, left: dict[int, datetime | None]) -> LeagueGame:
    """Return a pairing as a `LeagueGame`, from which the table of the group is computed.

    :param left: by the number of each player, when they left the season; None if they have not.
    """
    pair, points = (pairing.first, pairing.second), _points(pairing)
    game = LeagueGame(pair, points, on_time=pairing.ending == TIMED_OUT)
    left_at = None if game.loser is None else left.get(game.loser)
    if left_at is None or pairing.ending != RESIGNED or pairing.ended_at is None:
        return game
    return LeagueGame(pair, points, abandoned=pairing.ended_at >= left_at)


def _points(pairing: PairingRow) -> tuple[float, float] | None:
    if pairing.game_id is None or pairing.status == RUNNING:
        return None
    if pairing.ending in NO_RESULT:
        return LOSS, LOSS
    if pairing.winner_seat is None:
        return DRAW, DRAW
    return (WIN, LOSS) if pairing.winner_seat == 0 else (LOSS, WIN)
