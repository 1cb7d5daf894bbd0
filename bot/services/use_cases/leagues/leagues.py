"""Use cases of leagues: open one, join, leave, see tables."""

from collections.abc import Mapping

from bot.errors.refusals import CannotDoInLeague, NoSuchLeague, NotInLeague
from bot.services.steps.eligibility import refuse_blocked
from bot.services.steps.game_actions import record_once
from bot.services.steps.league_access import (
    find_continuing,
    find_leagues,
    is_organiser,
    running_number,
    running_place,
    upcoming_season,
    visible_league,
)
from bot.services.steps.league_ends import change_cards, open_registration
from bot.services.steps.league_seasons import TERMS, leave_season
from bot.services.steps.league_tables import is_ending
from bot.services.steps.league_views import card_view, page_view, table_view
from bot.services.steps.proposals import chosen_ruleset
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.leagues.season import BREAK, FEWEST_WEEKS, MOST_WEEKS
from bot.services.values.leagues.views import CardView, LeaguePage, TableView
from bot.services.values.people.permissions import managed_server
from bot.services.values.ratings.conditions import obstacle_to_rating
from bot.services.values.views import Actor
from bot.store.engine.database import Transaction
from bot.store.tables import deadlines, leagues, players
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.leagues import LeagueRow, MemberRow
from bot.store.tables.schema import RulingKind
from bot.words import leagues as words
from bot.words import ratings
from rules.options import Ruleset

MOST_LEAGUES = 5  # of a server, so that its menu has room


def _agreed(game_key: str, options: Mapping[str, str | int], weeks: int) -> Ruleset:
    """Check the rules and length of a new league, and return its ruleset.

    :raises CannotChallenge: the game has no such options.
    :raises CannotDoInLeague: a season is too short or too long, or one player has an advantage in
        the opening, such as a handicap.
    """
    ruleset = chosen_ruleset(game_key, options)
    if not FEWEST_WEEKS <= weeks <= MOST_WEEKS:
        raise CannotDoInLeague(words.wrong_weeks(FEWEST_WEEKS, MOST_WEEKS))
    obstacle = obstacle_to_rating(ruleset, TERMS)
    if obstacle is not None:
        raise CannotDoInLeague(ratings.cannot_be_rated(obstacle.value))
    return ruleset


class LeagueService(Service):
    """Use cases of leagues for players: open a league, join, leave, stay, see tables."""

    @staticmethod
    def plan(actor: Actor, game_key: str, options: Mapping[str, str | int], weeks: int) -> Ruleset:
        """Check whether the actor may open a league with these rules, and return its ruleset.

        Nothing is stored.

        :param weeks: the length of a season.
        :raises NotManager: the person does not manage the server.
        :raises CannotChallenge: the game has no such options.
        :raises CannotDoInLeague: a season is too short or too long, or one player has an advantage
            in the opening, such as a handicap.
        """
        managed_server(actor)
        return _agreed(game_key, options, weeks)

    @writes
    async def open(
        self,
        tx: Transaction,
        actor: Actor,
        channel_id: int,
        game_key: str,
        options: Mapping[str, str | int],
        weeks: int,
    ) -> CardView:
        """Open a league in a channel; its first season begins in a week.

        :raises NotManager: the person does not manage the server.
        :raises CannotChallenge: the game has no such options.
        :raises CannotDoInLeague: see `plan`; or the channel already has a league, or the server has
            too many.
        """
        guild_id, now = managed_server(actor), self._clock()
        ruleset = _agreed(game_key, options, weeks)
        here = await find_continuing(tx, guild_id)
        if not await record_once(tx, actor, "league-open", now):
            season = await upcoming_season(tx, here[-1].id)
            assert season is not None, "it has just been opened"
            return await card_view(tx, season, now)
        if any(each.channel_id == channel_id for each in here):
            raise CannotDoInLeague(words.CHANNEL_TAKEN())
        if len(here) >= MOST_LEAGUES:
            raise CannotDoInLeague(words.many_leagues(MOST_LEAGUES))
        await players.remember(tx, actor.user_id, actor.name, now)
        league_id = await leagues.add(
            tx,
            guild_id=guild_id,
            channel_id=channel_id,
            game_key=ruleset.game,
            rules_version=ruleset.version,
            options=dict(ruleset.options),
            weeks=weeks,
            by_id=actor.user_id,
            opened_at=now,
        )
        league = await leagues.find(tx, league_id)
        assert league is not None, "it has just been added"
        starts_at = await bot_time_of(tx, now + BREAK, now)
        season = await open_registration(tx, league, 1, starts_at, now)
        await deadlines.put(tx, BotDue.LEAGUE_START, season.id, starts_at)
        return await card_view(tx, season, now)

    @reads
    async def page(self, tx: Transaction, actor: Actor, league_id: int | None = None) -> LeaguePage:
        """Return a league as the actor sees it; without an id, the most relevant one.

        A league of this channel is the most relevant one, then one in which the actor plays.

        :raises NoSuchLeague: the league does not exist, or the actor may not see it.
        :raises CannotDoInLeague: there is no league that the actor may see.
        """
        if league_id is not None:
            league = await visible_league(tx, actor, league_id)
        else:
            found = await find_leagues(tx, actor)
            if not found:
                is_private = actor.guild_id is None
                raise CannotDoInLeague(
                    words.NO_LEAGUE_OF_YOURS() if is_private else words.NO_LEAGUE()
                )
            league = found[0]
        return await page_view(tx, actor, league, self._clock())

    @writes
    async def join(self, tx: Transaction, actor: Actor, league_id: int) -> LeaguePage:
        """Record that the actor plays from the next season on; joining twice changes nothing.

        :raises NoSuchLeague: the league is not in this server.
        :raises NotPlayingHere: the moderators of the server have blocked the person.
        :raises CannotDoInLeague: no further season of the league follows, or an organiser has
            removed the person.
        """
        league, now = await visible_league(tx, actor, league_id), self._clock()
        await self._refuse_joining(tx, actor, league)
        member = await leagues.find_member(tx, league.id, actor.user_id)
        if member is None or member.is_silent:
            await players.remember(tx, actor.user_id, actor.name, now)
            await leagues.put_member(tx, MemberRow(league.id, actor.user_id, now))
            await change_cards(tx, [league], now)
        return await page_view(tx, actor, league, now)

    @reads
    async def joinable(self, tx: Transaction, actor: Actor, league_id: int) -> LeaguePage:
        """Return a league that the actor may join, for the screen that explains it.

        :raises NoSuchLeague, NotPlayingHere, CannotDoInLeague: see `join`.
        """
        league = await visible_league(tx, actor, league_id)
        await self._refuse_joining(tx, actor, league)
        return await page_view(tx, actor, league, self._clock())

    @reads
    async def leavable(self, tx: Transaction, actor: Actor, league_id: int) -> LeaguePage:
        """Return a league that the actor may leave, for the question whether they are sure.

        :raises NoSuchLeague: the league does not exist, or the actor may not see it.
        :raises NotInLeague: the person does not play in it.
        """
        league = await visible_league(tx, actor, league_id)
        await self._refuse_strangers(tx, actor, league)
        return await page_view(tx, actor, league, self._clock())

    @writes
    async def leave(
        self, tx: Transaction, actor: Actor, league_id: int, running: int, *, resigns: bool
    ) -> LeaguePage:
        """Record that the actor does not play from the next season on.

        :param running: the number of the season that was in progress when the actor was asked to
            confirm; 0 without one.
        :param resigns: whether to resign the games of the season in progress, too.
        :raises NoSuchLeague: the league does not exist, or the actor may not see it.
        :raises NotInLeague: the person does not play in it.
        :raises CannotDoInLeague: another season has begun since then.
        """
        league, now = await visible_league(tx, actor, league_id), self._clock()
        if await record_once(tx, actor, "league-leave", now):
            await self._refuse_strangers(tx, actor, league)
            if running != await running_number(tx, league.id):
                raise CannotDoInLeague(words.LEAVE_AGAIN())
            await leagues.delete_member(tx, league.id, actor.user_id)
            place = await running_place(tx, league.id, actor.user_id)
            if resigns and place is not None:
                await leave_season(tx, place, now)
            await change_cards(tx, [league], now)
        return await page_view(tx, actor, league, now)

    @writes
    async def stay(self, tx: Transaction, actor: Actor, league_id: int) -> LeaguePage:
        """Record that the actor wants to keep playing, after the bot asked whether they still play.

        The bot asks people who lost games in a row on time.

        :raises NoSuchLeague: the league does not exist, or the actor may not see it.
        :raises NotInLeague: the person does not play in it.
        """
        league, now = await visible_league(tx, actor, league_id), self._clock()
        member = await leagues.find_member(tx, league.id, actor.user_id)
        if member is None:
            raise NotInLeague
        if member.is_silent:
            await leagues.put_member(tx, MemberRow(league.id, actor.user_id, now))
            await change_cards(tx, [league], now)
        return await page_view(tx, actor, league, now)

    @reads
    async def table(
        self, tx: Transaction, actor: Actor, season_id: int, group: int
    ) -> tuple[TableView, bool]:
        """Return the table of a group (counted from 1), and whether the actor organises the league.

        :raises NoSuchLeague: the group does not exist, or the actor may not see its league.
        """
        season = await leagues.find_season(tx, season_id)
        if season is None:
            raise NoSuchLeague
        league = await visible_league(tx, actor, season.league_id)
        view = await table_view(tx, league, season, group, self._clock())
        if view is None:
            raise NoSuchLeague
        return view, is_organiser(actor, league)

    @reads
    async def get_card(self, tx: Transaction, season_id: int) -> CardView | None:
        """Return the contents of the message with which people join a season.

        :returns: None if the season has been deleted.
        """
        season = await leagues.find_season(tx, season_id)
        return None if season is None else await card_view(tx, season, self._clock())

    @reads
    async def get_message(self, tx: Transaction, season_id: int) -> int | None:
        """Return the id of the message with which people join a season; None if not posted."""
        season = await leagues.find_season(tx, season_id)
        return None if season is None else season.message_id

    @reads
    async def get_group(self, tx: Transaction, season_id: int, group: int) -> TableView | None:
        """Return a group of a season with its table, for the message that shows the table.

        :returns: None if the season has been deleted, or has no such group.
        """
        found = await leagues.find_season_with_league(tx, season_id)
        if found is None:
            return None
        season, league = found
        return await table_view(tx, league, season, group, self._clock())

    async def _refuse_joining(self, tx: Transaction, actor: Actor, league: LeagueRow) -> None:
        if actor.guild_id != league.guild_id:
            raise NoSuchLeague
        await refuse_blocked(tx, league.guild_id, actor.user_id, None)
        if await is_ending(tx, league.id):
            raise CannotDoInLeague(words.ENDS_NOW())
        removed = await leagues.find_rulings(tx, league.id, RulingKind.REMOVED)
        if any(each.user_id == actor.user_id for each in removed):
            raise CannotDoInLeague(words.REMOVED())

    async def _refuse_strangers(self, tx: Transaction, actor: Actor, league: LeagueRow) -> None:
        is_member = await leagues.find_member(tx, league.id, actor.user_id) is not None
        if not is_member and await running_place(tx, league.id, actor.user_id) is None:
            raise NotInLeague
