"""Leagues and seasons that a person may see or organise, read within a transaction."""

from bot.errors.refusals import NoSuchLeague, NotOrganiser
from bot.services.steps.league_tables import is_ending
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import leagues
from bot.store.tables.blocks import SERVER
from bot.store.tables.leagues import LeagueRow, PlaceRow, SeasonRow


async def visible_league(tx: Transaction, actor: Actor, league_id: int) -> LeagueRow:
    """Return a league of the actor's server, or one in which the actor plays.

    :raises NoSuchLeague: the league does not exist, or the actor may not see it.
    """
    league = await leagues.find(tx, league_id)
    if league is None:
        raise NoSuchLeague
    if league.guild_id != actor.guild_id:
        own = await leagues.find_of_person(tx, actor.user_id)
        if league not in own:
            raise NoSuchLeague
    return league


async def organised_league(tx: Transaction, actor: Actor, league_id: int) -> LeagueRow:
    """Return a league that the actor organises.

    :raises NoSuchLeague: the league does not exist, or the actor may not see it.
    :raises NotOrganiser: the actor neither opened it nor manages the server.
    """
    league = await visible_league(tx, actor, league_id)
    if not is_organiser(actor, league):
        raise NotOrganiser
    return league


def is_organiser(actor: Actor, league: LeagueRow) -> bool:
    """Return whether a person organises a league: they opened it, or manage its server."""
    is_there = actor.guild_id == league.guild_id
    return is_there and (actor.rank >= Rank.MANAGER or actor.user_id == league.by_id)


async def find_leagues(tx: Transaction, actor: Actor) -> list[LeagueRow]:
    """Return the leagues of the actor's server that are not over, and those in which they play.

    Leagues of this channel come first, then those in which the actor plays. Those that are over
    come last.
    """
    own = await leagues.find_of_person(tx, actor.user_id)
    here = [] if actor.guild_id is None else await leagues.find_in_server(tx, actor.guild_id)
    every = {each.id: each for each in (*own, *here)}
    over = {each.id for each in every.values() if await is_over(tx, each)}
    return sorted(
        [each for each in every.values() if each in own or each.id not in over],
        key=lambda each: (
            each.id in over,
            each.channel_id != actor.channel_id,
            each not in own,
            each.id,
        ),
    )


async def find_continuing(tx: Transaction, guild_id: int) -> list[LeagueRow]:
    """Return the leagues of a server that are not over, oldest first."""
    here = await leagues.find_in_server(tx, guild_id)
    return [each for each in here if not await is_over(tx, each)]


async def is_over(tx: Transaction, league: LeagueRow) -> bool:
    """Return whether a league has ended: no season is in progress, and none follows."""
    if not await is_ending(tx, league.id):
        return False
    return await running_season(tx, league.id) is None


async def running_season(tx: Transaction, league_id: int) -> SeasonRow | None:
    """Return the season in progress of a league; None between seasons."""
    newest = await leagues.find_last_seasons(tx, league_id)
    return next((each for each in newest if each.is_running), None)


async def running_number(tx: Transaction, league_id: int) -> int:
    """Return the number of the season in progress of a league; 0 between seasons."""
    season = await running_season(tx, league_id)
    return 0 if season is None else season.number


async def upcoming_season(tx: Transaction, league_id: int) -> SeasonRow | None:
    """Return the season for which people register; None if registration has not opened."""
    newest = await leagues.find_last_seasons(tx, league_id)
    return next((each for each in newest if each.begun_at is None), None)


async def next_players(tx: Transaction, league: LeagueRow) -> list[int]:
    """Return the user ids of the members who play in the next season, in the order of joining.

    Members do not play if they are blocked in the server, or have not answered the question whether
    they still play.
    """
    members = await leagues.find_members(tx, league.id)
    ids = [each.user_id for each in members if not each.is_silent]
    blocked = await SERVER.among(tx, league.guild_id, ids)
    return [each for each in ids if each not in blocked]


async def running_place(tx: Transaction, league_id: int, user_id: int) -> PlaceRow | None:
    """Return a person's place in a group of the season in progress.

    :returns: None between seasons, and if the person has left the season or does not play in it.
    """
    season = await running_season(tx, league_id)
    if season is None:
        return None
    own = [
        each
        for each in await leagues.find_running_places(tx, user_id)
        if each.season_id == season.id and each.left_at is None
    ]
    return own[0] if own else None
