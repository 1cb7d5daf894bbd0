"""Use cases of a server's weekly news: switch them on, collect them."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.services.steps.game_actions import existing_game, record_once
from bot.services.steps.league_access import running_season
from bot.services.steps.league_tables import group_tables, player_at
from bot.services.steps.notification_settings import notification_settings_of
from bot.services.steps.weekly_news import news_channel, switch_off, switch_on, week_before
from bot.services.use_cases.service import Service
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.people.permissions import managed_server
from bot.services.values.view_builder import NO_RESULT, game_view
from bot.services.values.views import Actor, GameView
from bot.store.engine.database import Transaction
from bot.store.tables import leagues, players, week
from bot.store.tables.bot_time import bot_time_of
from bot.store.tables.week import Span, WeekChannel

MOST_CHALLENGES = 5
MOST_GROUPS = 5  # of leagues


@dataclass(frozen=True, slots=True)
class LargestCut:
    """Turn that took most stones in a week.

    :ivar game: the game as it was after that turn.
    :ivar seat: the seat that played the turn.
    """

    game: GameView
    seat: int
    stones: int


@dataclass(frozen=True, slots=True)
class Leaders:
    """Leaders of a group in a league's season in progress: several if their points are equal."""

    game_key: str
    size: int
    group: int
    names: tuple[str, ...]
    points: float


@dataclass(frozen=True, slots=True)
class Week:
    """News of a server for the seven days before a given moment.

    :ivar ended: the number of games between people that ended with a result.
    :ivar crown: the person who solved most puzzles of the day here, as (name, number of puzzles).
    :ivar leaders: the present leaders of the first groups of leagues in progress.
    :ivar looking: open challenges to everyone, as (name, game key, board size).
    """

    until: datetime
    ended: int
    cut: LargestCut | None = None
    crown: tuple[str, int] | None = None
    leaders: tuple[Leaders, ...] = ()
    looking: tuple[tuple[str, str, int], ...] = ()


class WeekService(Service):
    """Use cases of a server's weekly news: switch them on or off, collect them."""

    @reads
    async def channel(self, tx: Transaction, guild_id: int | None) -> int | None:
        """Return the channel of a server's weekly news; None if they are off."""
        return None if guild_id is None else await news_channel(tx, guild_id)

    @writes
    async def switch(self, tx: Transaction, actor: Actor, channel_id: int | None) -> int | None:
        """Switch the weekly news of a server on or off.

        If they are already on, they stay in their present channel.

        :param channel_id: the channel in which to switch them on; None switches them off.
        :returns: the channel; None if they are off.
        :raises NotManager: the person does not manage the server.
        """
        guild_id, now = managed_server(actor), self._clock()
        old = await news_channel(tx, guild_id)
        # the panel may store other settings under the interaction's own id
        own = replace(actor, interaction_id=-actor.interaction_id)
        if (old is None) == (channel_id is None) or not await record_once(tx, own, "week", now):
            return old
        if channel_id is None:
            await switch_off(tx, guild_id)
        else:
            await players.remember(tx, actor.user_id, actor.name, now)
            zone = (await notification_settings_of(tx, actor.user_id)).zone
            await switch_on(tx, WeekChannel(guild_id, channel_id, zone, actor.user_id), now)
        return channel_id

    @reads
    async def news(self, tx: Transaction, guild_id: int, until: datetime) -> Week | None:
        """Return a server's news of the seven days until a moment; None without any news."""
        since, days = await week_before(tx, guild_id, until)
        span, now = Span(guild_id, since, until), self._clock()
        found = Week(
            until,
            await week.count_ended(tx, span, NO_RESULT),
            await self._largest_cut(tx, span),
            await week.puzzle_crown(tx, guild_id, days),
            tuple(await _leaders(tx, guild_id)),
            tuple(
                await week.open_challenges(
                    tx, guild_id, await bot_time_of(tx, now, now), MOST_CHALLENGES
                )
            ),
        )
        is_news = found.ended or found.crown or found.leaders or found.looking
        return found if is_news else None

    async def _largest_cut(self, tx: Transaction, span: Span) -> LargestCut | None:
        cut = await week.largest_cut(tx, span)
        if cut is None:
            return None
        game_id, seat, ply, stones = cut
        row = await existing_game(tx, game_id)
        view = game_view(row, await self._replay_cache.get(tx, row, ply))
        return LargestCut(view, seat, stones)


async def _leaders(tx: Transaction, guild_id: int) -> list[Leaders]:
    """Return the leaders of the groups of leagues in progress, if they have any points.

    The first groups of all leagues come before any second group.
    """
    running = []
    for league in await leagues.find_in_server(tx, guild_id):
        season = await running_season(tx, league.id)
        if season is not None:
            running.append((league, season, await leagues.count_groups(tx, season.id)))
    found: list[Leaders] = []
    for group in range(1, MOST_GROUPS + 1):
        for league, season, groups in running:
            if group > groups or len(found) == MOST_GROUPS:
                continue
            table = (await group_tables(tx, season.id, group))[group]
            first = [line for line in table.lines if line.place == 1 and line.points]
            names = tuple(player_at(table.places[line.number]).name for line in first)
            if names:
                size = int(league.options["size"])
                found.append(Leaders(league.game_key, size, group, names, first[0].points))
    return found
