"""Growth of tables over two years: only tables of games and people may grow."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from bot.services.use_cases.delivery.interaction_tokens import InteractionToken
from bot.services.use_cases.reports import ReportReason
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Location, Terms
from bot.store.migrate import VERSION_TABLE
from bot.store.tables import daily
from bot.store.tables.schema import challenges, games, metadata, user_install_channels
from testbed.heartbeats import stay_up

ANN, BEN, CAT = 101, 102, 103
ROUNDS = 13  # of eight weeks
FULL = 8  # rounds after which the oldest rows are deleted: more than 400 days

# tables that grow with the number of games and people
KEPT = {"games", "plies", "clocks", "reviews", "mutes", "players"}
KEPT |= {"ratings", "rating_events", "rated_members", "reports"}
KEPT |= {"puzzle_attempts", "puzzle_solvers", "puzzle_ratings", "mistakes"}
# a league keeps its seasons, as a game its moves
KEPT |= {"leagues", "league_members", "league_seasons", "league_places", "league_pairings"}
KEPT |= {"league_rulings"}
# one row a day, so that no puzzle of the day recurs soon
KEPT |= {"daily_puzzles", "daily_streaks"}
# tables of which only the rows of games are kept
BELONGS_TO_GAME = {
    "challenges": challenges.c.game_id.is_not(None),
    "user_install_channels": user_install_channels.c.channel_id.in_(select(games.c.channel_id)),
}


class Rounds:
    """Use of the bot that adds rows to all tables, every eight weeks."""

    def __init__(self, world, timed):
        self._world, self._timed = world, timed

    async def play(self, number):
        await self._solve_the_puzzle_of_the_day()
        await self._meet(number)
        await self._propose(number)
        await self._use_the_bot_elsewhere(number)
        await self._look_for_opponents()
        await self._finish_a_game(number)
        await self._watch_a_game(number)
        await self._deliver()

    async def pass_time(self):
        for days in (1, 1, 5, 7, 14, 28):
            await self._pass(days)
        await self._world.services.notifications.forget_old()

    async def _meet(self, number):
        services, act = self._world.services, self._world.act
        moderator = act(ANN, guild=5000 + number, rank=Rank.MODERATOR)
        await services.servers.record_join(5000 + number)
        await services.week.switch(act(ANN, guild=5000 + number, rank=Rank.MANAGER), 5)
        await services.server_settings.change(5000 + number, threads=False)
        await services.moderation.block(moderator, 999)
        await services.servers.record_removal(5000 + number)
        await services.blocks.block(act(ANN), 999)
        await self._world.change_settings(act(CAT), turns="dm", digest="8:00")

    async def _propose(self, number):
        world = self._world
        declined = await world.challenge(ANN, 1000 + number)
        await world.challenges.decline(world.act(1000 + number), declined.id)
        withdrawn = await world.challenge(ANN, CAT)
        await world.challenges.withdraw(world.act(ANN), withdrawn.id)
        old = await world.challenge(ANN, CAT)
        other = await world.challenges.change_terms(world.act(CAT), old.id, {"size": 5})
        await world.challenges.decline(world.act(ANN), other.id)
        await world.challenge(CAT, ANN)  # expires

    async def _look_for_opponents(self):
        services, act = self._world.services, self._world.act
        await services.server_settings.change(7, lobby=5)
        terms = Terms(pace=Pace.STANDARD)
        await services.lobby.offer(act(ANN), "asli", {}, terms)  # expires
        withdrawn = await services.lobby.offer(act(CAT), "asli", {"size": 6}, terms)
        await services.lobby.withdraw(act(CAT), withdrawn.id)

    async def _solve_the_puzzle_of_the_day(self):
        services, act = self._world.services, self._world.act
        hour = self._world.clock().hour
        await services.daily.configure(act(ANN, guild=7, rank=Rank.MANAGER), 5, hour)
        await self._pass(1)
        post = await self._world.database.read(daily.last_post, 7)
        await services.daily.solve(act(CAT, guild=7), post.day)

    async def _finish_a_game(self, number):
        world = self._world
        services = world.services
        game_id = await self._timed(first=BEN, second=CAT, channel=20_000 + number // 8)
        await services.notifications.mute(world.act(BEN), game_id, muted=True)
        await world.play(BEN, game_id, "a1 c3")
        board = await services.try_board.open(world.act(CAT), game_id)
        await services.try_board.try_move(world.act(CAT), game_id, board.place, "e5")
        await services.last_looks.record(CAT, await world.games.get(game_id))
        await self._deliver()
        await services.vacations.start(world.act(CAT), world.clock() + timedelta(days=1))
        await world.games.resign(world.act(BEN), game_id)
        await services.reports.report(world.act(CAT), game_id, ReportReason.OTHER)
        await services.reviews.request(world.act(BEN), game_id)
        await services.reviews.store(game_id, {"points": []})

    async def _watch_a_game(self, number):
        services, act = self._world.services, self._world.act
        game_id = await self._timed(first=BEN, second=CAT, channel=20_000 + number // 8)
        await services.watching.switch(act(ANN), game_id)
        await services.guesses.guess(act(ANN), game_id, "a1", revision=0)  # lost on time

    async def _use_the_bot_elsewhere(self, number):
        interaction_tokens = self._world.services.interaction_tokens
        for channel_id in (10_000 + number, 20_000 + number // 8):
            await interaction_tokens.record_user_install(Location(None, channel_id))
            await interaction_tokens.keep(
                InteractionToken(channel_id * 1000 + number, Location(None, channel_id), None, "t")
            )

    async def _pass(self, days):
        world = self._world
        world.clock.advance(days=days)
        # no outage
        await world.database.write(stay_up, world.clock())
        await world.expire()
        for each in await world.services.deadlines.find_due(100):
            await world.services.deadlines.handle(each)
        await self._deliver()
        await world.services.maintenance.clean_up()

    async def _deliver(self):
        while rows := await self._world.outbox.take_due(10):
            for row in rows:
                if row.kind == "turn":
                    await self._world.services.notifications.notify_turn(row)
                await self._world.outbox.mark_sent(row, 9000 + row.id)


async def sizes(world):
    """Return the number of rows by table, without those that belong to a game or person."""

    async def count(tx):
        found = {}
        for table in metadata.sorted_tables:
            if table.name in KEPT or table.name == VERSION_TABLE:
                continue
            query = select(func.count()).select_from(table)
            if table.name in BELONGS_TO_GAME:
                query = query.where(~BELONGS_TO_GAME[table.name])
            found[table.name] = (await tx.connection.execute(query)).scalar_one()
        return found

    return await world.database.read(count)


@pytest.mark.sqlite
@pytest.mark.timeout(300)
async def test_only_tables_of_games_and_people_grow_over_two_years(world, timed):
    rounds, most, now = Rounds(world, timed), {}, {}
    for number in range(1, ROUNDS + 1):
        await rounds.play(number)
        now = await sizes(world)
        if number <= FULL:
            most = {table: max(most.get(table, 0), rows) for table, rows in now.items()}
        await rounds.pass_time()

    assert [table for table, rows in most.items() if not rows] == []
    grown = {table: (most[table], rows) for table, rows in now.items() if rows > most[table]}
    assert grown == {}
