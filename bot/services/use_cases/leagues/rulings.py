"""Use cases of a league's organisers: start a season, annul a result, end a league, etc.

A league runs without its organisers. Their actions, except a move to another channel, are listed
under the tables of the season.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.errors.refusals import CannotDoInLeague
from bot.services.steps.game_actions import record_once
from bot.services.steps.league_access import (
    find_continuing,
    organised_league,
    running_number,
    running_place,
    running_season,
    upcoming_season,
)
from bot.services.steps.league_ends import (
    change_card,
    change_cards,
    close_cards,
    post,
    replace_card,
)
from bot.services.steps.league_seasons import begin_season, leave_season, postpone
from bot.services.steps.league_tables import is_ending, league_view, player_at, season_dates
from bot.services.steps.league_views import page_view
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.leagues.views import LeaguePage, OrganiserPage, OwnGame
from bot.services.values.views import Actor, Player
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, leagues, players
from bot.store.tables.bot_time import downtime_at, to_wall_time
from bot.store.tables.leagues import LeagueRow, PairingRow, PlaceRow, RulingRow, SeasonRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import OfGroup
from bot.store.tables.schema import RulingKind
from bot.words import leagues as words

MOST_SHOWN = 25  # people in a menu


class LeagueRulingService(Service):
    """Use cases of a league's organisers: managers of its server, and the person who opened it."""

    @reads
    async def page(
        self, tx: Transaction, actor: Actor, league_id: int, group: int
    ) -> OrganiserPage:
        """Return the actions that an organiser can take in a league.

        :param group: the number, from 1, of the group whose players and games are returned, in the
            newest season that has begun.
        :raises NoSuchLeague: the league does not exist, or the actor may not see it.
        :raises NotOrganiser: the actor neither opened it nor manages the server.
        """
        league = await organised_league(tx, actor, league_id)
        upcoming = await upcoming_season(tx, league.id)
        season, running = await _ruled_season(tx, league), await running_number(tx, league.id)
        is_waiting = upcoming is not None and not running
        return OrganiserPage(
            await league_view(tx, league),
            group,
            0 if upcoming is None else upcoming.number,
            0 if upcoming is None else _start_of(upcoming),
            running,
            is_waiting and not await is_ending(tx, league.id),
            await self._people(tx, league, season, group),
            await _finished_games(tx, season, group),
        )

    @writes
    async def start(self, tx: Transaction, actor: Actor, league_id: int, number: int) -> LeaguePage:
        """Begin the season for which people are registering now, before its planned start.

        :param number: the number of that season when the organiser was asked to confirm.
        :raises NoSuchLeague, NotOrganiser: see `page`.
        :raises CannotDoInLeague: a season is in progress, or fewer than four people have joined.
        """
        league, now = await organised_league(tx, actor, league_id), self._clock()
        if await record_once(tx, actor, "league-rule", now):
            season = await _waiting_season(tx, league, number)
            if not await begin_season(tx, league, season, now):
                raise CannotDoInLeague(words.NEEDS_FOUR())
            await self._record(tx, actor, RulingKind.STARTED, season)
        return await page_view(tx, actor, league, now)

    @writes
    async def postpone(
        self, tx: Transaction, actor: Actor, league_id: int, number: int, start: int
    ) -> LeaguePage:
        """Postpone the start of the season for which people register by a week.

        A second press on the same question changes nothing.

        :param number: the number of that season when the organiser was asked to confirm.
        :param start: the planned start at that time (`OrganiserPage.start`).
        :raises NoSuchLeague, NotOrganiser: see `page`.
        :raises CannotDoInLeague: a season is in progress.
        """
        league, now = await organised_league(tx, actor, league_id), self._clock()
        if await record_once(tx, actor, "league-rule", now):
            season = await _waiting_season(tx, league, number)
            if start == _start_of(season):
                planned = to_wall_time(season.starts_at, await downtime_at(tx, now))
                await postpone(tx, league, season, max(planned, now), now)
                await self._record(tx, actor, RulingKind.POSTPONED, season)
        return await page_view(tx, actor, league, now)

    @writes
    async def remove(
        self, tx: Transaction, actor: Actor, league_id: int, user_id: int
    ) -> LeaguePage:
        """Remove a person from a league for good; their games of this season are resigned.

        :raises NoSuchLeague, NotOrganiser: see `page`.
        :raises CannotDoInLeague: the person does not play in the league.
        """
        league, now = await organised_league(tx, actor, league_id), self._clock()
        if await record_once(tx, actor, "league-rule", now):
            member = await leagues.find_member(tx, league.id, user_id)
            place = await running_place(tx, league.id, user_id)
            newest = await leagues.find_last_seasons(tx, league.id)
            if member is None and place is None:
                raise CannotDoInLeague(words.NOT_IN())
            await leagues.delete_member(tx, league.id, user_id)
            if place is not None:
                await leave_season(tx, place, now)
            await self._record(tx, actor, RulingKind.REMOVED, _listed(newest), user_id=user_id)
            await change_cards(tx, [league], now)
        return await page_view(tx, actor, league, now)

    @writes
    async def annul(
        self, tx: Transaction, actor: Actor, league_id: int, game_id: int
    ) -> tuple[LeaguePage, bool]:
        """Annul the result of a game, and have the game replayed if time is left.

        After the season the group's final table is posted again. Ratings do not change.

        :returns: the league, and whether the game is replayed.
        :raises NoSuchLeague, NotOrganiser: see `page`.
        :raises CannotDoInLeague: the game is not over or its result is annulled; the actor plays in
            it; or a later season, whose groups depend on the result, has begun.
        """
        league, now = await organised_league(tx, actor, league_id), self._clock()
        season = await _ruled_season(tx, league)
        pairing = await leagues.find_pairing_of(tx, game_id)
        if pairing is None or season is None or pairing.season_id != season.id:
            raise CannotDoInLeague(words.RESULT_STAYS())
        dates = await season_dates(tx, season, league.weeks, now)
        in_time = season.is_running and dates.replay_total(now) is not None
        pair = await _pair(tx, pairing)
        replayed = in_time and all(each.left_at is None for each in pair)
        if await record_once(tx, actor, "league-rule", now):
            if any(each.user_id == actor.user_id for each in pair):
                raise CannotDoInLeague(words.OWN_GAME())
            if not _can_be_annulled(pairing):
                raise CannotDoInLeague(words.NOTHING_TO_ANNUL())
            await self._record(tx, actor, RulingKind.ANNULLED, season, game_id=game_id)
            if replayed:
                await leagues.add_pairing(tx, pairing)
                await deadlines.put(tx, Due.LEAGUE_GAMES, season.id, now)
            if not season.is_running:  # the posted table is final no more
                about = OfGroup(season=season.id, group=pairing.group_number)
                await post(tx, league, OutboxKind.LEAGUE_ENDED, [about], now)
        return await page_view(tx, actor, league, now), replayed

    @writes
    async def end(self, tx: Transaction, actor: Actor, league_id: int, running: int) -> LeaguePage:
        """End a league after the season in progress, or at once if no season is in progress.

        :param running: the number of the season that was in progress when the organiser was asked
            to confirm; 0 without one.
        :raises NoSuchLeague, NotOrganiser: see `page`.
        :raises CannotDoInLeague: an organiser has already ended the league, or a season has begun
            or ended since.
        """
        league, now = await organised_league(tx, actor, league_id), self._clock()
        if await record_once(tx, actor, "league-rule", now):
            if await is_ending(tx, league.id):
                raise CannotDoInLeague(words.ENDS_NOW())
            if running != await running_number(tx, league.id):
                raise CannotDoInLeague(words.ORGANISE_AGAIN())
            newest = await leagues.find_last_seasons(tx, league.id)
            ruled = await _ruled_season(tx, league)
            await self._record(tx, actor, RulingKind.ENDED, ruled or newest[0])
            await deadlines.replace(tx, (BotDue.LEAGUE_START,), newest[0].id, {})
            for season in newest:
                if season.ended_at is None:
                    await change_card(tx, league, season, now)
        return await page_view(tx, actor, league, now)

    @writes
    async def move(
        self, tx: Transaction, actor: Actor, league_id: int, channel_id: int
    ) -> LeaguePage:
        """Move a league to another channel, where its next messages and games go.

        The message with which people join the next season is posted there anew, and the old one is
        closed.

        :raises NoSuchLeague, NotOrganiser: see `page`.
        :raises CannotDoInLeague: the channel has another league.
        """
        league, now = await organised_league(tx, actor, league_id), self._clock()
        if league.channel_id != channel_id:
            here = await find_continuing(tx, league.guild_id)
            if any(each.channel_id == channel_id for each in here):
                raise CannotDoInLeague(words.CHANNEL_TAKEN())
            await close_cards(tx, league, now)
            await leagues.set_channel(tx, league.id, channel_id)
            upcoming = await upcoming_season(tx, league.id)
            if upcoming is not None:
                await replace_card(tx, upcoming.id, now)
        return await page_view(tx, actor, replace(league, channel_id=channel_id), now)

    async def _record(
        self,
        tx: Transaction,
        actor: Actor,
        kind: RulingKind,
        season: SeasonRow,
        *,
        user_id: int | None = None,
        game_id: int | None = None,
    ) -> None:
        now = self._clock()
        await leagues.add_ruling(
            tx,
            RulingRow(season.league_id, season.id, kind, actor.user_id, now, user_id, game_id),
        )

    async def _people(
        self, tx: Transaction, league: LeagueRow, season: SeasonRow | None, group: int
    ) -> tuple[Player, ...]:
        """Return the players of a group in progress, then members who play in no group.

        The members who joined last come first; not all may have room.
        """
        present = []
        if season is not None and season.is_running:
            places = await leagues.find_places(tx, season.id)
            present = [each for each in places if each.left_at is None]
        playing = {each.user_id for each in present}
        own = [player_at(each) for each in present if each.group_number == group]
        ids = [each.user_id for each in await leagues.find_members(tx, league.id)][::-1]
        waiting = [each for each in ids if each not in playing][: MOST_SHOWN - len(own)]
        names = {each: await players.known_name(tx, each) for each in waiting}
        return (*own, *(Player(each, name or "") for each, name in names.items()))


def _listed(newest: Sequence[SeasonRow]) -> SeasonRow:
    """Return the season under whose tables an action is listed: the season in progress.

    Between seasons it is the newest season.
    """
    return next((each for each in newest if each.is_running), newest[0])


def _start_of(season: SeasonRow) -> int:
    """Return the planned start of a season in seconds of the bot's own time (without outages)."""
    return int(season.starts_at.reading.timestamp())


async def _waiting_season(tx: Transaction, league: LeagueRow, number: int) -> SeasonRow:
    """Return the season with a number, if it still waits for its start.

    :raises CannotDoInLeague: it has begun, another season is in progress, or the league is ending.
    """
    if await is_ending(tx, league.id):
        raise CannotDoInLeague(words.ENDS_NOW())
    season = await upcoming_season(tx, league.id)
    is_running = await running_season(tx, league.id) is not None
    if season is None or is_running or season.number != number:
        raise CannotDoInLeague(words.SEASON_RUNS())
    return season


async def _ruled_season(tx: Transaction, league: LeagueRow) -> SeasonRow | None:
    """Return the newest season that has begun, whose results can be annulled; None without one."""
    newest = await leagues.find_last_seasons(tx, league.id)
    return next((each for each in newest if each.begun_at is not None), None)


async def _pair(tx: Transaction, pairing: PairingRow) -> list[PlaceRow]:
    """Return the two players of a game."""
    places = await leagues.find_places(tx, pairing.season_id, pairing.group_number)
    return [each for each in places if each.number in (pairing.first, pairing.second)]


def _can_be_annulled(pairing: PairingRow) -> bool:
    """Return whether a game is over, perhaps without a result, and not annulled."""
    return pairing.is_over and not pairing.is_annulled


async def _finished_games(
    tx: Transaction, season: SeasonRow | None, group: int
) -> tuple[OwnGame, ...]:
    """Return the games of a group whose results can be annulled; the one that ended last first."""
    if season is None:
        return ()
    places = {each.number: each for each in await leagues.find_places(tx, season.id, group)}
    over = [
        each for each in await leagues.find_pairings(tx, season.id, group) if _can_be_annulled(each)
    ]
    return tuple(
        OwnGame(each.game_id, player_at(places[each.first]), player_at(places[each.second]))
        for each in sorted(over, key=lambda each: (each.ended_at, each.game_id), reverse=True)
        if each.game_id is not None
    )
