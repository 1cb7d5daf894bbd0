"""Views of leagues within a transaction: cards, tables and a person's page."""

from datetime import datetime

from bot.services.steps.game_lookup import find_running_games, urgency
from bot.services.steps.league_access import (
    find_leagues,
    is_organiser,
    next_players,
    running_season,
    upcoming_season,
)
from bot.services.steps.league_tables import (
    group_tables,
    league_view,
    movements,
    player_at,
    season_dates,
    season_view,
)
from bot.services.values.leagues.views import (
    CardView,
    LeaguePage,
    RulingView,
    SeasonView,
    TableRow,
    TableView,
)
from bot.services.values.views import Actor, GameSummary, Player
from bot.store.engine.database import Transaction
from bot.store.tables import leagues, players
from bot.store.tables.leagues import LeagueRow, RulingRow, SeasonRow
from bot.store.tables.players import DELETED_USER_ID
from bot.words import endings

SHOWN_CHAMPIONS = 5  # seasons


async def card_view(tx: Transaction, season: SeasonRow, now: datetime) -> CardView:
    """Return the contents of the message with which people join a season."""
    league = await leagues.find(tx, season.league_id)
    assert league is not None, "a season belongs to a league"
    running = await running_season(tx, league.id)
    return CardView(
        await league_view(tx, league),
        await season_view(tx, season, league.weeks, now),
        len(await next_players(tx, league)),
        None if running is None else await season_view(tx, running, league.weeks, now),
    )


async def table_view(
    tx: Transaction, league: LeagueRow, season: SeasonRow, group: int, now: datetime
) -> TableView | None:
    """Return a group of a season with its table; None if there is no such group."""
    groups = await leagues.count_groups(tx, season.id)
    found = (await group_tables(tx, season.id, group)).get(group)
    if found is None:
        return None
    rows = [
        TableRow(
            player_at(found.places[line.number]),
            line,
            moves,
            found.places[line.number].left_at is not None,
        )
        for line, moves in zip(found.lines, movements(group, groups, found.lines), strict=True)
    ]
    rulings = await leagues.find_rulings(tx, league.id)
    view = await league_view(tx, league)
    upcoming = None if view.is_ending else await upcoming_season(tx, league.id)
    return TableView(
        view,
        await season_view(tx, season, league.weeks, now),
        group,
        groups,
        tuple(rows),
        found.games,
        tuple([await _ruling(tx, each) for each in rulings if each.season_id == season.id]),
        None if upcoming is None else (await season_dates(tx, upcoming, league.weeks, now)).begins,
    )


async def page_view(tx: Transaction, actor: Actor, league: LeagueRow, now: datetime) -> LeaguePage:
    """Return a league as a person sees it: its seasons, a table, and the person's own games.

    The table is that of the person's group, or else of the highest group. It is from the season in
    progress, or else from the last one.
    """
    seasons = await leagues.find_seasons(tx, league.id)
    running = next((each for each in seasons if each.is_running), None)
    ended = [each for each in seasons if each.ended_at is not None]
    shown = running or next(iter(ended), None)
    group = None if shown is None else await leagues.find_group(tx, shown.id, actor.user_id)
    table = None if shown is None else await table_view(tx, league, shown, group or 1, now)
    member = await leagues.find_member(tx, league.id, actor.user_id)
    playing_next = await next_players(tx, league)
    view = await league_view(tx, league)
    others = [each for each in await find_leagues(tx, actor) if each.id != league.id]
    return LeaguePage(
        view,
        None if view.is_ending else await _upcoming(tx, league, seasons, now),
        None if running is None else await season_view(tx, running, league.weeks, now),
        table,
        await _games(tx, actor, running, group, now),
        len(playing_next),
        actor.user_id in playing_next,
        member is not None,
        member is not None and member.is_silent,
        is_organiser(actor, league),
        tuple([await league_view(tx, each) for each in others]),
        await champions(tx, league, ended[:SHOWN_CHAMPIONS], now),
        is_here=actor.guild_id == league.guild_id,
        is_playing=running is not None and _plays(table, actor.user_id),
        reader=actor.user_id,
    )


def _plays(table: TableView | None, user_id: int) -> bool:
    """Return whether a person is in a table's group and has not left it."""
    return table is not None and any(
        each.player.user_id == user_id and not each.has_left for each in table.rows
    )


async def champions(
    tx: Transaction, league: LeagueRow, ended: list[SeasonRow], now: datetime
) -> tuple[tuple[int, tuple[Player, ...]], ...]:
    """Return the champions of ended seasons as (season number, players), in the given order."""
    found = []
    for season in ended:
        view = await table_view(tx, league, season, 1, now)
        if view is not None and view.champions:
            found.append((season.number, view.champions))
    return tuple(found)


async def _upcoming(
    tx: Transaction, league: LeagueRow, seasons: list[SeasonRow], now: datetime
) -> SeasonView:
    """Return the next season, which may not be open for registration yet."""
    newest = seasons[0]
    if newest.begun_at is None:
        return await season_view(tx, newest, league.weeks, now)
    dates = await season_dates(tx, newest, league.weeks, now)
    begins = dates.next_begins
    return SeasonView(0, newest.number + 1, begins, begins, has_begun=False, has_ended=False)


async def _games(
    tx: Transaction, actor: Actor, season: SeasonRow | None, group: int | None, now: datetime
) -> tuple[GameSummary, ...]:
    if season is None or group is None:
        return ()
    ids = {each.game_id for each in await leagues.find_pairings(tx, season.id, group)}
    own = [each for each in await find_running_games(tx, actor.user_id, now) if each.id in ids]
    return tuple(sorted(own, key=urgency))


async def _ruling(tx: Transaction, row: RulingRow) -> RulingView:
    player = None
    if row.user_id is not None:
        name = None if row.user_id == DELETED_USER_ID else await players.known_name(tx, row.user_id)
        player = Player(row.user_id, name or endings.DELETED())
    return RulingView(row.kind, row.at, player, row.game_id)
