"""A server with a league in simulated time: people join, play, and let time pass."""

from datetime import timedelta
from itertools import count

from sqlalchemy import select

from bot.services.steps import league_ends
from bot.services.values.people.permissions import Rank
from bot.store.tables import leagues
from bot.store.tables.games import RUNNING
from bot.store.tables.schema import games as games_table
from bot.store.tables.schema import league_pairings, league_seasons
from testbed.heartbeats import stay_up

BOSS, GUILD, CHANNEL = 900, 7, 5


class Club:
    """One league, with shortcuts for its players."""

    def __init__(self, world):
        self.world = world
        self.league = None
        self.numbers = count(1)

    @property
    def service(self):
        return self.world.services.leagues

    def boss(self):
        return self.world.act(BOSS, rank=Rank.MANAGER)

    async def end(self, league=None):
        rulings, league = self.world.services.league_rulings, league or self.league
        page = await rulings.page(self.boss(), league, 1)
        return await rulings.end(self.boss(), league, page.running)

    async def open(self, weeks=8, channel=CHANNEL, **options):
        card = await self.service.open(
            self.boss(), channel, "lifeline", {"size": 4, **options}, weeks
        )
        self.league = card.league.id
        return card

    async def join(self, *people):
        for each in people:
            await self.service.join(self.world.act(each), self.league)

    async def page(self, user_id):
        return await self.service.page(self.world.act(user_id), self.league)

    async def tick(self):
        """Handle all due deadlines."""
        deadlines = self.world.services.deadlines
        while due := await deadlines.find_due(20):
            for each in due:
                await deadlines.handle(each)

    async def wait(self, **by):
        """Let time pass without an outage, and handle each deadline when it is due."""
        end = self.world.clock.now + timedelta(**by)
        while True:
            due = await self.world.services.deadlines.next_due()
            if due is None or due > end:
                break
            await self._at(max(due, self.world.clock.now))
            await self.tick()
        await self._at(end)

    async def _at(self, moment):
        self.world.clock.now = moment
        await self.world.database.write(stay_up, moment)

    async def begin(self, people=6, weeks=8):
        """Open a league, let people join, and begin its first season."""
        await self.open(weeks)
        await self.join(*range(101, 101 + people))
        await self.wait(days=7)

    async def open_next(self):
        """Open registration for the next season, as at half-time."""
        season = (await self.seasons())[0]
        await self.world.database.write(league_ends.open_next, season, self.world.clock.now)

    async def seasons(self):
        """Return the seasons, oldest first."""
        found = await self.world.database.read(leagues.find_seasons, self.league)
        return found[::-1]

    async def groups(self, number=1):
        """Return the user ids of a season's groups."""
        season = (await self.seasons())[number - 1]
        groups = {}
        for each in await self.world.database.read(leagues.find_places, season.id):
            groups.setdefault(each.group_number, []).append(each.user_id)
        return [groups[each] for each in sorted(groups)]

    async def running(self):
        """Return (game, first player, second player) for each running game of the league."""

        async def find(tx):
            query = (
                select(games_table.c.id, games_table.c.seat0, games_table.c.seat1)
                .join(league_pairings, league_pairings.c.game_id == games_table.c.id)
                .join(league_seasons, league_seasons.c.id == league_pairings.c.season_id)
                .where(games_table.c.status == RUNNING)
                .where(league_seasons.c.league_id == self.league)
            )
            return [tuple(row) for row in await tx.connection.execute(query)]

        return await self.world.database.read(find)

    async def finish(self, loser_of=min):
        """End every running game: the loser resigns."""
        for game, first, second in await self.running():
            await self.world.games.resign(self.world.act(loser_of(first, second)), game)

    async def table(self, group=1, number=1):
        season = (await self.seasons())[number - 1]
        return (await self.service.table(self.boss(), season.id, group))[0]

    async def posted(self):
        """Mark all outbox messages as sent, and return them."""
        sent = []
        while messages := await self.world.outbox.take_due(20):
            for each in messages:
                await self.world.outbox.mark_sent(each, 9000 + each.id)
                sent.append(each)
        return sent
