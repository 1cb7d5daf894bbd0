"""Start of league seasons and their games, and leaving a season, within a transaction."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.services.steps.game_end import end_game
from bot.services.steps.game_start import GameStart, begin_game
from bot.services.steps.league_access import next_players, running_season
from bot.services.steps.league_ends import change_card, end_if_over, open_next, post
from bot.services.steps.league_tables import is_ending, season_dates, standings
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.games.replay_cache import ruleset_of
from bot.services.values.leagues.groups import Standing, new_groups
from bot.services.values.leagues.pairings import pairings
from bot.services.values.leagues.season import BREAK, Season
from bot.services.values.ratings.glicko2 import Rating
from bot.services.values.view_builder import RESIGNED
from bot.services.values.views import Location, Player, Terms
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, games, leagues, ratings, servers, turn_notifications
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.deadlines import Deadline
from bot.store.tables.games import RUNNING
from bot.store.tables.leagues import LeagueRow, PairingRow, PlaceRow, SeasonRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import OfGroup
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.turn_notifications import DIGESTED, TurnNotificationRow

TERMS = Terms(undo=False, plans=True, rated=True, pace=Pace.SEASON, strict=True)
GAMES_AT_ONCE = 4  # games begun by one transaction, for which everyone else waits
UNTIL_RETURN = timedelta(hours=1)  # between looks whether the bot is in the server again


async def begin_due_season(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Begin a season that is due, or postpone it by a week if it has too few players."""
    found = await leagues.find_season_with_league(tx, deadline.subject)
    if found is None:
        return
    season, league = found
    if season.begun_at is not None or await is_ending(tx, league.id):
        return
    if await servers.left_at(tx, league.guild_id) is not None:
        await _move_start(tx, season, now, now)  # no one can join meanwhile
    elif not await begin_season(tx, league, season, now):
        await postpone(tx, league, season, now, now)


async def begin_season(
    tx: Transaction, league: LeagueRow, season: SeasonRow, now: datetime
) -> bool:
    """Begin a season with new groups and pairings; return False with fewer than four players.

    Its games begin in later, small transactions, because all other writers wait for each one.
    """
    groups = await _draw_groups(tx, league)
    if not groups:
        return False
    begins = await bot_time_of(tx, now, now)
    await leagues.change_season(tx, season, begun_at=now, starts_at=begins)
    sizes = {len(group) for group in groups}
    await leagues.add_groups(tx, season.id, groups, {size: pairings(size) for size in sizes})
    await deadlines.replace(tx, (BotDue.LEAGUE_START,), season.id, {})
    half = await bot_time_of(tx, Season(now, league.weeks).half, now)
    await deadlines.put(tx, BotDue.LEAGUE_HALF, season.id, half)
    await deadlines.put(tx, Due.LEAGUE_GAMES, season.id, now)
    about = [OfGroup(season=season.id, group=each) for each in range(1, len(groups) + 1)]
    await post(tx, league, OutboxKind.LEAGUE_BEGUN, about, now)
    await change_card(tx, league, replace(season, begun_at=now, starts_at=begins), now)
    return True


async def postpone(
    tx: Transaction, league: LeagueRow, season: SeasonRow, since: datetime, now: datetime
) -> None:
    """Postpone the start of a season until a week after `since`, and show the new date."""
    await _move_start(tx, season, since, now)
    await change_card(tx, league, season, now)


async def _move_start(tx: Transaction, season: SeasonRow, since: datetime, now: datetime) -> None:
    starts_at = await bot_time_of(tx, since + BREAK, now)
    await leagues.change_season(tx, season, starts_at=starts_at)
    await deadlines.put(tx, BotDue.LEAGUE_START, season.id, starts_at)


async def postpone_running(tx: Transaction, server: Iterable[LeagueRow], away: timedelta) -> None:
    """Move the dates of seasons in progress, whose clocks stood still, and of the seasons after.

    :param away: how long the bot was out of the leagues' server.
    """
    for league in server:
        running = await running_season(tx, league.id)
        if running is None:
            continue
        for season in await leagues.find_last_seasons(tx, league.id):
            if season.ended_at is None:
                await leagues.change_season(tx, season, starts_at=season.starts_at.after(away))
        half = await deadlines.find(tx, BotDue.LEAGUE_HALF, running.id)
        if half is not None:
            await deadlines.put(tx, BotDue.LEAGUE_HALF, running.id, half.after(away))


async def make_games(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Begin a batch of a season's games, each once, and plan the next batch if any are left.

    While the bot is out of the server, no game begins: nobody would see its board, and its clock
    would run.
    """
    found = await leagues.find_season_with_league(tx, deadline.subject)
    if found is None:
        return
    season, league = found
    if await servers.left_at(tx, league.guild_id) is not None:
        await deadlines.put(tx, Due.LEAGUE_GAMES, season.id, now + UNTIL_RETURN)
        return
    unmade = await leagues.find_unmade(tx, season.id, GAMES_AT_ONCE)
    groups = {each.group_number for each in unmade}
    places = {
        (each.group_number, each.number): each
        for group in groups
        for each in await leagues.find_places(tx, season.id, group)
    }
    annulled = {
        (each.group_number, each.first, each.second)
        for group in groups
        for each in await leagues.find_pairings(tx, season.id, group)
        if each.is_annulled
    }
    for each in unmade:
        pair = [places[each.group_number, number] for number in (each.first, each.second)]
        game_id = await _make_game(tx, league, season, each, pair, now)
        if (each.group_number, each.first, each.second) not in annulled:
            await _without_ping(tx, game_id, now)
    if len(unmade) == GAMES_AT_ONCE:
        await deadlines.put(tx, Due.LEAGUE_GAMES, season.id, now)
    else:
        await end_if_over(tx, season, now)


async def open_next_season(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Open registration for the next season half-way through the present one."""
    season = await leagues.find_season(tx, deadline.subject)
    if season is not None:
        await open_next(tx, season, now)


async def leave_season(tx: Transaction, place: PlaceRow, now: datetime) -> None:
    """Record that a player leaves a season, and resign their games in it."""
    own = await _leave(tx, place, now)
    for pairing in own:
        game = None if pairing.game_id is None else await games.find(tx, pairing.game_id)
        if game is not None and game.status == RUNNING:
            winner_seat = 1 if pairing.first == place.number else 0
            await end_game(tx, game, RESIGNED, winner_seat, now)


async def leave_seasons(tx: Transaction, user_id: int, now: datetime) -> None:
    """Record that a person leaves all seasons; the caller must then resign their games."""
    if user_id != DELETED_USER_ID:
        for place in await leagues.find_running_places(tx, user_id):
            await _leave(tx, place, now)


async def _leave(tx: Transaction, place: PlaceRow, now: datetime) -> list[PairingRow]:
    """Record that a player left a season, and delete the player's pairings without a game.

    :returns: the player's other pairings.
    """
    await leagues.mark_left(tx, place, now)
    own = [
        each
        for each in await leagues.find_pairings(tx, place.season_id, place.group_number)
        if place.number in (each.first, each.second)
    ]
    for each in own:
        if each.game_id is None:
            await leagues.delete_pairing(tx, each)
    return [each for each in own if each.game_id is not None]


async def _make_game(
    tx: Transaction,
    league: LeagueRow,
    season: SeasonRow,
    pairing: PairingRow,
    pair: list[PlaceRow],
    now: datetime,
) -> int:
    """Begin the game of a pairing, and return its number.

    Each player has half of the time left, so that the game ends with the season at the latest.
    """
    first, second = (Player(each.user_id, each.name) for each in pair)
    left = (await season_dates(tx, season, league.weeks, now)).ends - now
    start = GameStart(
        ruleset_of(league.game_key, league.rules_version, league.options),
        (first, second),
        TERMS,
        Location(league.guild_id, league.channel_id),
        total=left / 2,
    )
    game_id = await begin_game(tx, start, now)
    await leagues.set_game(tx, pairing, game_id)
    return game_id


async def _without_ping(tx: Transaction, game_id: int, now: datetime) -> None:
    """Let the first turn of a game that begins with its season ping no one.

    The message of the group pings its players once for all games. No such message precedes the
    replay of an annulled game.
    """
    game = await games.find(tx, game_id)
    assert game is not None, "it has just begun"
    assert game.mover is not None, "it has just begun"
    told = TurnNotificationRow(game_id, game.turn_revision, game.mover, DIGESTED, now)
    await turn_notifications.add(tx, told)


async def _draw_groups(tx: Transaction, league: LeagueRow) -> list[list[int]]:
    """Return the user ids of a new season's groups, highest first; empty with too few players.

    A season needs four players.
    """
    playing = await next_players(tx, league)
    before = await _last_standings(tx, league)
    staying = [before[each] for each in playing if each in before]
    newcomers = [each for each in playing if each not in before]
    values = await ratings.find_for_update(tx, league.game_key, newcomers)
    low_ends = {each: row.value - row.deviation for each, row in values.items()}
    unrated = Rating().value - Rating().deviation
    # equal newcomers stay in the order in which they joined
    newcomers.sort(key=lambda each: -low_ends.get(each, unrated))
    return new_groups(staying, newcomers)


async def _last_standings(tx: Transaction, league: LeagueRow) -> Mapping[int, Standing[int]]:
    ended = [
        each for each in await leagues.find_last_seasons(tx, league.id) if each.ended_at is not None
    ]
    if not ended:
        return {}
    return {each.player: each for each in await standings(tx, ended[0])}
